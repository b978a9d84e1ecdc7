import { DIGEST } from '#modules/boarding/package/digest.ts'
import type {
  BoardingPackage,
  LastSale,
  Millis,
  PackedDeparture,
  PackedTicket,
  Scan,
} from '#modules/boarding/package/package.ts'
import { lastFourOf, rideOf } from '#modules/boarding/package/package.ts'
import { countAboard, mergeScans, sumBoarded } from '#modules/boarding/package/scans.ts'
import type { SyncAnswer } from '#modules/boarding/package/sync.ts'
import { takeLease, type Lease, type NotTaken } from '#modules/boarding/package/walk-ups.ts'
import { PHONE_HOURS_KEPT } from '#modules/rules/kept.ts'
import { readId } from '#platform/text/codes.ts'
import { mayBePartOf } from '#platform/text/spelling.ts'

import { addHandOvers, type HandOver } from './hand-over.ts'

/** The work of a member that a phone keeps until it is over. */
export type Duty = {
  stopId: string
  day: string
  mine: SyncAnswer['mine']
  pack: BoardingPackage
  /** The number of the phone. */
  device: number
  /** By how much the server's clock is ahead of that of the phone. */
  clockAhead: Millis
  /** The departure of `mine` that the phone is at. */
  chosen: string | null
  /** Counts that other phones have handed over without a network. */
  handOvers?: readonly HandOver[]
  /** The seats that it may sell, of the bus at which it was when it asked. */
  lease?: Lease | null
  /** Why it may sell none of them. */
  notTaken?: NotTaken
  /** The last sale at a door, which may be undone for a while. */
  sold?: LastSale
}

/** The duty with what the server has just told; departures that were not sent are as before. */
export function takeAnswer(
  before: Duty | undefined,
  asked: Pick<Duty, 'stopId' | 'day'>,
  answer: SyncAnswer,
  clockAhead: Millis,
): Duty {
  const news = new Map(answer.pack.departures.map((one) => [one.departureId, one]))
  const unchanged = (before?.pack.departures ?? []).filter(
    ({ departureId }) => !news.has(departureId),
  )
  const { stops, days } = before?.pack ?? { stops: {}, days: {} }
  const pack = {
    ...answer.pack,
    stops: { ...stops, ...answer.pack.stops },
    days: { ...days, ...answer.pack.days },
    departures: [...unchanged, ...news.values()],
  }
  const isStill = answer.mine.some(({ departureId }) => departureId === before?.chosen)
  const chosen = isStill ? (before?.chosen ?? null) : null
  const { mine, device, notTaken } = answer
  const { lease: leased, handOvers = [], sold } = before ?? {}
  const lease = takeLease(leased, answer.lease)
  const kept = { handOvers, lease, ...(notTaken && { notTaken }), ...(sold && { sold }) }
  return { ...asked, mine, pack, device, clockAhead, chosen, ...kept }
}

/** When names and list leave the phone: some hours after the last bus of the duty has arrived. */
export function forgetAt({ mine, pack, day }: Pick<Duty, 'mine' | 'pack' | 'day'>): Millis {
  const own = new Set(mine.map(({ departureId }) => departureId))
  const arrivals = pack.departures
    .filter(({ departureId }) => own.has(departureId))
    .flatMap(({ calls }) => calls.map(({ departsAt, delay }) => departsAt + delay * 60_000))
  // Without a bus there is nothing to work on; the end of the day is early enough.
  const last = arrivals.length > 0 ? Math.max(...arrivals) : Date.parse(`${day}T22:00:00Z`)
  return last + PHONE_HOURS_KEPT * 3_600_000
}

/**
 * All scans that a phone knows: those of the package, its own that wait to be sent, and what other
 * phones have handed over.
 */
export function allScans(
  { pack, handOvers = [] }: Pick<Duty, 'pack' | 'handOvers'>,
  own: readonly Scan[],
): Scan[] {
  const scans = listedAndOwn({ pack }, own)
  return handOvers.length > 0 ? addHandOvers(scans, handOvers, listRides(pack)) : scans
}

/** All scans that a phone knows without the codes of other phones. */
export function listedAndOwn({ pack }: Pick<Duty, 'pack'>, own: readonly Scan[]): Scan[] {
  return mergeScans(
    pack.departures.flatMap((one) => one.scans),
    own.map((scan) => ({ ...scan, ride: rideNow(pack, scan.ride) })),
  )
}

/** The ride of each ticket, by the digest of its code. */
function listRides({ departures }: BoardingPackage): Map<string, string> {
  const tickets = departures.flatMap((one) => one.tickets)
  return new Map(tickets.map(({ digest, number }) => [digest, rideOf(number)]))
}

/** The ride of a scan: a ticket that was scanned before it was listed has its number now. */
export function rideNow({ departures }: BoardingPackage, ride: string): string {
  if (!DIGEST.test(ride)) return ride
  const tickets = departures.flatMap((one) => one.tickets)
  const listed = tickets.find(({ digest }) => digest === ride)
  return listed ? rideOf(listed.number) : ride
}

/** A party on the list of a departure. */
export type Party = { ticket: PackedTicket; aboard: number; tooMany: number }

/** The parties of a bus, of one stop if it is given, by name. */
export function listParties(
  bus: PackedDeparture,
  scans: readonly Scan[],
  position?: number,
): Party[] {
  return bus.tickets
    .filter(({ state, from }) => state === 'valid' && (position ?? from) === from)
    .map((ticket) => {
      const sum = sumBoarded(scans, rideOf(ticket.number))
      const aboard = countAboard(sum, ticket.people)
      return { ticket, aboard, tooMany: Math.max(0, sum - ticket.people) }
    })
    .toSorted((one, other) => (one.ticket.leader ?? '').localeCompare(other.ticket.leader ?? ''))
}

/** Whether a party is meant by what was typed: a part of its name, or the end of its reference. */
export function isMeant({ ticket }: Party, typed: string): boolean {
  const text = typed.trim()
  return (
    text === '' ||
    lastFourOf(ticket.number) === readId(text) ||
    mayBePartOf(ticket.leader ?? '', text)
  )
}

/**
 * People of a bus who are aboard, with those taken along; and all who are booked. Of those whose ticket
 * is not listed yet, as many count as booked as are aboard.
 */
export function countBus(duty: Pick<Duty, 'pack'>, bus: PackedDeparture, scans: readonly Scan[]) {
  const booked = listValid(bus.tickets).reduce((sum, { people }) => sum + people, 0)
  const everybody = duty.pack.departures.flatMap(({ tickets }) => listValid(tickets))
  const aboard = everybody.reduce((sum, { number, people }) => {
    return sum + countAboard(sumBoarded(scans, rideOf(number), bus.departureId), people)
  }, 0)
  const unlisted = new Set(scans.map(({ ride }) => ride).filter((ride) => DIGEST.test(ride)))
  const more = [...unlisted].reduce((sum, ride) => {
    return sum + Math.max(0, sumBoarded(scans, ride, bus.departureId))
  }, 0)
  return { aboard: aboard + more, booked: booked + more }
}

/** People booked to board a bus at this stop or further on: those whom a delay from here concerns. */
export function countBoardingFrom(
  { tickets }: Pick<PackedDeparture, 'tickets'>,
  position: number,
): number {
  return listValid(tickets)
    .filter(({ from }) => from >= position)
    .reduce((sum, { people }) => sum + people, 0)
}

function listValid(tickets: readonly PackedTicket[]): PackedTicket[] {
  return tickets.filter(({ state }) => state === 'valid')
}
