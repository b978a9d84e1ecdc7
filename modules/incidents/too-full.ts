import type { Ride } from '#modules/seats/seats.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { IncidentDefault } from './incident-states.ts'
import { defaultFor, type Need } from './offers.ts'

/* The rules for a bus that is smaller than it was sold: who leaves it if nobody wants to. */

/** A leg with more people than the bus has seats: where it begins, and how many are too many. */
export type TooMany = { leg: number; seats: number; wheelchairPlaces: number }

/** A booking on such a bus. */
export type Aboard = Ride & Need & { bookingId: string; seats: number }

/** Whether a booking travels on one of these legs. */
export function isOnOneOf(legs: readonly { leg: number }[], ride: Ride): boolean {
  return legs.some(({ leg }) => ride.fromPosition <= leg && leg < ride.toPosition)
}

/**
 * The bookings that leave a bus so that everybody else fits, if nobody leaves it freely: those without
 * an onward ride first, and of them those bought last. A party larger than what is too many waits for
 * smaller ones, and nobody leaves without need. Parties with a wheelchair or an infant never leave.
 */
export function pickMovers<Party extends Aboard>(
  tooMany: readonly TooMany[],
  parties: readonly Party[],
): Party[] {
  const left = new Map(tooMany.map(({ leg, seats }) => [leg, seats]))
  const movable = parties.filter((party) => !party.hasWheelchair && !party.hasInfant)
  const inOrder = movable.toSorted(byOrderOfLeaving)
  const fitting = inOrder.filter((party) => mostOf(party) >= party.seats && take(party))
  const larger = inOrder.filter(
    (party) => !fitting.includes(party) && mostOf(party) > 0 && take(party),
  )
  const picked = inOrder.filter((party) => fitting.includes(party) || larger.includes(party))
  // The first to have bought is the first to stay.
  return picked.toReversed().reduce<Party[]>((leaving, party) => {
    const isNeeded = legsOf(party).some((leg) => (left.get(leg) ?? 0) + party.seats > 0)
    if (isNeeded) return [party, ...leaving]
    giveBack(party)
    return leaving
  }, [])

  function legsOf({ fromPosition, toPosition }: Ride): number[] {
    return [...left.keys()].filter((leg) => fromPosition <= leg && leg < toPosition)
  }
  /** The most that is still too many on the legs of a party. */
  function mostOf(party: Party): number {
    return Math.max(0, ...legsOf(party).map((leg) => left.get(leg) ?? 0))
  }
  function take(party: Party): true {
    for (const leg of legsOf(party)) left.set(leg, (left.get(leg) ?? 0) - party.seats)
    return true
  }
  function giveBack(party: Party): void {
    for (const leg of legsOf(party)) left.set(leg, (left.get(leg) ?? 0) + party.seats)
  }
}

function byOrderOfLeaving(one: Aboard, other: Aboard): number {
  return (
    Number(one.hasOnwardRide) - Number(other.hasOnwardRide) ||
    Temporal.Instant.compare(other.boughtAt, one.boughtAt) ||
    (one.bookingId < other.bookingId ? -1 : 1)
  )
}

/**
 * The result for those who leave a full bus without an answer: they are moved if the offered bus
 * leaves soon after theirs on the same day. Those of the last bus of the day stay.
 */
export function defaultOfMover(
  departsAt: Temporal.Instant,
  best: { departsAt: Temporal.Instant } | undefined,
): IncidentDefault {
  if (defaultFor(departsAt, best, true) !== 'move' || !best) return 'stay'
  return dateInCyprus(departsAt).equals(dateInCyprus(best.departsAt)) ? 'move' : 'stay'
}

/** The surplus on each leg once these have left. */
export function withoutParties(
  tooMany: readonly TooMany[],
  leaving: readonly (Ride & { seats: number })[],
): TooMany[] {
  return tooMany.map((one) => {
    const gone = leaving.filter((party) => isOnOneOf([one], party))
    return { ...one, seats: one.seats - gone.reduce((sum, { seats }) => sum + seats, 0) }
  })
}
