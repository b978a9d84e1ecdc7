import type { PaymentState } from '#modules/payments/payment-state.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { refreshFromProvider, type NotAsked } from './refresh-from-provider.server.ts'

type Asked = { paymentId: string; by: Actor; now: Temporal.Instant }

/** Asks the provider for the present state of a payment, and records any news. */
export async function askProvider({
  paymentId,
  by,
  now,
}: Asked): Promise<{ ok: true; state: PaymentState } | NotAsked> {
  const asked = await refreshFromProvider(paymentId, now)
  if (!asked.ok) return asked
  const { state } = asked.payment
  await inTransaction((tx) =>
    audit(tx, { by, subject: `payment:${paymentId}`, action: 'asked', after: { state }, now }),
  )
  return { ok: true, state }
}
