import { useRef, useState } from 'react'

import { EmailInput } from '#app/components/email-input.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { guessEmail, isEmail } from '#modules/orders/order/contact.ts'

/** The pause in typing after which the address is checked. */
const PAUSE_MILLISECONDS = 600

type EmailFieldProps = { email: string; suggestion: string | null; error: string | undefined }

/**
 * Asks for the email address once. A domain that looks mistyped is queried: during typing with
 * script, otherwise on submission. The same address sent again is accepted.
 */
export function EmailField({ email, suggestion, error }: EmailFieldProps) {
  const { checkout } = translation().messages.cart
  const field = useRef<HTMLInputElement>(null)
  const [doubt, setDoubt] = useState(suggestion && { typed: email, meant: suggestion })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const look = () => {
    const typed = field.current?.value.trim() ?? ''
    const meant = isEmail(typed) ? guessEmail(typed) : undefined
    setDoubt(meant ? { typed, meant } : null)
  }
  // Not on blur: a message that appears then would move the button under the pointer.
  const lookSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(look, PAUSE_MILLISECONDS)
  }
  const take = (event: React.MouseEvent) => {
    event.preventDefault()
    if (field.current && doubt) field.current.value = doubt.meant
    field.current?.focus()
    setDoubt(null)
  }
  return (
    <div className="stack email">
      <EmailInput
        label={checkout.email}
        hint={checkout.emailHint}
        defaultValue={email}
        error={error}
        onInput={lookSoon}
        ref={field}
      />
      <div aria-live="polite">
        {doubt && (
          <div className="notice" data-tone="warning">
            <Icon name="mail" />
            <div className="stack">
              <p>
                <strong>{checkout.suggestion(doubt.meant)}</strong> {checkout.keepTyped}
              </p>
              <input type="hidden" name="email-asked" value={doubt.typed} />
              <Button name="intent" value="use-email" onClick={take}>
                {checkout.takeSuggestion(doubt.meant)}
              </Button>
            </div>
          </div>
        )}
      </div>
    </div>
  )
}
