import { randomUUID } from 'node:crypto'

import { db } from '#platform/db.server.ts'
import { TIME_ZONE } from '#platform/time.ts'

/*
 * A timetable small enough to read, for tests: one line from Deryneia by Paralimni to the airport,
 * one from Nicosia, and the Famagusta area with a wheelchair stop and one that is none.
 */

export const FAMAGUSTA = ['DER', 'PAR']
const FARES = { DER: [1400, 700, 1200, 0], PAR: [1400, 700, 1200, 0], NIC: [900, 450, 750, 0] }

export async function addStopsAndFares(): Promise<void> {
  const stops = ['NIC', 'LCA', 'PFO', 'PAR', 'DER'].map((stopId) => {
    return { stopId, latitude: 35, longitude: 33, wheelchairBoarding: stopId !== 'DER' }
  })
  await db.insertInto('stops').values(stops).execute()
  await db.insertInto('areas').values({ areaId: 'FAMAGUSTA' }).execute()
  const inFamagusta = FAMAGUSTA.map((stopId) => ({ areaId: 'FAMAGUSTA', stopId }))
  await db.insertInto('stopAreas').values(inFamagusta).execute()
  await db.insertInto('routes').values({ routeId: '1', shortName: 'NL', position: 1 }).execute()

  const categories = ['adult', 'child', 'student', 'infant']
  const rows = Object.entries(FARES).flatMap(([stopId, fares]) =>
    categories.flatMap((passengerCategory, index) => {
      const fare = { passengerCategory, fareCents: fares[index] ?? 0 }
      return [
        { fromStopId: stopId, toStopId: 'LCA', ...fare },
        { fromStopId: 'LCA', toStopId: stopId, ...fare },
      ]
    }),
  )
  await db.insertInto('fares').values(rows).execute()
}

type NewDeparture = {
  date: string
  /** Stop and clock time in Cyprus, in order; a time smaller than the one before is the next day. */
  calls: readonly (readonly [stopId: string, time: string])[]
  seats?: number
  wheelchairPlaces?: number
  status?: 'planned' | 'cancelled' | 'withdrawn'
}

/** Picks up at every stop but the last and sets down at the last alone, as FL does. */
export async function addDeparture(departure: NewDeparture): Promise<string> {
  const { date, calls, seats = 10, wheelchairPlaces = 1, status = 'planned' } = departure
  const departureId = randomUUID()
  const serviceDate = Temporal.PlainDate.from(date)
  await db
    .insertInto('departures')
    .values({
      departureId,
      tripId: departureId,
      routeId: '1',
      serviceDate,
      seats,
      wheelchairPlaces,
      status,
    })
    .execute()
  const moments = momentsOf(serviceDate, calls)
  const stops = calls.map(([stopId], position) => {
    const isLast = position === calls.length - 1
    const moment = moments[position] ?? Temporal.Instant.fromEpochMilliseconds(0)
    const when = { arrivesAt: moment, departsAt: moment }
    return { departureId, position, stopId, ...when, pickup: !isLast, dropoff: isLast }
  })
  await db.insertInto('departureStops').values(stops).execute()
  return departureId
}

function momentsOf(date: Temporal.PlainDate, calls: NewDeparture['calls']): Temporal.Instant[] {
  const first = calls[0]?.[1] ?? ''
  return calls.map(([, time]) => {
    const day = time < first ? date.add({ days: 1 }) : date
    return day.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: time }).toInstant()
  })
}

type NewHold = {
  departureId: string
  seats: number
  wheelchairPlaces?: number
  legs?: [number, number]
  state?: 'cart' | 'paying' | 'sold'
  expiresAt?: Temporal.Instant | null
}

export async function takePlaces(taken: NewHold): Promise<void> {
  const { departureId, seats, wheelchairPlaces = 0, state = 'sold', expiresAt = null } = taken
  const [fromPosition, toPosition] = taken.legs ?? [0, 1]
  const hold = { holdId: randomUUID(), bookingId: randomUUID(), departureId, state, expiresAt }
  await db
    .insertInto('seatHolds')
    .values({ ...hold, fromPosition, toPosition, seats, wheelchairPlaces })
    .execute()
}

export async function publishUntil(date: string, now: Temporal.Instant): Promise<void> {
  const timetableUntil = Temporal.PlainDate.from(date)
  const feed = { importId: randomUUID(), importedAt: now, source: 'a test', warnings: 0 }
  await db
    .insertInto('feedImports')
    .values({ ...feed, timetableUntil })
    .execute()
}

type NewTrip = { serviceId: string; seconds: number; removedOn: string }

/** A daily trip from Nicosia of which one date is taken out of the calendar. */
export async function addRemovedTrip({ serviceId, seconds, removedOn }: NewTrip): Promise<void> {
  const calendar = {
    serviceId,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    validFrom: Temporal.PlainDate.from('2026-01-01'),
    validUntil: Temporal.PlainDate.from('2027-12-31'),
  }
  await db.insertInto('serviceCalendars').values(calendar).execute()
  const date = Temporal.PlainDate.from(removedOn)
  await db.insertInto('serviceExceptions').values({ serviceId, date, runs: false }).execute()
  const trip = { tripId: serviceId, routeId: '1', serviceId, seats: 10, wheelchairPlaces: 1 }
  await db.insertInto('trips').values(trip).execute()
  const [departs, arrives] = [seconds, seconds + 2400]
  const call = { tripId: serviceId, pickup: true, dropoff: true }
  await db
    .insertInto('stopTimes')
    .values([
      { ...call, position: 0, stopId: 'NIC', arrivesSeconds: departs, departsSeconds: departs },
      { ...call, position: 1, stopId: 'LCA', arrivesSeconds: arrives, departsSeconds: arrives },
    ])
    .execute()
}
