import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import { askFor } from '#app/office/colleague.server.ts'
import { may } from '#app/office/guard.server.ts'
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

export async function open(press: Press) {
  const { form, by, now } = press
  const float = readAmount(textIn(form, 'float'))
  if (float === undefined) return refuse({ ok: false, reason: 'amount-missing' }, press, 'float')
  const opened = await openTill({ by, float, now })
  return opened.ok ? done(paths.officeTill()) : refuse(opened, press, 'float')
}

export async function move(press: Press, kind: 'paid-in' | 'paid-out') {
  const { form, by, now } = press
  const amount = readAmount(textIn(form, 'amount')) ?? cents(0)
  const reason = reasonIn(form)
  const once = textIn(form, 'once')
  const moved = await moveCash({ by, once, kind, amount, reason, now })
  return moved.ok ? done(paths.officeTill()) : refuse(moved, press, 'amount')
}

export async function close(press: Press) {
  const { form, by, now } = press
  const counted = readAmount(textIn(form, 'counted'))
  if (counted === undefined)
    return refuse({ ok: false, reason: 'amount-missing' }, press, 'counted')
  const closed = await closeTill({ by, counted, now })
  if (!closed.ok) return refuse(closed, press, 'counted')
  return done(paths.officeTill(new URLSearchParams({ closed: closed.sessionId })))
}

/** Sellers at a counter pay out the sales of others too; drivers only those at their own door. */
export async function payRefund(press: Press) {
  const { form, staff, by, now } = press
  const refundId = textIn(form, 'refund')
  const slip = oneLine(textIn(form, 'slip')).slice(0, MAX_SLIP)
  const mayPayOthers = may(staff, 'sales.sell')
  const paid = await payOutRefund({ refundId, slip, mayPayOthers, by, now })
  return paid.ok ? done(paths.officeTill()) : refuse(paid, press, `slip-${refundId}`)
}

/** The same in cash for what came in at the terminal: a card that is gone, or a terminal that is broken. */
export async function refundInCash(press: Press) {
  const { form, by, now } = press
  const refundId = textIn(form, 'refund')
  const inCash = { reason: reasonIn(form) }
  const wish = { refundId, inCash, mayPayOthers: true, by, now }
  const paid = await payOutRefund(wish)
  return paid.ok ? done(paths.officeTill()) : refuse(paid, press, `cash-${refundId}`)
}

export async function correct(press: Press) {
  const { form, by, params, now } = press
  const typed = textIn(form, 'amount').trim()
  const isOut = /^[-−]/.test(typed)
  const amount = readAmount(typed.replace(/^[-−]/, '')) ?? 0
  const corrected = await correctTill({
    by,
    once: textIn(form, 'once'),
    sessionId: params.id ?? '',
    amountCents: isOut ? 0 - amount : amount,
    reason: reasonIn(form),
    now,
  })
  const page = paths.officeTillSession(params.id ?? '')
  return corrected.ok ? done(page) : refuse(corrected, press, 'amount')
}

function reasonIn(form: FormData): string {
  return oneLine(textIn(form, 'reason')).slice(0, MAX_REASON)
}

async function refuse(refusal: TillRefusal | PayOutRefusal, press: Press, fieldId: string) {
  const { form } = press
  if (refusal.reason === 'needs-colleague') {
    return refused([{ fieldId, sentence: await askFor(refusal, press, reasonIn(form)) }], form)
  }
  const sentence = translation().messages.office.till.problems[refusal.reason]
  const isOfTill = refusal.reason === 'reason-missing' && !fieldId.includes('-')
  return refused([{ fieldId: isOfTill ? 'reason' : fieldId, sentence }], form)
}
