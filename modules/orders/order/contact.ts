import { isEmail, tidyEmail } from '#platform/text/email.ts'
import { oneLine } from '#platform/text/lines.ts'
import { checkName, type NameRefusal } from '#platform/text/name.ts'
import { readPhone } from '#platform/text/phone.ts'

/**
 * The only personal data of a checkout: the name and email address of the group leader, and a
 * telephone number if they give one.
 */
export type Contact = {
  name: string
  email: string
  /** As typed; empty for none. Undefined if it was not asked for, so the present one stays. */
  phone?: string | undefined
}

export type ContactRefusal =
  | NameRefusal
  | { ok: false; reason: 'email-missing' }
  | { ok: false; reason: 'email-malformed' }
  | { ok: false; reason: 'phone-malformed' }
  | { ok: false; reason: 'terms-not-accepted' }

/** Every invalid field, in the order of the form; empty if the contact is valid. */
export function checkContact({ name, email, phone = '' }: Contact): ContactRefusal[] {
  const refusals: (ContactRefusal | false | undefined)[] = [
    checkName(name),
    email === '' && { ok: false, reason: 'email-missing' },
    email !== '' && !isEmail(email) && { ok: false, reason: 'email-malformed' },
    phone !== '' && !readPhone(phone) && { ok: false, reason: 'phone-malformed' },
  ]
  return refusals.filter((refusal) => refusal !== false && refusal !== undefined)
}

/** A contact as typed into the fields of a form, tidied. */
export function tidyContact({ name, email, phone }: Contact): Contact {
  const tidied = { name: oneLine(name), email: tidyEmail(email) }
  return phone === undefined ? tidied : { ...tidied, phone: oneLine(phone) }
}
