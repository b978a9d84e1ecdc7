import type { IncidentDefault } from '#modules/incidents/incident/incident-states.ts'
import {
  CHOICE_ENDS_MINUTES,
  MAX_CHOICE_HOURS,
  MIN_CHOICE_MINUTES,
  MOST_OFFERS,
  MOVED_WITHIN_HOURS,
  NEAR_STOP_KILOMETRES,
  NIGHT_FROM_HOUR,
  NIGHT_UNTIL_HOUR,
  OFFER_EARLIER_HOURS,
  OFFER_LEAD_MINUTES,
  OFFER_NOTICE_HOURS,
} from '#modules/rules/rules.ts'
import { placesLeft, type HoldState, type Places, type Ride } from '#modules/seats/seats.ts'
import { dateInCyprus, inCyprus, isBefore, laterOf, startOfDay } from '#platform/time.ts'

/* The rules by which passengers of a cancelled bus are offered seats on others. */

/** Another bus between the same stops. */
export type Target = {
  departureId: string
  ride: Ride
  departsAt: Temporal.Instant
  bus: Places
  taken: readonly (Ride & Places & { state: HoldState })[]
  /**
   * The share of the otherwise free seats that is kept for choices, by the rule or as staff
   * decided.
   */
  share: number
}

/**
 * The places of a bus that may still be kept for passengers of others: on no leg more than a share
 * of the seats that would be free without them. A wheelchair space is not shared out.
 */
export function placesToOffer({
  bus,
  ride,
  taken,
  share,
}: Omit<Target, 'departureId' | 'departsAt'>): Places {
  const kept = taken.filter(({ state }) => state === 'offered')
  const others = taken.filter(({ state }) => state !== 'offered')
  const legs = Array.from({ length: ride.toPosition - ride.fromPosition }, (_, index) => {
    const fromPosition = ride.fromPosition + index
    const leg = { fromPosition, toPosition: fromPosition + 1 }
    const free = placesLeft(bus, leg, others).seats
    return Math.floor(share * free) - (bus.seats - placesLeft(bus, leg, kept).seats)
  })
  const { wheelchairPlaces } = placesLeft(bus, ride, taken)
  return { seats: Math.min(...legs), wheelchairPlaces }
}

type Party = {
  departsAt: Temporal.Instant
  places: Places
  /** The targets that are offered to the party already, and stay offered. */
  kept?: readonly Target[]
}

/** The moment from which a bus is early enough to be read of and reached, instead of one at `departsAt`. */
export function offeredFrom(departsAt: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  const soonest = now.add({ minutes: OFFER_LEAD_MINUTES })
  const shortly = departsAt.subtract({ hours: OFFER_EARLIER_HOURS })
  const noticed = laterOf(
    now.add({ hours: OFFER_NOTICE_HOURS }),
    startOfDay(dateInCyprus(departsAt)),
  )
  return laterOf(soonest, isBefore(noticed, shortly) ? noticed : shortly)
}

/**
 * The buses offered to a party, best first: the next later one with room, or the nearest earlier one;
 * beside it all others of that day that have room for everybody (`needed`, in seats) who has a choice, the nearest
 * first, and one of another day if there is none.
 */
export function pickOffers(
  { departsAt, places, kept = [] }: Party,
  targets: readonly Target[],
  needed: number,
): Target[] {
  const inOrder = targets
    .filter((target) => !kept.includes(target))
    .toSorted((one, other) => distance(one) - distance(other))
  const best = laterFirst(inOrder).find((target) => hasRoom(target, places))
  const all = { ...places, seats: Math.max(needed, places.seats) }
  const others = inOrder.filter((target) => target !== best && hasRoom(target, all))
  const day = dateInCyprus(departsAt)
  const ofDay = others.filter((target) => dateInCyprus(target.departsAt).equals(day))
  const beside = ofDay.length > 0 ? ofDay : others.slice(0, 1)
  const added = [...(best ? [best] : []), ...beside].slice(0, MOST_OFFERS - kept.length)
  if (kept.length === 0) return added
  return laterFirst([...kept, ...added].toSorted((one, other) => distance(one) - distance(other)))

  function distance(target: Target): number {
    return Math.abs(target.departsAt.since(departsAt).total('minutes'))
  }
  function laterFirst(sorted: readonly Target[]): Target[] {
    const isLater = (target: Target) => isBefore(departsAt, target.departsAt)
    return [...sorted.filter(isLater), ...sorted.filter((target) => !isLater(target))]
  }
}

/** Whether these places may be kept on a bus. */
export function hasRoom(target: Target, places: Places): boolean {
  const left = placesToOffer(target)
  return places.seats <= left.seats && places.wheelchairPlaces <= left.wheelchairPlaces
}

/**
 * The moment before which an offer can be chosen: well before the cancelled bus and those offered,
 * within half a day, not at night unless the buses leave then, and with time to read the mail.
 */
export function choiceEndsAt(
  now: Temporal.Instant,
  buses: readonly { departsAt: Temporal.Instant }[],
): Temporal.Instant {
  const ends = [
    notAtNight(now.add({ hours: MAX_CHOICE_HOURS })),
    ...buses.map(({ departsAt }) => departsAt.subtract({ minutes: CHOICE_ENDS_MINUTES })),
  ]
  const earliest = ends.reduce((one, other) => (isBefore(other, one) ? other : one))
  return laterOf(earliest, now.add({ minutes: MIN_CHOICE_MINUTES }))
}

/** The moment, or the morning after it. */
function notAtNight(at: Temporal.Instant): Temporal.Instant {
  const local = inCyprus(at)
  const isEvening = local.hour >= NIGHT_FROM_HOUR
  if (!isEvening && local.hour >= NIGHT_UNTIL_HOUR) return at
  const morning = local.add({ days: isEvening ? 1 : 0 })
  return morning.withPlainTime({ hour: NIGHT_UNTIL_HOUR }).toInstant()
}

/**
 * The default without an answer: the passengers are moved to the offered bus if it leaves soon after
 * theirs and their terms say so; else they are refunded after the day of travel.
 */
export function defaultFor(
  departsAt: Temporal.Instant,
  best: { departsAt: Temporal.Instant } | undefined,
  termsMove: boolean,
): IncidentDefault {
  if (!best || !termsMove || isBefore(best.departsAt, departsAt)) return 'refund'
  const soon = departsAt.add({ hours: MOVED_WITHIN_HOURS })
  return isBefore(soon, best.departsAt) ? 'refund' : 'move'
}

/**
 * The result for passengers of a closed stop without an answer: the nearest stop of the same bus, if it
 * is near enough and their terms move them; else a refund.
 */
export function defaultOfClosed(
  best: { kilometres: number | null } | undefined,
  termsMove: boolean,
): IncidentDefault {
  const kilometres = best?.kilometres ?? null
  return termsMove && kilometres !== null && kilometres <= NEAR_STOP_KILOMETRES ? 'move' : 'refund'
}

/** The facts by which passengers are offered seats before others. */
export type Need = {
  hasWheelchair: boolean
  hasInfant: boolean
  /** A later ride of the same order does not wait for them. */
  hasOnwardRide: boolean
  boughtAt: Temporal.Instant
}

/** The order of giving: wheelchairs, infants and onward rides first, then by the time of purchase. */
export function byNeed(one: Need, other: Need): number {
  return (
    Number(other.hasWheelchair) - Number(one.hasWheelchair) ||
    Number(other.hasInfant) - Number(one.hasInfant) ||
    Number(other.hasOnwardRide) - Number(one.hasOnwardRide) ||
    Temporal.Instant.compare(one.boughtAt, other.boughtAt)
  )
}
