import { addNote, sendAnswer, takeEnquiry } from '#modules/enquiries/answer.server.ts'
import { addNotice, listNotices } from '#modules/notices/notices.server.ts'
import { giveGoodwill } from '#modules/orders/office/goodwill.server.ts'
import { listNotes, writeNote } from '#modules/orders/order/notes.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import {
  cancel,
  quoteCancellation,
  quoteOverruledCancellation,
} from '#modules/orders/self-service/cancel.server.ts'
import { expectedCash } from '#modules/payments/till/till-entry.ts'
import { closeTill, findOwnTill, openTill } from '#modules/payments/till/till.server.ts'
import { expireSale } from '#modules/sales/expire-sale.server.ts'
import { sellAtCounter, sendPaymentLink } from '#modules/sales/sell.server.ts'
import { demonstrationMember } from '#modules/staff/sign-in/demonstration.server.ts'
import { countEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

import { cancelBus, countAboard, reportLate } from './buses.ts'
import { loseDriver, planFleet } from './fleet.ts'
import { findEnquiryOf, findOrderOf, findUnchanged, wasTillOpened } from './known.ts'
import { findRide } from './rides.ts'
import type { Purchase, Sale, StaffAct, TravellersAct } from './story.ts'

/*
 * The acts of the demonstration's staff, done with the functions behind the office. Like those of its
 * travellers, each looks first whether it was done already.
 */

const SELLER = demonstrationMember('seller')
const DISPATCHER = demonstrationMember('dispatcher')
const EDITOR = demonstrationMember('editor')
/** The limit of a seller (app/permissions.ts). */
const MAY_WAIVE_CENTS = 3000

type ActOf<Kind> = Extract<StaffAct, { kind: Kind }>
type Doing = { [Kind in StaffAct['kind']]: (act: ActOf<Kind>) => Promise<unknown> }

const DOING: Doing = {
  sell,
  lapse,
  'open-till': beginShift,
  'close-till': endShift,
  note,
  overrule,
  goodwill,
  answer,
  take,
  notice,
  fleet: (planned) => planFleet(planned, DISPATCHER),
  ill: () => loseDriver(DISPATCHER),
  'cancel-departure': ({ reason }) => cancelBus({ reason, by: DISPATCHER }),
  late: ({ minutes }) => reportLate({ minutes, by: DISPATCHER }),
  board: ({ since }) => countAboard({ since, by: demonstrationMember('driver') }),
}

export function isOfStaff(act: Purchase | TravellersAct | StaffAct): act is StaffAct {
  return Object.hasOwn(DOING, act.kind)
}

/** Does one act at the present time of this program. */
export async function actAsStaff(act: StaffAct): Promise<void> {
  await (DOING[act.kind] as (act: StaffAct) => Promise<unknown>)(act)
}

async function sell(sale: Sale): Promise<void> {
  const { visitor: saleKey, locale, name, email, phone, passengers, trip, means } = sale
  if (await findOrderOf(saleKey)) return
  const ride = await findRide({ passengers, wheelchairUsers: 0 }, trip, 'for-staff')
  if (!ride) return
  const isByLink = means === 'link'
  const customer = { name, phone, email: isByLink || phone === '' ? email : null }
  const sold = { saleKey, by: SELLER, rides: [ride], customer, locale, now: now() }
  const slip = String(now().epochMilliseconds).slice(4, 10)
  if (isByLink) await sendPaymentLink(sold)
  else await sellAtCounter({ ...sold, handedOver: means === 'cash' ? { means } : { means, slip } })
}

async function lapse({ visitor }: ActOf<'lapse'>): Promise<void> {
  const order = await findOrderOf(visitor)
  if (order) await expireSale(order.orderId, now())
}

async function beginShift({ float }: ActOf<'open-till'>): Promise<void> {
  if (!(await wasTillOpened(now()))) await openTill({ by: SELLER, float, now: now() })
}

/** A till that a visitor of the office has opened meanwhile stays open. */
async function endShift({ missing }: ActOf<'close-till'>): Promise<void> {
  const till = await findOwnTill(SELLER.staffId)
  if (!till || !isBefore(till.openedAt, now())) return
  const expected = expectedCash(till.floatCents, till.entries)
  await closeTill({ by: SELLER, counted: cents(expected - missing), now: now() })
}

async function note({ visitor, by, text }: ActOf<'note'>): Promise<void> {
  const order = await findOrderOf(visitor)
  if (order?.status !== 'confirmed' || (await listNotes(order.orderId)).length > 0) return
  await writeNote({ orderId: order.orderId, text, by: demonstrationMember(by), now: now() })
}

async function overrule({ visitor, code, reason }: ActOf<'overrule'>): Promise<void> {
  const order = await findUnchanged(visitor)
  const [booking] = order ? await listBookings(db, order.orderId) : []
  if (!order || !booking) return
  const leaving = [{ bookingId: booking.bookingId, staying: null }]
  const wish = { manageId: order.manageId, leaving, now: now() }
  const byRule = await quoteCancellation(wish)
  const bounds = await quoteOverruledCancellation(wish)
  if (!byRule.ok || !bounds.ok) return
  await cancel({
    ...wish,
    shownRefund: byRule.refund,
    staff: await requestOf(SELLER, order.orderId, reason),
    overrule: { code, mayWaiveCents: MAY_WAIVE_CENTS, give: bounds.most },
  })
}

async function goodwill({ visitor, amount, code, reason }: ActOf<'goodwill'>): Promise<void> {
  const order = await findUnchanged(visitor)
  if (!order) return
  const { orderId } = order
  const staff = await requestOf(DISPATCHER, orderId, reason)
  const waiving = { code, mayWaiveCents: MAY_WAIVE_CENTS }
  await giveGoodwill({ orderId, amount, staff, overrule: waiving, now: now() })
}

async function requestOf(by: typeof SELLER, orderId: string, reason: string) {
  return { by, reason, seen: await countEntries(`order:${orderId}`) }
}

async function answer({ visitor, text, settles }: ActOf<'answer'>): Promise<void> {
  const enquiry = await findEnquiryOf(visitor)
  if (!enquiry || enquiry.firstAnsweredAt) return
  const seen = await countEntries(`enquiry:${enquiry.enquiryId}`)
  await sendAnswer({ ...seeing(enquiry, DISPATCHER), seen, text, settles })
}

async function take({ visitor, note: text }: ActOf<'take'>): Promise<void> {
  const enquiry = await findEnquiryOf(visitor)
  if (!enquiry || enquiry.assignedTo) return
  const seen = await countEntries(`enquiry:${enquiry.enquiryId}`)
  await addNote({ ...seeing(enquiry, DISPATCHER), text })
  await takeEnquiry({ ...seeing(enquiry, DISPATCHER), seen: seen + 1 })
}

function seeing({ reference }: { reference: string }, by: typeof SELLER) {
  return { reference, by, now: now() }
}

async function notice({ content, isPublished }: ActOf<'notice'>): Promise<void> {
  const isKnown = (await listNotices()).some(({ words }) => words.en === content.words.en)
  if (!isKnown) await addNotice({ content, publishes: isPublished, by: EDITOR, now: now() })
}
