import { z } from 'zod'

import { isEmail } from '#platform/text/email.ts'
import {
  checkName as checkAnyName,
  type NameRefusal as AnyNameRefusal,
} from '#platform/text/name.ts'

import { checkPassword, type PasswordRefusal } from './passwords.ts'

/** The fields of a sign-up; we ask for no others. */
export type SignUpFields = {
  name: string
  email: string
  password: string
  termsAccepted: boolean
}

export type NameRefusal =
  | { ok: false; reason: 'own-name-missing' }
  | Exclude<AnyNameRefusal, { reason: 'name-missing' }>

export type EmailRefusal =
  | { ok: false; reason: 'own-email-missing' }
  | { ok: false; reason: 'email-malformed' }

export type SignUpRefusal =
  | NameRefusal
  | EmailRefusal
  | PasswordRefusal
  | { ok: false; reason: 'account-terms-not-accepted' }

/** Every invalid field, in the order of the form; empty if all are valid. */
export function checkSignUp(fields: SignUpFields): SignUpRefusal[] {
  const { name, email, password, termsAccepted } = fields
  const refusals = [
    checkName(name),
    checkEmail(email),
    checkPassword(password, { name, email }),
    termsAccepted ? undefined : ({ ok: false, reason: 'account-terms-not-accepted' } as const),
  ]
  return refusals.filter((refusal) => refusal !== undefined)
}

export function checkName(name: string): NameRefusal | undefined {
  const refusal = checkAnyName(name)
  return refusal?.reason === 'name-missing' ? { ok: false, reason: 'own-name-missing' } : refusal
}

export function checkEmail(email: string): EmailRefusal | undefined {
  if (email === '') return { ok: false, reason: 'own-email-missing' }
  return isAccountEmail(email) ? undefined : { ok: false, reason: 'email-malformed' }
}

/**
 * Whether the library accepts the address. It takes fewer than we send tickets to: only ASCII ones.
 */
export function isAccountEmail(email: string): boolean {
  return isEmail(email) && z.email().safeParse(email).success
}
