import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import { may } from '#app/office/guard.server.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'
import {
  closeTill,
  correctTill,
  moveCash,
  openTill,
  type TillRefusal,
} from '#modules/payments/till/till.server.ts'
import { payOutRefund, type PayOutRefusal } from '#modules/sales/pay-out.server.ts'
import * as paths from '#paths'
import { readAmount } from '#platform/amount.ts'
import { cents } from '#platform/money.ts'
import { oneLine } from '#platform/text/lines.ts'

/** Any longer reason is a note. */
const MAX_REASON = 200
const MAX_SLIP = 40

export async function open({ form, staff, now }: Press) {
  const float = readAmount(textIn(form, 'float'))
  if (float === undefined) return refuse({ ok: false, reason: 'amount-missing' }, form, 'float')
  const opened = await openTill({ by: cashier(staff), float, now })
  return opened.ok ? done(paths.officeTill()) : refuse(opened, form, 'float')
}

export async function move({ form, staff, now }: Press, kind: 'paid-in' | 'paid-out') {
  const amount = readAmount(textIn(form, 'amount')) ?? cents(0)
  const reason = reasonIn(form)
  const once = textIn(form, 'once')
  const moved = await moveCash({ by: cashier(staff), once, kind, amount, reason, now })
  return moved.ok ? done(paths.officeTill()) : refuse(moved, form, 'amount')
}

export async function close({ form, staff, now }: Press) {
  const counted = readAmount(textIn(form, 'counted'))
  if (counted === undefined) return refuse({ ok: false, reason: 'amount-missing' }, form, 'counted')
  const closed = await closeTill({ by: cashier(staff), counted, now })
  if (!closed.ok) return refuse(closed, form, 'counted')
  return done(paths.officeTill(new URLSearchParams({ closed: closed.sessionId })))
}

/** Whoever sells at a counter pays out the sales of others too; a driver those at the own door. */
export async function payRefund({ form, staff, now }: Press) {
  const refundId = textIn(form, 'refund')
  const slip = oneLine(textIn(form, 'slip')).slice(0, MAX_SLIP)
  const mayPayOthers = may(staff, 'sales.sell')
  const paid = await payOutRefund({ refundId, slip, mayPayOthers, by: cashier(staff), now })
  return paid.ok ? done(paths.officeTill()) : refuse(paid, form, `slip-${refundId}`)
}

export async function correct({ form, staff, params, now }: Press) {
  const typed = textIn(form, 'amount').trim()
  const isOut = /^[-−]/.test(typed)
  const amount = readAmount(typed.replace(/^[-−]/, '')) ?? 0
  const corrected = await correctTill({
    by: cashier(staff),
    once: textIn(form, 'once'),
    sessionId: params.id ?? '',
    amountCents: isOut ? 0 - amount : amount,
    reason: reasonIn(form),
    now,
  })
  const page = paths.officeTillSession(params.id ?? '')
  return corrected.ok ? done(page) : refuse(corrected, form, 'amount')
}

function cashier({ staffId }: Press['staff']): Cashier {
  return { kind: 'staff', staffId }
}

function reasonIn(form: FormData): string {
  return oneLine(textIn(form, 'reason')).slice(0, MAX_REASON)
}

function refuse({ reason }: TillRefusal | PayOutRefusal, form: FormData, fieldId: string) {
  const { problems } = translation().messages.office.till
  const isReason = reason === 'reason-missing'
  return refused([{ fieldId: isReason ? 'reason' : fieldId, sentence: problems[reason] }], form)
}
