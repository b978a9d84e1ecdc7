import { readShown } from '#app/http/change-answer.server.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, type Press } from '#app/office/act.server.ts'
import {
  getBooking,
  readOverrule,
  readRequest,
  refuseAct,
} from '#app/office/booking-acts.server.ts'
import type { Overrule } from '#modules/orders/order/overrule.ts'
import { amend } from '#modules/orders/self-service/amend.server.ts'
import type { HeldOrder, OrderItem } from '#modules/orders/self-service/find-order.server.ts'
import { takeNextBus } from '#modules/orders/self-service/missed.server.ts'
import * as paths from '#paths'
import { siteOrigin } from '#platform/settings/env.server.ts'

import { getItem } from './changing.server.ts'
import { readWanted } from './choice.server.ts'
import { isWaived } from './quote.server.ts'

/** Changes the journey as the address says, at the price that was shown. */
export function changeByRule(press: Press) {
  return change(press, undefined)
}

/** Moves a ticket whose bus was missed to the bus that was shown. */
export function nextBusByRule(press: Press) {
  return takeNext(press, undefined)
}

/** Either of them against the rules; the form says which. */
export function overrule(press: Press) {
  const given = readOverrule(press, 'orders.overrule')
  if (!given) return refuseAct({ ok: false, reason: 'no-code' }, press)
  return textIn(press.form, 'what') === 'next-bus' ? takeNext(press, given) : change(press, given)
}

async function change(press: Press, given: Overrule | undefined) {
  const { form, request, now } = press
  const { held, item } = await getJourney(press)
  const search = new URL(request.url).searchParams
  const to = readWanted({ item, search })
  if (!to) return refuseAct({ ok: false, reason: 'nothing-chosen' }, press)
  const outcome = await amend({
    manageId: held.manageId,
    bookingId: item.bookingId,
    to,
    shown: {
      surcharge: readShown(textIn(form, 'surcharge')),
      refund: readShown(textIn(form, 'refund')),
    },
    staff: readRequest(press),
    overrule: given && { ...given, waivesSurcharge: isWaived(search) },
    locale: translation().locale,
    origin: siteOrigin(),
    now,
  })
  return outcome.ok ? done(paths.officeBooking(held.reference)) : refuseAct(outcome, press)
}

async function takeNext(press: Press, given: Overrule | undefined) {
  const { form, now } = press
  const { held, item } = await getJourney(press)
  const shownDepartureId = textIn(form, 'departure')
  const staff = readRequest(press)
  const wish = { shownDepartureId, staff, overrule: given, now }
  const outcome = await takeNextBus(item.ticketId ?? '', wish)
  return outcome.ok ? done(paths.officeBooking(held.reference)) : refuseAct(outcome, press)
}

async function getJourney({ params, now }: Press): Promise<{ held: HeldOrder; item: OrderItem }> {
  const { held } = await getBooking(params['reference'], now)
  return { held, item: getItem(held, params['place']) }
}
