import { readShown } from '#app/http/change-answer.server.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { done, type Press } from '#app/office/act.server.ts'
import {
  getBooking,
  readOverrule,
  readRequest,
  refuseAct,
} from '#app/office/booking-acts.server.ts'
import { cancel, type OverruledCancellation } from '#modules/orders/self-service/cancel.server.ts'
import * as paths from '#paths'

import { readSelection } from './view.server.ts'

/** Cancels the selection of the address at the refund that was shown. */
export function cancelByRule(press: Press) {
  return cancelAs(press, undefined)
}

/** The same, with the sum that was shown on the button. */
export function cancelByOverrule(press: Press) {
  const overrule = readOverrule(press, 'orders.overrule')
  if (!overrule) return refuseAct({ ok: false, reason: 'no-code' }, press)
  return cancelAs(press, { ...overrule, give: readShown(textIn(press.form, 'give')) })
}

async function cancelAs(press: Press, overrule: OverruledCancellation | undefined) {
  const { form, params, request, now } = press
  const { held } = await getBooking(params['reference'], now)
  const chosen = readSelection({ held, search: new URL(request.url).searchParams })
  if (!chosen.ok) return refuseAct(chosen, press)
  if (chosen.leaving.length === 0) {
    return refuseAct({ ok: false, reason: 'no-such-booking' }, press)
  }
  const outcome = await cancel({
    manageId: held.manageId,
    leaving: chosen.leaving,
    shownRefund: readShown(textIn(form, 'refund')),
    staff: readRequest(press),
    overrule,
    now,
  })
  return outcome.ok ? done(paths.officeBooking(held.reference)) : refuseAct(outcome, press)
}
