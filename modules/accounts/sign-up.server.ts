import { enqueueMail } from '#modules/mail/outbox.server.ts'
import { TERMS_VERSION } from '#modules/orders/order/terms-version.ts'
import { PROOF_HOURS } from '#modules/rules/kept.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import type { Locale } from '#platform/locale.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { hashPassword } from './hash-password.server.ts'
import { checkSignUp, type SignUpFields, type SignUpRefusal } from './sign-up.ts'

type SignUp = {
  fields: SignUpFields
  locale: Locale
  /** The key of the requesting browser. */
  visitor: string
  now: Temporal.Instant
}

type SignUpOutcome = { ok: true } | { ok: false; reason: 'fields'; refusals: SignUpRefusal[] }

/**
 * Stores a sign-up until its address is proven; only then is an account made. An address that
 * already has an account takes the same steps, and only the mail says so.
 */
export async function signUp({ fields, locale, visitor, now }: SignUp): Promise<SignUpOutcome> {
  const refusals = checkSignUp(fields)
  if (refusals.length > 0) return { ok: false, reason: 'fields', refusals }

  const passwordHash = await hashPassword(fields.password)
  const email = fields.email.toLowerCase()
  const proofId = newAccessToken()
  await inTransaction(async (tx) => {
    await tx
      .insertInto('addressProofs')
      .values({
        proofId,
        email,
        name: fields.name,
        passwordHash,
        termsVersion: TERMS_VERSION,
        locale,
        visitor,
        askedAt: now,
        expiresAt: proofEnd(now),
      })
      .execute()
    await enqueueMail(tx, { kind: 'sign-up', address: email, locale, visitor, proofId, now })
  })
  return { ok: true }
}

export function proofEnd(now: Temporal.Instant): Temporal.Instant {
  return now.add({ hours: PROOF_HOURS })
}
