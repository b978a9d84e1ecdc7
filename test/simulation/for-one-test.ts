import { onTestFinished } from 'vitest'

import type { PassengerCategory } from '#modules/fares/passengers.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { makeNewEdition } from '#test/fixtures/new-edition.ts'

import { setFare, type StopId } from './timetable.ts'

/* Changes by staff to data that the tests of a file share. They are undone after the test. */

/** A new price for one pair of stops and one category. */
export async function changeFare(
  fromStopId: StopId,
  toStopId: StopId,
  passengerCategory: PassengerCategory,
  fareCents: number,
): Promise<void> {
  const { fareCents: before } = await db
    .selectFrom('fares')
    .select('fareCents')
    .where('fromStopId', '=', fromStopId)
    .where('toStopId', '=', toStopId)
    .where('passengerCategory', '=', passengerCategory)
    .executeTakeFirstOrThrow()
  onTestFinished(() => setFare(fromStopId, toStopId, passengerCategory, before ?? 0))
  await setFare(fromStopId, toStopId, passengerCategory, fareCents)
}

/** Another price for those who board at this moment or later. */
export async function changeFareFrom(
  departsAt: Temporal.Instant,
  fare: { fromStopId: string; toStopId: string; fareCents: number | null },
): Promise<void> {
  const validFrom = dateInCyprus(departsAt)
  onTestFinished(async () => {
    await db.deleteFrom('fares').where('validFrom', '=', validFrom).execute()
    await makeNewEdition()
  })
  const row = { ...fare, passengerCategory: 'adult', validFrom } as const
  await db.insertInto('fares').values(row).execute()
  await makeNewEdition()
}

/** Whether wheelchairs can board at a stop; null means unknown. */
export async function changeBoarding(
  stopId: string,
  wheelchairBoarding: boolean | null,
): Promise<void> {
  const { wheelchairBoarding: before } = await db
    .selectFrom('stops')
    .select('wheelchairBoarding')
    .where('stopId', '=', stopId)
    .executeTakeFirstOrThrow()
  onTestFinished(() => setBoarding(stopId, before))
  await setBoarding(stopId, wheelchairBoarding)
}

async function setBoarding(stopId: string, wheelchairBoarding: boolean | null): Promise<void> {
  await db.updateTable('stops').set({ wheelchairBoarding }).where('stopId', '=', stopId).execute()
  await makeNewEdition()
}

/** Another number of seats of a bus. */
export async function changeSeats(departureId: string, seats: number): Promise<void> {
  const { seats: before } = await db
    .selectFrom('departures')
    .select('seats')
    .where('departureId', '=', departureId)
    .executeTakeFirstOrThrow()
  onTestFinished(() => setSeats(departureId, before ?? 0))
  await setSeats(departureId, seats)
}

async function setSeats(departureId: string, seats: number): Promise<void> {
  await db.updateTable('departures').set({ seats }).where('departureId', '=', departureId).execute()
}

/** Makes the book of a payment wrong, so that its refund is a fault, or right again. */
export async function setCaptured(paymentId: string, capturedCents: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ capturedCents })
    .where('paymentId', '=', paymentId)
    .execute()
}
