import {
  aboardOtherBuses,
  aboardOwnBus,
  countAboard,
} from '#modules/boarding/counts/count-aboard.server.ts'
import { groupByStop } from '#modules/boarding/package/by-stop.ts'
import { countAboard as count } from '#modules/boarding/package/scans.ts'
import { findToday } from '#modules/dispatch/today.server.ts'
import type { Manifest, ManifestParty } from '#modules/documents/manifest.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { listPairs } from '#modules/fleet/relief-bus.server.ts'
import { passengerRows, passengersOf } from '#modules/orders/order/booking-passengers.server.ts'
import { headCount, placesFor } from '#modules/orders/order/party.ts'
import { listSeatBlocks } from '#modules/seats/seat-blocks.server.ts'
import { readTicketNumber } from '#modules/tickets/ticket.ts'
import { getStopNames, type StopName } from '#modules/timetable/stop-names.server.ts'
import { db } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import type { Locale } from '#platform/locale.ts'

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
  const [today, counts, closed, pairs, blocks] = await Promise.all([
    findToday([departureId]),
    countAboard([departureId]),
    listClosedBoardings(departureId),
    listPairs([departureId]),
    listSeatBlocks([departureId]),
  ])
  const stops = groupByStop(
    calls.map((call) => {
      const { name, shortName } = nameOf(call.stopId)
      return { ...call, name: nameToday(name, call.position), shortName }
    }),
    parties,
  )
  /** With the place where the bus stops instead, or the fact that it does not stop. */
  function nameToday(name: string, position: number): string {
    const { notServed, servedAt } = ticketWords(locale).ticket
    if (today.isClosed(departureId, position)) return notServed(name)
    const place = today.bays.find((call) => call.position === position)?.movedTo?.[locale]
    return place ? servedAt(name, place) : name
  }
  return {
    ...departure,
    locale,
    stops,
    people: parties.reduce((total, { people }) => total + people, 0),
    aboard: counts.get(departureId)?.aboard ?? 0,
    closed,
    buses: pairs.get(departureId) ?? [],
    blocked: blocks.map(({ seats, reason }) => ({ seats, reason })),
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

function listClosedBoardings(departureId: string) {
  return db
    .selectFrom('closedBoardings')
    .select(['position', 'closedAt'])
    .where('departureId', '=', departureId)
    .execute()
}

/** The paid bookings that still stand, each with its valid ticket and how many are aboard. */
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
    .leftJoinLateral(aboardOwnBus, (join) => join.onTrue())
    .leftJoinLateral(aboardOtherBuses, (join) => join.onTrue())
    .select(['bookings.bookingId', 'orders.reference', 'orders.channel', 'tickets.number'])
    .select('tickets.groupLeader')
    .select(['fromPosition', 'toPosition', 'toStopId', 'wheelchairUsers', 'wheelchairNumber'])
    .select(['missed', passengerRows, 'aboard.boarded', 'aboard.tickedAt', 'aboard.tickedBy'])
    .select('others.takenAlong')
    .where('departureId', '=', departureId)
    .where('bookings.state', '=', 'live')
    .where('orders.status', '=', 'confirmed')
    .execute()
  return rows.map(
    ({
      number,
      passengerRows: party,
      toStopId,
      groupLeader,
      channel,
      boarded,
      takenAlong,
      ...row
    }) => {
      const passengers = passengersOf(party)
      const people = headCount(passengers)
      const { ride, issue } = readTicketNumber(number)
      return {
        ...row,
        ride: Number(ride.split('-')[1]),
        issue,
        leader: groupLeader,
        isWalkUp: channel === 'on-board',
        passengers,
        people,
        seats: placesFor(passengers, row.wheelchairUsers).seats,
        to: nameOf(toStopId).shortName,
        aboard: count(boarded ?? 0, people),
        elsewhere: count(takenAlong ?? 0, people - count(boarded ?? 0, people)),
        tooMany: Math.max(0, (boarded ?? 0) - people),
      }
    },
  )
}
