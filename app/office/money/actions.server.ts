import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import { askFor } from '#app/office/colleague.server.ts'
import type { ColleagueRefusal } from '#modules/approvals/limits.ts'
import { askProvider } from '#modules/support/ask-provider.server.ts'
import type { Decision } from '#modules/support/refresh-from-provider.server.ts'
import * as paths from '#paths'

import { explain } from './refusals.server.ts'

type Refusal = Parameters<typeof explain>[0]

/** Where a decision leads to. */
type Outcome = { ok: true; refundId?: string } | Refusal | ColleagueRefusal

/**
 * Carries out a decision that needs a reason. The answer leads back to the page of the payment or
 * refund, or of the refund that took its place.
 */
export function decision(
  intent: string,
  carryOut: (id: string, said: Decision) => Promise<Outcome>,
) {
  return async (press: Press) => {
    const { form, params, by, now, request } = press
    const { acts } = translation().messages.office.money
    const reason = textIn(form, 'reason').trim()
    const fieldId = `reason-${intent}`
    if (!reason) return refused([{ fieldId, sentence: acts.reasonMissing }], form)
    const outcome = await carryOut(params.id ?? '', { by, reason, now })
    if (!outcome.ok) {
      const sentence =
        outcome.reason === 'needs-colleague'
          ? await askFor(outcome, press, reason)
          : explain(outcome)
      return refused([{ fieldId, sentence }], form)
    }
    const isRefund = new URL(request.url).pathname.includes(paths.officeMoneyRefund(''))
    const id = outcome.refundId ?? params.id ?? ''
    return done(isRefund ? paths.officeMoneyRefund(id) : paths.officePayment(id))
  }
}

export async function ask({ form, params, by, now }: Press) {
  const paymentId = params.id ?? ''
  const outcome = await askProvider({ paymentId, by, now })
  if (!outcome.ok) return refused([{ fieldId: 'acts', sentence: explain(outcome) }], form)
  return done(paths.officePayment(paymentId))
}
