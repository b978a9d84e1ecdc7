import { createHash } from 'node:crypto'

import type {
  BoardingPackage,
  InLanguages,
  PackedDeparture,
  PackedTicket,
} from '#modules/boarding/package/package.ts'
import { dayOf } from '#modules/boarding/words/words.ts'
import { placesFor } from '#modules/orders/order/party.ts'
import { listTicketKeys } from '#modules/tickets/ticket-keys.server.ts'
import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import { shortDate } from '#platform/format/dates.ts'
import { keyedHash } from '#platform/keyed-hash.server.ts'
import { LOCALES } from '#platform/locale.ts'
import { env } from '#platform/settings/env.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import { listMyBuses, type Work } from './my-departures.server.ts'
import { readDepartures, type DepartureRow, type TicketRow } from './read-package.server.ts'

type Asked = Work & {
  /** The versions of the departures that the phone has. */
  known: readonly string[]
  now: Temporal.Instant
}

/**
 * The data with which a phone judges tickets without a network: all departures from yesterday to
 * tomorrow, and those of the night before whose passengers may still take another bus, except those
 * that the phone has, with the tickets for them. Names are only on the member's own departures.
 */
export async function makePackage({ staffId, stopId, day, known, now }: Asked) {
  const today = dateInCyprus(now)
  const days = { from: today.subtract({ days: 1 }), until: today.add({ days: 1 }) }
  const [mine, rows, keys] = await Promise.all([
    listMyBuses({ staffId, stopId, day, now }),
    readDepartures(days, now),
    listTicketKeys(now),
  ])
  const own = new Set(mine.map(({ departureId }) => departureId))
  const all = await Promise.all(rows.map((row) => packDeparture(row, own.has(row.departureId))))
  const has = new Set(known)
  const departures = all.filter(({ version }) => !has.has(version))
  const pack: BoardingPackage = {
    madeAt: now.epochMilliseconds,
    isDemonstration: env().MODE === 'demonstration',
    keys,
    stops: await nameStops([
      ...new Set(all.flatMap(({ calls }) => calls.map((one) => one.stopId))),
    ]),
    days: nameDays(all),
    departures,
  }
  const packed = new Set(all.map(({ departureId }) => departureId))
  const runs = mine.filter(({ departureId, status }) => {
    return status !== 'cancelled' && packed.has(departureId)
  })
  return { pack, mine: runs.map(({ departureId, position }) => ({ departureId, position })) }
}

async function packDeparture(row: DepartureRow, isMine: boolean): Promise<PackedDeparture> {
  const { departureId, serviceDate, status, closed, scans } = row
  const packed = {
    departureId,
    day: serviceDate,
    isRunning: status !== 'cancelled',
    calls: row.calls.map(({ stopId, departsAt, delay }) => ({ stopId, departsAt, delay })),
    ...(row.lastReport > 0 && { lastReport: row.lastReport }),
    ...(row.stopNews.length > 0 && { stopNews: row.stopNews }),
    ...(row.buses.length > 0 && {
      buses: row.buses.map(({ plate, seats }) => ({ plate, seats })),
    }),
    free: listFree(row),
    tickets: row.tickets.map((ticket) => packTicket(ticket, isMine)),
    scans,
    closed,
    ...(isMine && { handOverKey: await keyedHash('hand-over', departureId) }),
  }
  return { ...packed, version: hash(JSON.stringify(packed)) }
}

function listFree({ calls, seats, wheelchairPlaces, taken }: DepartureRow) {
  return calls.slice(0, -1).map((_call, leg) => {
    const on = taken.filter((hold) => hold.fromPosition <= leg && leg < hold.toPosition)
    const sum = (of: 'seats' | 'wheelchairPlaces') => on.reduce((all, hold) => all + hold[of], 0)
    return {
      seats: Math.max(0, seats - sum('seats')),
      wheelchairs: Math.max(0, (wheelchairPlaces ?? 0) - sum('wheelchairPlaces')),
    }
  })
}

function packTicket({ passengers, wheelchairUsers, ...row }: TicketRow, isMine: boolean) {
  const { leader, isWalkUp, isValid, voidOn, successor, ...facts } = row
  const places = placesFor(passengers, wheelchairUsers)
  return {
    ...facts,
    state: stateOf(isValid, successor),
    voidOn,
    successor,
    seats: places.seats,
    wheelchairs: places.wheelchairPlaces,
    ...(isMine && isValid && { leader }),
    ...(isMine && isWalkUp && { walkUp: true as const }),
  } satisfies PackedTicket
}

function stateOf(isValid: boolean, successor: string | null) {
  if (isValid) return 'valid'
  return successor ? 'replaced' : 'given-up'
}

/** Short, since a phone sends back one for each departure. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 11)
}

async function nameStops(stopIds: readonly string[]): Promise<Record<string, InLanguages>> {
  const names = await Promise.all(
    LOCALES.map(async (locale) => [locale, await getStopNames(locale, stopIds)] as const),
  )
  return Object.fromEntries(
    stopIds.map((stopId) => [
      stopId,
      Object.fromEntries(
        names.map(([locale, nameOf]) => [locale, nameOf(stopId).shortName]),
      ) as InLanguages,
    ]),
  )
}

function nameDays(all: readonly PackedDeparture[]): Record<string, InLanguages> {
  const dates = all.flatMap(({ calls, tickets }) => [
    ...calls.map(({ departsAt }) => dayOf(departsAt)),
    ...tickets.flatMap(({ voidOn }) => voidOn ?? []),
  ])
  return Object.fromEntries(
    [...new Set(dates)].map((date) => {
      const named = LOCALES.map((locale) => [
        locale,
        shortDate(Temporal.PlainDate.from(date), locale),
      ])
      return [date, Object.fromEntries(named) as InLanguages]
    }),
  )
}
