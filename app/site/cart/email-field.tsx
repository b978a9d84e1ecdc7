import { EmailInput } from '#app/components/email-input.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Doubt as DoubtNames, Meant } from '#app/live/cart.ts'
import { attributes } from '#app/live/contract.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { COMMON_DOMAINS, EMAIL } from '#platform/text/email.ts'

type EmailFieldProps = { email: string; suggestion: string | null; error: string | undefined }

/**
 * Asks for the email address once. A domain that looks mistyped is queried: during typing with
 * script (live/cart.ts), otherwise on submission. The same address sent again is accepted.
 */
export function EmailField({ email, suggestion, error }: EmailFieldProps) {
  const { checkout } = translation().messages.cart
  return (
    <div className="stack email">
      <EmailInput
        label={checkout.email}
        hint={checkout.emailHint}
        defaultValue={email}
        error={error}
      />
      <div
        aria-live="polite"
        {...attributes<DoubtNames>({ domains: COMMON_DOMAINS.join(' '), pattern: EMAIL.source })}
      >
        {suggestion && <Doubt typed={email} meant={suggestion} />}
        <template>
          <Doubt typed="" meant="#" />
        </template>
      </div>
    </div>
  )
}

/** The script replaces the sign # by the address that it supposes. */
function Doubt({ typed, meant }: { typed: string; meant: string }) {
  const { checkout } = translation().messages.cart
  return (
    <div className="notice" data-tone="warning">
      <Icon name="mail" />
      <div className="stack">
        <p>
          <strong>{checkout.suggestion(meant)}</strong> {checkout.keepTyped}
        </p>
        <input type="hidden" name="email-asked" value={typed} />
        <Button name="intent" value="use-email" {...attributes<Meant>({ meant })}>
          {checkout.takeSuggestion(meant)}
        </Button>
      </div>
    </div>
  )
}
