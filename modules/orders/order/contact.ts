import { isEmail } from '#platform/text/email.ts'
import { tidy } from '#platform/text/lines.ts'
import { MAX_NAME_LENGTH, namesSite } from '#platform/text/name.ts'
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
  | { ok: false; reason: 'name-missing' }
  | { ok: false; reason: 'name-too-long'; most: number }
  | { ok: false; reason: 'name-with-site' }
  | { ok: false; reason: 'email-missing' }
  | { ok: false; reason: 'email-malformed' }
  | { ok: false; reason: 'phone-malformed' }
  | { ok: false; reason: 'terms-not-accepted' }

/** Every invalid field, in the order of the form; empty if the contact is valid. */
export function checkContact({ name, email, phone = '' }: Contact): ContactRefusal[] {
  const refusals: (ContactRefusal | false)[] = [
    name === '' && { ok: false, reason: 'name-missing' },
    name.length > MAX_NAME_LENGTH && { ok: false, reason: 'name-too-long', most: MAX_NAME_LENGTH },
    namesSite(name) && { ok: false, reason: 'name-with-site' },
    email === '' && { ok: false, reason: 'email-missing' },
    email !== '' && !isEmail(email) && { ok: false, reason: 'email-malformed' },
    phone !== '' && !readPhone(phone) && { ok: false, reason: 'phone-malformed' },
  ]
  return refusals.filter((refusal) => refusal !== false)
}

/** A contact as typed into the fields of a form, tidied. */
export function tidyContact({ name, email, phone }: Contact): Contact {
  const tidied = { name: tidy(name), email: tidy(email) }
  return phone === undefined ? tidied : { ...tidied, phone: tidy(phone) }
}
