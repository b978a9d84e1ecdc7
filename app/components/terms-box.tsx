import { Choice } from '#app/ui/choice.tsx'
import { FieldError } from '#app/ui/field.tsx'
import * as paths from '#paths'

import { PageLink } from './page-link.tsx'

type TermsBoxProps = {
  isAccepted: boolean
  error: string | undefined
  words: { accept: string; terms: string; newTab: string }
}

/** Only the visitor ticks it; an order that was not paid keeps its tick. */
export function TermsBox({ isAccepted, error, words }: TermsBoxProps) {
  const about = error ? { 'aria-invalid': true, 'aria-describedby': 'terms-error' } : {}
  return (
    <div>
      {error && <FieldError id="terms-error">{error}</FieldError>}
      <Choice
        type="checkbox"
        id="terms"
        name="terms"
        value="yes"
        defaultChecked={isAccepted}
        required
        {...about}
      >
        {words.accept}{' '}
        <PageLink to={paths.terms()} target="_blank">
          {words.terms}
          <span className="visually-hidden"> ({words.newTab})</span>
        </PageLink>
      </Choice>
    </div>
  )
}
