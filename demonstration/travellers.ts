import { receiveEnquiry } from '#modules/enquiries/receive-enquiry.server.ts'
import { replyToAnswer } from '#modules/enquiries/reply.server.ts'
import { addToCart } from '#modules/orders/cart/add-ride.server.ts'
import { checkOut } from '#modules/orders/checkout/checkout.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { TERMS_VERSION } from '#modules/orders/order/terms-version.ts'
import { amend, quoteAmendment } from '#modules/orders/self-service/amend.server.ts'
import { cancel, quoteCancellation } from '#modules/orders/self-service/cancel.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { REFUND_TERMS } from '#modules/rules/rules.ts'
import { payByLink } from '#modules/sales/pay-link.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'

import type { DemonstrationBank } from './bank.ts'
import { findEnquiryOf, findOrderOf, findUnchanged } from './known.ts'
import { findRide } from './rides.ts'
import type { Purchase, TravellersAct } from './story.ts'

/*
 * The acts of the demonstration's travellers, done with the functions that the pages call. Each looks
 * first whether it was done already, so that all of them can be repeated. A refusal, such as a full
 * bus, is a part of the story.
 */

/** Does one act at the present time of this program. */
export async function actAsTraveller(
  act: Purchase | TravellersAct,
  bank: DemonstrationBank,
): Promise<void> {
  if (act.kind === 'buy') return buy(act, bank)
  if (act.kind === 'pay-link') return payLink(act, bank)
  if (act.kind === 'write') return write(act)
  if (act.kind === 'reply') return reply(act)
  return act.kind === 'cancel' ? giveUp(act) : moveLater(act)
}

type ActOf<Kind> = Extract<TravellersAct, { kind: Kind }>

async function buy(purchase: Purchase, bank: DemonstrationBank): Promise<void> {
  const { visitor, locale, name, email, phone, ending } = purchase
  if (await findOrderOf(visitor)) return
  const rides = await chooseRides(purchase)
  if (rides.length === 0) return
  const held = await addToCart({ visitor, locale, rides, now: now() })
  if (!held.ok || ending === 'left') return
  const page = await checkOut({
    visitor,
    contact: { name, email, phone },
    emailAsked: email,
    wheelchairs: {},
    termsAccepted: true,
    termsVersion: TERMS_VERSION,
    refundTerms: REFUND_TERMS,
    locale,
    origin: siteOrigin(),
    now: now(),
  })
  if (page.ok) await pay(page.goTo, ending, bank)
}

async function chooseRides(purchase: Purchase): Promise<RideWish[]> {
  const { trip, backAfter } = purchase
  const out = await findRide(party(purchase), trip)
  if (!out || backAfter === undefined) return out ? [out] : []
  const { from, to, leavesAfter } = trip
  const way = { from: to, to: from, leavesAfter: leavesAfter.add({ hours: 24 * backAfter }) }
  const back = await findRide(party(purchase), way)
  return back ? [out, back] : [out]
}

function party({ passengers, wheelchairUsers }: Pick<RideWish, 'passengers' | 'wheelchairUsers'>) {
  return { passengers, wheelchairUsers }
}

async function pay(page: string, ending: Purchase['ending'], bank: DemonstrationBank) {
  const payment = await db
    .selectFrom('payments')
    .select(['paymentId', 'amountCents'])
    .select((row) => row.fn.coalesce('providerRef', row.val('')).as('providerRef'))
    .where('redirectUrl', '=', page)
    .executeTakeFirst()
  if (!payment) return
  if (ending === 'odd-sum') await bank.payOddSum(payment.providerRef, payment.amountCents)
  else await bank.pay(page, ending === 'declined' ? 'declined' : 'good')
  await reconcile(payment.paymentId, { now: now(), patience: 'job', close: ending === 'declined' })
}

/** A caller pays on the page to which the mail leads. */
async function payLink({ visitor }: ActOf<'pay-link'>, bank: DemonstrationBank): Promise<void> {
  const order = await findOrderOf(visitor)
  if (order?.status !== 'cart') return
  const { manageId, locale } = order
  const page = await payByLink({ manageId, locale, origin: siteOrigin(), now: now() })
  if (page.ok) await pay(page.goTo, 'paid', bank)
}

async function giveUp({ visitor }: ActOf<'cancel' | 'move'>): Promise<void> {
  const order = await findUnchanged(visitor)
  const [booking] = order ? await listBookings(db, order.orderId) : []
  if (!order || !booking) return
  const leaving = [{ bookingId: booking.bookingId, staying: null }]
  const wish = { manageId: order.manageId, leaving, now: now() }
  const quote = await quoteCancellation(wish)
  if (quote.ok) await cancel({ ...wish, shownRefund: quote.refund })
}

async function moveLater({ visitor }: ActOf<'cancel' | 'move'>): Promise<void> {
  const order = await findUnchanged(visitor)
  const [booking] = order ? await listBookings(db, order.orderId) : []
  if (!order || !booking) return
  const { fromStopId: from, toStopId: to, departsAt, bookingId } = booking
  const leavesAfter = departsAt.add({ hours: 1 })
  const ride = await findRide(party(booking), { from, to, leavesAfter })
  if (!ride) return
  const wish = { manageId: order.manageId, bookingId, to: ride, now: now() }
  const quote = await quoteAmendment(wish)
  if (!quote.ok) return
  await amend({ ...wish, shown: quote, locale: order.locale, origin: siteOrigin() })
}

async function write({ visitor, locale, fields }: ActOf<'write'>): Promise<void> {
  if (await findEnquiryOf(visitor)) return
  await receiveEnquiry({ kind: 'contact', fields, suspicions: [], locale, visitor, now: now() })
}

async function reply({ visitor, text }: ActOf<'reply'>): Promise<void> {
  const enquiry = await findEnquiryOf(visitor)
  if (enquiry?.threadId && enquiry.state === 'waiting') {
    await replyToAnswer({ threadId: enquiry.threadId, text, now: now() })
  }
}
