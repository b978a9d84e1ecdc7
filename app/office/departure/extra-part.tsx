import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { errorAt, typedFor } from '#app/components/office/refused-form.ts'
import { translation } from '#app/i18n/translation.ts'
import { Details, Facts } from '#app/ui/parts.tsx'

import { Reason, type FormProps } from './form-parts.tsx'

/** Why the office added this departure, and the way to take it away again while nobody needs it. */
export function ExtraPart({ departure, refused }: FormProps) {
  const { extra: words } = translation().messages.office.departure
  const { extra, seen, hasLeft } = departure
  const mayRemove = useMay()('departures.extra') && !hasLeft
  if (!extra) return null
  const { origin, reason, orderedBy, by } = extra
  const typed = typedFor(refused, 'remove-extra')
  return (
    <section id="extra" className="card stack" aria-labelledby="extra-title">
      <h2 id="extra-title">{words.titles[origin]}</h2>
      <p>{words.stories[origin]}</p>
      <Facts
        facts={[
          ...(orderedBy ? [{ name: words.orderedBy, value: orderedBy }] : []),
          { name: words.reason, value: reason },
          { name: words.addedBy, value: by },
        ]}
      />
      {mayRemove && (
        <Details summary={words.remove} open={Boolean(typed)}>
          <ActForm intent="remove-extra" seen={seen} confirm="L1" className="stack">
            <p>{words.removeHint}</p>
            <Reason
              id="reason-remove"
              typed={typed?.['reason']}
              error={errorAt(refused, 'reason-remove')}
            />
            <ActButton>{words.remove}</ActButton>
          </ActForm>
        </Details>
      )}
    </section>
  )
}
