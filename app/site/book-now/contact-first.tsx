import { EmailInput } from '#app/components/email-input.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { type Contact } from '#modules/orders/order/contact.ts'
import { MAX_NAME_LENGTH } from '#platform/text/name.ts'

type ContactFirstProps = { contact: Contact; problems: FormProblem[] }

/**
 * The contact fields of the cart, for the case that they are required before a hold. None of them
 * can submit the form to the page's own address, where the browser history would keep a name. Few
 * visitors see them, so they are inserted as HTML without script of their own.
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
