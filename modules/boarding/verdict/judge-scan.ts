import type {
  BoardingPackage,
  Millis,
  PackedDeparture,
  PackedTicket,
  Scan,
} from '#modules/boarding/package/package.ts'
import { rideOf } from '#modules/boarding/package/package.ts'
import { freeFor, placesOfTicket } from '#modules/boarding/package/places.ts'
import { countAboard, sumBoarded } from '#modules/boarding/package/scans.ts'
import type { Verdict } from '#modules/boarding/package/verdict.ts'
import { dayOf } from '#modules/boarding/words/words.ts'
import { MISSED_UNTIL_HOURS, NIGHT_ENDS_AT } from '#modules/rules/rules.ts'

import { findTicket, type Found, type Read } from './find-ticket.ts'

/** A ticket that is shown at a bus, and all that the phone knows at that moment. */
export type Shown = {
  pack: BoardingPackage
  /** All scans known to the phone, of any device. */
  scans: readonly Scan[]
  read: Read
  /** The bus, and the stop where it stands. */
  here: { departureId: string; position: number }
}

/**
 * The verdict on a ticket at the door, and how many people may step aboard. Phone and server share
 * this rule. It writes nothing and reads no clock: the server noted all moments that it compares.
 */
export function judgeScan(shown: Shown): Verdict {
  const bus = shown.pack.departures.find(
    ({ departureId }) => departureId === shown.here.departureId,
  )
  if (!bus) throw new Error(`the package has no departure ${shown.here.departureId}`)
  const found = findTicket(shown)
  if (!('is' in found) && isUndone(shown, found.ticket)) {
    return { is: 'given-up', day: null, ...NOBODY }
  }
  return 'is' in found ? found : judgeTicket(shown, bus, found)
}

function judgeTicket(shown: Shown, bus: PackedDeparture, found: Found): Verdict {
  const { ticket } = found
  if (ticket.state === 'given-up') return { is: 'given-up', day: ticket.voidOn, ...NOBODY }
  if (ticket.state === 'replaced') {
    return { is: 'replaced', day: ticket.voidOn, successor: ticket.successor, ...NOBODY }
  }
  const aboard = findAboard(shown, ticket)
  if (aboard.count >= ticket.people) return sayAllAboard(shown, ticket)
  return found.bus.departureId === bus.departureId
    ? judgeHere(shown, bus, found, aboard.count)
    : judgeElsewhere(shown, bus, found, aboard.count)
}

/** A ticket that was sold here and taken back, of which the office does not know yet. */
function isUndone({ scans }: Shown, { number }: PackedTicket): boolean {
  const ride = rideOf(number)
  return scans.some((scan) => scan.undoes !== undefined && scan.ride === ride)
}

const NOBODY = { ticket: null, boards: [] } as const

function findAboard({ scans }: Shown, { number, people }: PackedTicket) {
  const sum = sumBoarded(scans, rideOf(number))
  return { count: countAboard(sum, people) }
}

/** They may still be let aboard, by a second thought: then both phones show the conflict. */
function sayAllAboard({ scans }: Shown, ticket: PackedTicket): Verdict {
  const last = scans.findLast((scan) => scan.ride === rideOf(ticket.number) && scan.boarded > 0)
  return {
    is: 'all-aboard',
    people: ticket.people,
    at: last?.at ?? null,
    device: last?.device ?? null,
    ticket,
    boards: countTo(ticket.people),
  }
}

/** A ticket for this bus. */
function judgeHere(
  shown: Shown,
  bus: PackedDeparture,
  { ticket, isNewer }: Found,
  aboard: number,
): Verdict {
  const { position } = shown.here
  if (ticket.to <= position) {
    return { is: 'beyond', stopId: stopOf(bus, ticket.to), ...NOBODY }
  }
  const missing = ticket.people - aboard
  const boards = countTo(missing)
  if (ticket.from !== position) {
    // Before their own stop the seats may be another's; after it they are theirs.
    const isFree =
      position > ticket.from ||
      freeFor({ ...shown, bus, ticket, people: missing, from: position, to: ticket.from }) >= 0
    const stopId = stopOf(bus, ticket.from)
    return { is: 'other-stop', stopId, ticket, boards: isFree ? boards : [] }
  }
  if (aboard > 0) return { is: 'rest', aboard, missing, ticket, boards }
  if (isNewer) return { is: 'newer', madeAt: shown.pack.madeAt, people: missing, ticket, boards }
  return { is: 'aboard', people: missing, ticket, boards }
}

const HOUR: Millis = 3_600_000

/**
 * A ticket for another bus: taken along where this one goes their way and has the places. A missed bus counts
 * as long as the terms say, past midnight too; a later one only if it is of the same day or night.
 */
function judgeElsewhere(
  shown: Shown,
  bus: PackedDeparture,
  { ticket, bus: theirs }: Found,
  aboard: number,
): Verdict {
  const { position } = shown.here
  const [from, to] = [stopOf(theirs, ticket.from), stopOf(theirs, ticket.to)]
  const alights = bus.calls.findIndex(({ stopId }, at) => at > position && stopId === to)
  if (alights === -1) {
    const last = bus.calls.length - 1
    return { is: 'other-way', goesTo: stopOf(bus, last), wants: to, ...NOBODY }
  }
  const departsAt = theirs.calls[ticket.from]?.departsAt ?? 0
  const leavesAt = bus.calls[position]?.departsAt ?? 0
  const day = dayOf(departsAt)
  const isLater = departsAt > leavesAt
  const isTakenAlong = isLater
    ? theirs.day === bus.day || nightOf(departsAt) === nightOf(leavesAt)
    : leavesAt - departsAt <= MISSED_UNTIL_HOURS * HOUR
  if (!isTakenAlong) return { is: 'other-day', day, at: departsAt, ...NOBODY }
  if (from !== stopOf(bus, position)) return { is: 'other-stop', stopId: from, ...NOBODY }

  const people = ticket.people - aboard
  const free = freeFor({ ...shown, bus, ticket, people, from: position, to: alights })
  const isValid = isLater || !ticket.missed
  return {
    is: isLater ? 'later-bus' : 'earlier-bus',
    at: departsAt,
    day: day === dayOf(leavesAt) ? null : day,
    here: leavesAt,
    free: free + placesOfTicket(ticket, people).seats,
    isValid,
    ticket,
    boards: isValid && free >= 0 ? countTo(people) : [],
  }
}

/** The date of the evening before, until the last buses of the night have left. */
function nightOf(moment: Millis): string {
  return dayOf(moment - NIGHT_ENDS_AT * HOUR)
}

function stopOf(bus: PackedDeparture, position: number): string {
  return bus.calls[position]?.stopId ?? ''
}

/** [1, 2, 3] for 3: how many of a party may be let aboard. */
function countTo(people: number): number[] {
  return Array.from({ length: people }, (_, index) => index + 1)
}
