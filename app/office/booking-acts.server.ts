import { timeInSentence } from '#app/components/office/short-moment.server.ts'
import { found } from '#app/http/found.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { explainChange, type ChangeRefusal } from '#app/i18n/change-refusals.ts'
import type { ActRefusal } from '#app/i18n/office-refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { mayWaiveCents } from '#app/permissions.ts'
import type { ColleagueRefusal } from '#modules/approvals/limits.ts'
import type { ChangedMeanwhile } from '#modules/orders/apply/overrules.server.ts'
import { extendHoldByStaff } from '#modules/orders/office/extend-hold.server.ts'
import { findOrderByReference } from '#modules/orders/office/find-order.server.ts'
import { reissueTicket } from '#modules/orders/office/reissue.server.ts'
import {
  OVERRULE_CODES,
  type Overrule,
  type OverruleCode,
  type StaffRequest,
} from '#modules/orders/order/overrule.ts'
import type { Order } from '#modules/orders/order/rows.server.ts'
import { findHeldOrder, type HeldOrder } from '#modules/orders/self-service/find-order.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import * as paths from '#paths'
import { countEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { cents, type Cents } from '#platform/money.ts'

import { done, refused, type Press } from './act.server.ts'
import { askFor } from './colleague.server.ts'

/* Shared by the pages that change a booking: the booking, its refusals, two acts of its page. */

export type BookingOfPage = { order: Order; held: HeldOrder; seen: number }

/** The bought order of an address. The version is read first, so that no later change is missed. */
export async function getBooking(reference = '', at: Temporal.Instant): Promise<BookingOfPage> {
  const order = found(await findOrderByReference(reference))
  const seen = await countEntries(`order:${order.orderId}`)
  const held = found(await findHeldOrder(order.manageId, translation().locale, at))
  return { order, held, seen }
}

/** The member who asks, and the reason. */
export function readRequest({ by, seen, form }: Press): StaffRequest {
  const reason = textIn(form, 'reason').trim()
  return { by, seen, ...(reason && { reason }) }
}

/** The overrule of a form, with the limit of the member; undefined if no reason was chosen. */
export function readOverrule(
  { form, staff }: Press,
  permission: Parameters<typeof mayWaiveCents>[1],
): Overrule | undefined {
  const typed = textIn(form, 'overrule')
  const code = OVERRULE_CODES.find((one): one is OverruleCode => one === typed)
  return code && { code, mayWaiveCents: mayWaiveCents(staff.roles, permission) }
}

/** "18.00", "18,5" or "18"; undefined for anything else. */
export function readEuros(typed: string): Cents | undefined {
  const [, euros, part = ''] = /^\s*€?\s*(\d{1,5})(?:[.,](\d{1,2}))?\s*€?\s*$/.exec(typed) ?? []
  return euros === undefined ? undefined : cents(Number(euros) * 100 + Number(part.padEnd(2, '0')))
}

type Refusal =
  | ChangeRefusal
  | ChangedMeanwhile
  | ColleagueRefusal
  | Exclude<ActRefusal, { reason: 'changed-meanwhile' }>

/** A refusal in words: those for staff, or those that the holder would read. */
export async function explainAct(refusal: Exclude<Refusal, ColleagueRefusal>): Promise<string> {
  const { messages } = translation()
  if (refusal.reason === 'changed-meanwhile') return explainChanged(refusal)
  const sentences: Partial<Record<string, (refusal: never) => string>> =
    messages.office.changes.refusals
  const sentence = sentences[refusal.reason]
  if (sentence) return sentence(refusal as never)
  return explainChange(messages.changeRefusals, refusal as ChangeRefusal)
}

async function explainChanged({ entries }: ChangedMeanwhile): Promise<string> {
  const last = entries.at(-1)
  const [, staffId = ''] = /^staff:(.+)$/.exec(last?.actor ?? '') ?? []
  const who = (await listStaffNames([staffId])).get(staffId) ?? null
  const sentence = translation().messages.office.changes.refusals['changed-meanwhile']
  const at = last ? timeInSentence(last.enteredAt, now()) : ''
  return sentence({ ok: false, reason: 'changed-meanwhile', who, at })
}

/** The page again with this refusal beside the field that can mend it. */
export async function refuseAct(refusal: Refusal, press: Press) {
  const fieldId = FIELDS[refusal.reason] ?? 'content'
  const sentence =
    refusal.reason === 'needs-colleague'
      ? await askFor(refusal, press, readRequest(press).reason)
      : await explainAct(refusal)
  return refused([{ fieldId, sentence }], press.form)
}

const FIELDS: Partial<Record<string, string>> = {
  'no-code': 'overrule',
  'reason-too-short': 'reason',
  'outside-price': 'give',
  'over-limit': 'give',
  'no-sum': 'give',
}

/** The acts of the booking's own page that change tickets and holds. */
export const bookingActs = {
  async reissue(press: Press) {
    const { order } = await getBooking(press.params['reference'], press.now)
    const bookingId = textIn(press.form, 'booking')
    const staff = readRequest(press)
    const outcome = await reissueTicket({
      orderId: order.orderId,
      bookingId,
      staff,
      now: press.now,
    })
    if (!outcome.ok) return refuseAct(outcome, press)
    return done(paths.officeBooking(order.reference))
  },
  async extend(press: Press) {
    const order = found(await findOrderByReference(press.params['reference'] ?? ''))
    const staff = readRequest(press)
    const outcome = await extendHoldByStaff({ orderId: order.orderId, staff, now: press.now })
    if (!outcome.ok) return refuseAct(outcome, press)
    return done(paths.officeBooking(order.reference))
  },
}
