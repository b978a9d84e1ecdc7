import type { Passengers } from '#modules/fares/passengers.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { amend } from '#modules/orders/self-service/amend.server.ts'
import { cancel } from '#modules/orders/self-service/cancel.server.ts'
import { quoteNextBus, takeNextBus } from '#modules/orders/self-service/missed.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'

import type { SimulatedBank } from './bank.ts'
import { buy, comeBack, findOrderRow } from './travellers.ts'

/* The acts of travellers after buying. Each is expected to succeed. */

export type Held = { orderId: string; manageId: string; reference: string }

export async function buyIn(
  locale: Locale,
  bank: SimulatedBank,
  ...rides: RideWish[]
): Promise<Held> {
  const { orderId } = await buy(bank, rides, { locale })
  const { manageId, reference } = await findOrderRow(orderId)
  return { orderId, manageId, reference }
}

/** Cancels the first ride, or the passengers of it who are not `staying`. */
export async function giveUp(
  { orderId, manageId }: Held,
  { refund, staying }: { refund: number; staying?: Passengers },
): Promise<void> {
  const [booking] = await listBookings(db, orderId)
  const who = staying ? { passengers: staying, wheelchairUsers: 0 } : null
  const leaving = [{ bookingId: booking?.bookingId ?? '', staying: who }]
  succeed(await cancel({ manageId, leaving, shownRefund: cents(refund), now: now() }))
}

type Amendment = {
  bank: SimulatedBank
  surcharge?: number
  refund?: number
  /** Events elsewhere while the bank's page is open. */
  beforePaying?: () => Promise<void>
}

/** Amends the first ride, and pays the surcharge if there is one. */
export async function amendTo(
  { orderId, manageId }: Held,
  to: RideWish,
  { bank, surcharge = 0, refund = 0, beforePaying }: Amendment,
): Promise<void> {
  const [booking] = await listBookings(db, orderId)
  const done = await amend({
    manageId,
    bookingId: booking?.bookingId ?? '',
    to,
    shown: { surcharge: cents(surcharge), refund: cents(refund) },
    locale: 'en',
    origin: bank.door.origin,
    now: now(),
  })
  succeed(done)
  if (!done.ok || !('goTo' in done)) return
  await beforePaying?.()
  await bank.payAtBank(done.goTo)
  const { paymentId } = await db
    .selectFrom('payments')
    .select('paymentId')
    .where('redirectUrl', '=', done.goTo)
    .executeTakeFirstOrThrow()
  await comeBack(paymentId)
}

/** Presses the button for a missed bus on the ticket of the first ride. */
export async function missTheBus({ orderId }: Held): Promise<void> {
  const [ticket] = await listTickets(orderId, 'en', now())
  const ticketId = ticket?.ticketId ?? ''
  const next = await quoteNextBus(ticketId, now())
  succeed(next)
  if (!next.ok) return
  succeed(await takeNextBus(ticketId, { shownDepartureId: next.departureId, now: now() }))
}

function succeed(outcome: { ok: boolean }): void {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`)
}
