import { EmailInput } from '#app/components/email-input.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { MAX_NAME_LENGTH, type Contact } from '#modules/orders/order/contact.ts'

type ContactFirstProps = { contact: Contact; problems: FormProblem[] }

/**
 * The contact of the cart, where it is asked before seats are held. Nothing here can send the form to
 * the address of the page, where a name would be kept by the browser. Few are asked for it, so it is
 * put into the page as it is and no script comes for it.
 */
export function ContactFirst({ contact, problems }: ContactFirstProps) {
  const labels = translation().messages.cart.checkout
  const errorOf = (field: string) => problems.find(({ fieldId }) => fieldId === field)?.sentence
  return (
    <>
      <TextField
        label={labels.name}
        hint={labels.nameHint}
        name="name"
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        defaultValue={contact.name}
        error={errorOf('name')}
        required
      />
      <EmailInput
        label={labels.email}
        hint={labels.emailHint}
        defaultValue={contact.email}
        error={errorOf('email')}
      />
    </>
  )
}
