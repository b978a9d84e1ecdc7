import type { Manifest, ManifestParty } from '#modules/documents/manifest.ts'
import { passengerRows, passengersOf } from '#modules/orders/order/booking-passengers.server.ts'
import { headCount, placesFor } from '#modules/orders/order/party.ts'
import { readTicketNumber } from '#modules/tickets/ticket.ts'
import { getStopNames, type StopName } from '#modules/timetable/stop-names.server.ts'
import { db } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import type { Locale } from '#platform/locale.ts'

import { groupByStop } from './manifest.ts'
import { newestTick } from './ticks.server.ts'

/**
 * The list of passengers of a departure as it is now, in this language; undefined for an unknown
 * departure. A cancelled one still lists the bookings that have not been moved.
 */
export async function findManifest(
  departureId: string,
  { locale, now }: { locale: Locale; now: Temporal.Instant },
): Promise<Manifest | undefined> {
  if (!UUID.test(departureId)) return undefined
  const departure = await findDeparture(departureId, locale)
  if (!departure) return undefined
  const calls = await listCalls(departureId)
  const nameOf = await getStopNames(
    locale,
    calls.map(({ stopId }) => stopId),
  )
  const parties = await listParties(departureId, nameOf)
  const stops = groupByStop(
    calls.map((call) => {
      const { name, shortName } = nameOf(call.stopId)
      return { ...call, name, shortName }
    }),
    parties,
  )
  return {
    ...departure,
    locale,
    stops,
    people: parties.reduce((total, { people }) => total + people, 0),
    aboard: parties.reduce((total, { aboard }) => total + aboard, 0),
    madeAt: now,
  }
}

async function findDeparture(departureId: string, locale: Locale) {
  const row = await db
    .selectFrom('departures')
    .innerJoin('routes', 'routes.routeId', 'departures.routeId')
    .leftJoin('routeNames', (join) =>
      join
        .onRef('routeNames.routeId', '=', 'departures.routeId')
        .on('routeNames.locale', '=', locale),
    )
    .select(['departureId', 'departures.routeId', 'serviceDate', 'status', 'seats'])
    .select(['wheelchairPlaces', 'routes.shortName as routeShortName', 'longName as routeName'])
    .where('departureId', '=', departureId)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      wheelchairPlaces: row.wheelchairPlaces ?? 0,
      routeName: row.routeName ?? row.routeShortName,
    }
  )
}

function listCalls(departureId: string) {
  return db
    .selectFrom('departureStops')
    .select(['position', 'stopId', 'arrivesAt', 'departsAt'])
    .where('departureId', '=', departureId)
    .orderBy('position')
    .execute()
}

/** The paid bookings that still stand, each with its valid ticket and its newest tick. */
async function listParties(
  departureId: string,
  nameOf: (stopId: string) => StopName,
): Promise<ManifestParty[]> {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .innerJoin('tickets', (join) =>
      join.onRef('tickets.bookingId', '=', 'bookings.bookingId').on('replacedAt', 'is', null),
    )
    .leftJoinLateral(newestTick, (join) => join.onTrue())
    .select(['bookings.bookingId', 'orders.reference', 'tickets.number', 'tickets.groupLeader'])
    .select(['fromPosition', 'toPosition', 'toStopId', 'wheelchairUsers', 'wheelchairNumber'])
    .select(['missed', passengerRows, 'tick.aboard', 'tick.tickedAt', 'tick.tickedBy'])
    .where('departureId', '=', departureId)
    .where('bookings.state', '=', 'live')
    .where('orders.status', '=', 'confirmed')
    .execute()
  return rows.map(({ number, passengerRows: party, toStopId, groupLeader, ...row }) => {
    const passengers = passengersOf(party)
    const { ride, issue } = readTicketNumber(number)
    return {
      ...row,
      ride: Number(ride.split('-')[1]),
      issue,
      leader: groupLeader,
      passengers,
      people: headCount(passengers),
      seats: placesFor(passengers, row.wheelchairUsers).seats,
      to: nameOf(toStopId).shortName,
      aboard: row.aboard ?? 0,
    }
  })
}
