import { describe, expect, test } from 'vitest'

import { remindTravellers } from '#modules/notifications/remind.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { doJobs, poll } from '#test/simulation/jobs.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  buy,
  choose,
  countPlacesTaken,
  findOrderRow,
  getPaymentOf,
  goToBank,
  listMails,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'

import { cancel, quoteCancellation } from './cancel.server.ts'

/*
 * docs/promises.md: both nights on which the clock changes, played with the simulated clock. The
 * day after the first has 23 hours; in the other the hour from three to four comes twice.
 */

const simulation = openSimulation()

describe.each([
  ['the spring night', '2027-03-28T01:00:00Z'],
  ['the autumn night', '2027-10-31T01:00:00Z'],
])('%s', (_night, changesAt) => {
  const change = Temporal.Instant.from(changesAt)
  /** Noon in winter time on the day of the change. */
  const leaves = change.add({ hours: 9 })

  test('a ride is refundable until exactly 24 hours before departure, and not a second later', async () => {
    setClock(leaves.subtract({ hours: 30 }))
    const departureId = await addDeparture({ departsAt: leaves })
    const [early, late] = [await buyOn(departureId), await buyOn(departureId)]
    const limit = leaves.subtract({ hours: 24 })

    setClock(limit)
    expect(await giveUp(early.orderId, limit)).toMatchObject({ ok: true, refund: 1700 })
    expect(await giveUp(late.orderId, limit.add({ seconds: 1 }))).toMatchObject({
      ok: true,
      refund: 0,
      forfeited: 1800,
    })
    await doJobs()
    expect(await listRefunds(early.orderId)).toMatchObject([{ state: 'succeeded' }])
    expect(await listRefunds(late.orderId)).toEqual([])
  })

  test('a traveller of that day is reminded the evening before, once, however often the job runs', async () => {
    const day = change.toZonedDateTimeISO('Asia/Nicosia').toPlainDate()
    setClock(inCyprus(day.subtract({ days: 1 }), '09:00'))
    const rides = [
      inCyprus(day, '00:00'),
      inCyprus(day, '23:59'),
      inCyprus(day.add({ days: 1 }), '00:00'),
    ]
    const orders = []
    for (const departsAt of rides) orders.push(await buyOn(await addDeparture({ departsAt })))

    setClock(inCyprus(day.subtract({ days: 1 }), '18:00'))
    await Promise.all([remindTravellers(now()), remindTravellers(now()), remindTravellers(now())])
    await remindTravellers(now())
    const reminders = await Promise.all(
      orders.map(async ({ orderId }) =>
        (await listMails(orderId)).filter(({ kind }) => kind === 'reminder'),
      ),
    )
    expect(reminders.map(({ length }) => length)).toEqual([1, 1, 0])
  })

  test('seats held into the night are held for their real minutes', async () => {
    setClock(change.subtract({ minutes: 5 }))
    const departureId = await addDeparture({ departsAt: leaves, seats: 1 })
    const visitor = addTraveller()
    await choose(visitor, ride(departureId, 'A', 'C'))
    setClock(change.add({ minutes: 9, seconds: 50 }))
    expect(await choose(addTraveller(), ride(departureId, 'A', 'C'))).toMatchObject({ ok: false })
    setClock(change.add({ minutes: 10, seconds: 10 }))
    expect(await choose(addTraveller(), ride(departureId, 'A', 'C'))).toMatchObject({ ok: true })
  })

  test('a payment page open during the change ends at its real time, and its seats after it', async () => {
    setClock(change.subtract({ minutes: 5 }))
    const departureId = await addDeparture({ departsAt: leaves, seats: 1 })
    const visitor = addTraveller()
    await choose(visitor, ride(departureId, 'A', 'C'))
    await goToBank(visitor, simulation.bank)
    setClock(change.add({ minutes: 9 }))
    await poll()
    expect(await getPaymentOf(visitor)).toMatchObject({ state: 'open' })
    setClock(change.add({ minutes: 11 }))
    await poll()
    expect(await getPaymentOf(visitor)).toMatchObject({ state: 'expired' })
    setClock(change.add({ minutes: 22 }))
    expect(await countPlacesTaken(departureId)).toBe(0)
  })
})

function inCyprus(date: Temporal.PlainDate, time: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: 'Asia/Nicosia', plainTime: time }).toInstant()
}

function setClock(moment: Temporal.Instant): void {
  shiftClock(now().until(moment))
}

async function buyOn(departureId: string): Promise<{ orderId: string }> {
  const { orderId } = await buy(simulation.bank, [ride(departureId, 'A', 'C')])
  expect(await findOrderRow(orderId)).toMatchObject({ status: 'confirmed' })
  return { orderId }
}

/** Cancels the whole order at this moment, for the refund shown at it. */
async function giveUp(orderId: string, at: Temporal.Instant) {
  const { manageId } = await findOrderRow(orderId)
  const bookings = await listBookings(db, orderId)
  const leaving = bookings.map(({ bookingId }) => ({ bookingId, staying: null }))
  const quote = await quoteCancellation({ manageId, leaving, now: at })
  if (!quote.ok) return quote
  return cancel({ manageId, leaving, shownRefund: quote.refund, now: at })
}
