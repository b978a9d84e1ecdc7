import { readShown } from '#app/http/change-answer.server.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { done, type Press } from '#app/office/act.server.ts'
import {
  getBooking,
  readOverrule,
  readRequest,
  refuseAct,
} from '#app/office/booking-acts.server.ts'
import { giveGoodwill } from '#modules/orders/office/goodwill.server.ts'
import * as paths from '#paths'

/** Refunds the sum that was on the button. */
export async function refund(press: Press) {
  const { form, params, now } = press
  const overrule = readOverrule(press, 'orders.refund-goodwill')
  if (!overrule) return refuseAct({ ok: false, reason: 'no-code' }, press)
  const { order } = await getBooking(params['reference'], now)
  const amount = readShown(textIn(form, 'give'))
  const staff = readRequest(press)
  const wish = { orderId: order.orderId, amount, staff, overrule, now }
  const outcome = await giveGoodwill(wish)
  return outcome.ok ? done(paths.officeBooking(order.reference)) : refuseAct(outcome, press)
}
