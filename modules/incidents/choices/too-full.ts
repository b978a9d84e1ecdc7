import type { IncidentDefault } from '#modules/incidents/incident/incident-states.ts'
import type { Places, Ride } from '#modules/seats/seats.ts'
import { dateInCyprus } from '#platform/time.ts'

import { byNeed, defaultFor, type Need } from './offers.ts'

/* The rules for a bus with fewer places than were sold: who leaves it if nobody wants to. */

/** A leg with more people than the bus has places: where it begins, and how many are too many. */
export type TooMany = { leg: number; seats: number; wheelchairPlaces: number }

/** A booking on such a bus. */
export type Aboard = Ride & Places & Need & { bookingId: string }

/** Whether a booking travels on one of these legs. */
export function isOnOneOf(legs: readonly { leg: number }[], ride: Ride): boolean {
  return legs.some(({ leg }) => ride.fromPosition <= leg && leg < ride.toPosition)
}

/** The legs on which places of one kind are too few. */
export function shortOf(kind: keyof Places, legs: readonly TooMany[]): TooMany[] {
  return legs.filter((leg) => leg[kind] > 0)
}

/** Whether a booking is on a leg with too few seats, or needs a wheelchair space on one with too few. */
export function isConcerned(legs: readonly TooMany[], ride: Ride & Places): boolean {
  const needsSpace = ride.wheelchairPlaces > 0 && isOnOneOf(shortOf('wheelchairPlaces', legs), ride)
  return needsSpace || isOnOneOf(shortOf('seats', legs), ride)
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
  const movable = parties.filter((party) => !party.hasWheelchair && !party.hasInfant)
  return pickLeaving('seats', tooMany, movable)
}

/**
 * The bookings for whose wheelchairs the bus has no space, so that all other wheelchairs have one: in
 * the same order. They cannot travel on it, whatever they answer.
 */
export function pickWithoutSpace<Party extends Aboard>(
  tooMany: readonly TooMany[],
  parties: readonly Party[],
): Party[] {
  const inWheelchairs = parties.filter(({ wheelchairPlaces }) => wheelchairPlaces > 0)
  return pickLeaving('wheelchairPlaces', tooMany, inWheelchairs)
}

function pickLeaving<Party extends Aboard>(
  kind: keyof Places,
  tooMany: readonly TooMany[],
  parties: readonly Party[],
): Party[] {
  const left = new Map(tooMany.map((one) => [one.leg, one[kind]]))
  const inOrder = parties.toSorted(byOrderOfLeaving)
  const fitting = inOrder.filter((party) => mostOf(party) >= party[kind] && take(party))
  const larger = inOrder.filter(
    (party) => !fitting.includes(party) && mostOf(party) > 0 && take(party),
  )
  const picked = inOrder.filter((party) => fitting.includes(party) || larger.includes(party))
  // The first to have bought is the first to stay.
  return picked.toReversed().reduce<Party[]>((leaving, party) => {
    const isNeeded = legsOf(party).some((leg) => (left.get(leg) ?? 0) + party[kind] > 0)
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
    for (const leg of legsOf(party)) left.set(leg, (left.get(leg) ?? 0) - party[kind])
    return true
  }
  function giveBack(party: Party): void {
    for (const leg of legsOf(party)) left.set(leg, (left.get(leg) ?? 0) + party[kind])
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
  leaving: readonly (Ride & Places)[],
): TooMany[] {
  return tooMany.map((one) => {
    const gone = leaving.filter((party) => isOnOneOf([one], party))
    const without = (kind: keyof Places) =>
      gone.reduce((left, party) => left - party[kind], one[kind])
    return { ...one, seats: without('seats'), wheelchairPlaces: without('wheelchairPlaces') }
  })
}

/** Seats kept on a bus for a passenger of another one, and the rank of that offer in the choice. */
export type KeptSeats = Ride & Places & Need & { offerId: string; rank: number }

/**
 * The seats that are taken back when a bus no longer has them, first to last: those of second offers,
 * and of them those of the passengers who would be given seats last. Nobody loses them without need.
 */
export function pickTakenBack<Kept extends KeptSeats>(
  tooMany: readonly TooMany[],
  kept: readonly Kept[],
): Kept[] {
  const left = tooMany.map((leg) => ({ ...leg }))
  const inOrder = kept.toSorted(
    (one, other) => Number(other.rank > 1) - Number(one.rank > 1) || byNeed(other, one),
  )
  return inOrder.filter((one) => {
    const legs = left.filter((leg) => isOnOneOf([leg], one))
    const isNeeded = legs.some(
      ({ seats, wheelchairPlaces }) =>
        (seats > 0 && one.seats > 0) || (wheelchairPlaces > 0 && one.wheelchairPlaces > 0),
    )
    if (!isNeeded) return false
    for (const leg of legs) {
      leg.seats -= one.seats
      leg.wheelchairPlaces -= one.wheelchairPlaces
    }
    return true
  })
}
