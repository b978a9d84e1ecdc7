import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { priceParty, totalOf } from '#modules/fares/fares.ts'
import { mapPassengers } from '#modules/fares/passengers.ts'
import { contactColumns } from '#modules/orders/order/buyers.server.ts'
import type { CartRefusal, RideWish } from '#modules/orders/order/limits.ts'
import { checkParty } from '#modules/orders/order/party.ts'
import { lockOrder, refundTermColumns, type Order } from '#modules/orders/order/rows.server.ts'
import type { SaleChannel } from '#modules/orders/order/sale-channel.ts'
import { MAX_RIDES, type RefundTerms } from '#modules/rules/rules.ts'
import {
  departureIdsOf,
  lockSeveral,
  quoteHold,
  type HeldRide,
} from '#modules/seats/seats.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { newAccessToken, newReference } from '#platform/ids.server.ts'
import type { Locale } from '#platform/locale.ts'
import { cents, sum, type Cents } from '#platform/money.ts'
import { env } from '#platform/settings/env.server.ts'
import { isBefore } from '#platform/time.ts'

import {
  heldRideOf,
  quoteRide,
  writeBookings,
  type PricedRide,
  type QuotedRide,
} from './quote-rides.server.ts'

export type NewSale = {
  /** The key under which this sale is found again; it is no browser's. */
  saleKey: `sale:${string}`
  channel: Exclude<SaleChannel, 'web'>
  /** The id of the member of staff. */
  soldBy: string
  /** The language of the traveller. */
  locale: Locale
  /** One ride, or several that are sold together: all of them, or none. */
  rides: readonly RideWish[]
  /** Without an address nothing is mailed, and the tickets are printed. */
  contact: { name: string; email: string | null; phone: string }
  /** The version of the terms that the traveller was told of; null if they accept it when they pay. */
  termsVersion: string | null
  refundTerms: RefundTerms
  /** The rides cost nothing; the fares that they would have cost are returned. */
  isFree: boolean
  /** The code of a ticket that was made before its sale. */
  reference?: string
  now: Temporal.Instant
}

export type WrittenSale =
  | { ok: true; is: 'new'; order: Order; rides: HeldRide[]; total: Cents; waived: Cents }
  /** The form was sent twice: the sale is already there. */
  | { ok: true; is: 'known'; order: Order }

/**
 * Writes an order that staff sell, with its bookings at the fares of their day. The caller holds the seats, last
 * of all. Prices come from the fares alone; a party larger than the site allows is refused here too.
 */
export async function writeSale(tx: Tx, sale: NewSale): Promise<WrittenSale | CartRefusal> {
  const quoted = await quoteSale(tx, sale)
  return quoted.ok ? writeQuoted(tx, sale, quoted.rides) : quoted
}

/** The same for rides whose fares the traveller has paid already, whatever they cost today. */
export async function writeQuoted(
  tx: Tx,
  sale: Omit<NewSale, 'rides'>,
  regular: readonly PricedRide[],
): Promise<WrittenSale> {
  const order = await writeOrder(tx, sale)
  if (!order.isNew) return { ok: true, is: 'known', order: order.row }
  const { orderId } = order.row
  const priced = sale.isFree ? regular.map(withoutFare) : regular
  await lockSeveral(tx, departureIdsOf(regular.map(({ ride }) => ride)))
  const rides = await writeBookings(tx, { orderId, kept: [], quoted: priced })
  await tx
    .updateTable('bookings')
    .set(refundTermColumns(sale.refundTerms))
    .where('orderId', '=', orderId)
    .execute()
  const total = priceOf(priced)
  return {
    ok: true,
    is: 'new',
    order: order.row,
    rides,
    total,
    waived: cents(priceOf(regular) - total),
  }
}

type QuotedSale = { ok: true; rides: QuotedRide[] } | CartRefusal

async function quoteSale(tx: Tx, { saleKey, rides: wishes, now }: NewSale): Promise<QuotedSale> {
  if (wishes.length === 0) return { ok: false, reason: 'no-such-ride' }
  if (wishes.length > MAX_RIDES) return { ok: false, reason: 'cart-full', most: MAX_RIDES }
  const rides: QuotedRide[] = []
  for (const wish of wishes) {
    const party = checkParty(wish.passengers, wish.wheelchairUsers)
    if (!party.ok) return party
    const ride = await quoteRide(tx, wish, now)
    if (!ride.ok) return ride
    rides.push(ride)
  }
  const [out, back] = rides
  if (out && back && isBefore(back.ride.departsAt, out.ride.arrivesAt)) {
    return { ok: false, reason: 'return-before-arrival' }
  }
  if (await isSoldAlready(tx, saleKey)) return { ok: true, rides }
  const wanted = rides.map((ride) => heldRideOf(ride, ''))
  const quote = await quoteHold(tx, { rides: wanted, closing: 'for-staff', now })
  return quote.ok ? { ok: true, rides } : quote
}

/** A sale that is sent again has its seats already, and may have the last ones. */
async function isSoldAlready(tx: Tx, saleKey: string): Promise<boolean> {
  const known = await tx
    .selectFrom('orders')
    .select('orderId')
    .where('visitor', '=', saleKey)
    .executeTakeFirst()
  return known !== undefined
}

function withoutFare(quoted: PricedRide): PricedRide {
  return { ...quoted, fares: mapPassengers(() => cents(0)), fareEdition: null }
}

function priceOf(rides: readonly PricedRide[]): Cents {
  return sum(rides.map(({ fares, wish }) => totalOf(priceParty(fares, wish.passengers))))
}

/** The second of two that are sent at the same time waits here and finds the first. */
async function writeOrder(
  tx: Tx,
  sale: Omit<NewSale, 'rides'>,
): Promise<{ isNew: boolean; row: Order }> {
  const { saleKey, channel, soldBy, locale, contact, termsVersion, now } = sale
  const { reference = newReference() } = sale
  const orderId = randomUUID()
  const written = await tx
    .insertInto('orders')
    .values({
      orderId,
      manageId: newAccessToken(),
      reference,
      visitor: saleKey,
      channel,
      soldBy,
      status: 'cart',
      locale,
      termsVersion,
      termsAcceptedAt: termsVersion === null ? null : now,
      createdAt: now,
      firstHeldAt: now,
      heldUntil: now,
      vatPercent: env().VAT_PERCENT,
    })
    .onConflict((known) =>
      known.column('visitor').where('visitor', 'like', sql.lit('sale:%')).doNothing(),
    )
    .returning('orderId')
    .executeTakeFirst()
  if (written) {
    const columns = contactColumns({ ...contact, email: contact.email ?? '' })
    await tx
      .updateTable('orders')
      .set({ ...columns, contactEmail: contact.email })
      .where('orderId', '=', orderId)
      .execute()
    return { isNew: true, row: await lockOrder(tx, orderId) }
  }
  const known = await tx
    .selectFrom('orders')
    .select('orderId')
    .where('visitor', '=', saleKey)
    .executeTakeFirstOrThrow()
  return { isNew: false, row: await lockOrder(tx, known.orderId) }
}

/** Keeps a sale for the time in which it can be paid by the link. */
export async function keepSaleUntil(
  tx: Tx,
  { orderId }: Order,
  heldUntil: Temporal.Instant,
): Promise<void> {
  await tx.updateTable('orders').set({ heldUntil }).where('orderId', '=', orderId).execute()
}
