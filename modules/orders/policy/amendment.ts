import type { FareTable } from '#modules/fares/fares.ts'
import { priceParty, totalOf } from '#modules/fares/fares.ts'
import { PASSENGER_CATEGORIES, type Passengers } from '#modules/fares/passengers.ts'
import type { CartRefusal } from '#modules/orders/order/limits.ts'
import { headCount, seatedCount } from '#modules/orders/order/party.ts'
import { correctionEndsAt, isNoticeOver } from '#modules/rules/deadlines.ts'
import type { RefundTerms } from '#modules/rules/rules.ts'
import { cents, type Cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

import { refundUntil, type ChangeRefusal } from './cancellation.ts'

/**
 * By what right a ride is changed: in time, within the hour, or because its bus does not run. A
 * wheelchair place on the same bus is arranged with the same notice, and has a number of its own.
 */
export type AmendmentKind = 'amended' | 'corrected' | 'company-moved' | 'wheelchair'

/** What a ride is now, as far as the rules go. */
export type RideNow = {
  fromStopId: string
  toStopId: string
  departureId: string
  passengers: Passengers
  wheelchairUsers: number
  departsAt: Temporal.Instant
  noticeFrom: Temporal.Instant | null
  refundTerms: RefundTerms
  corrected: boolean
  companyCancelled: boolean
  boughtAt: Temporal.Instant
  fares: FareTable
}

/** What it is to become. */
export type RideThen = Pick<
  RideNow,
  'fromStopId' | 'toStopId' | 'departureId' | 'passengers' | 'wheelchairUsers'
>

export type AmendRefusal =
  | ChangeRefusal
  | CartRefusal
  | { ok: false; reason: 'same-ride' }
  /** Giving up a passenger is a cancellation, which has a fee of its own: see `areFewer`. */
  | { ok: false; reason: 'fewer-passengers' }
  /** Until when it could be changed; `correctable`: the hour of correction is open for its date. */
  | { ok: false; reason: 'notice-too-short'; until: Temporal.Instant; correctable: boolean }
  | { ok: false; reason: 'provider-unavailable' }

export type Allowed = { ok: true; kind: AmendmentKind }

/** Whether a ride may become another, and by what right. Seats and timetable are asked elsewhere. */
export function mayAmend(
  now: RideNow,
  then: RideThen,
  moment: Temporal.Instant,
): Allowed | AmendRefusal {
  const isSameParty = isSamePeople(now.passengers, then.passengers)
  const isSamePair = now.fromStopId === then.fromStopId && now.toStopId === then.toStopId
  const isSameBus = now.departureId === then.departureId && isSamePair
  if (isSameBus && isSameParty && now.wheelchairUsers === then.wheelchairUsers) {
    return { ok: false, reason: 'same-ride' }
  }
  if (areFewer(now.passengers, then.passengers, now.fares)) {
    return { ok: false, reason: 'fewer-passengers' }
  }
  const isOnlyLater = isSamePair && isSameParty
  if (now.companyCancelled) {
    return isOnlyLater ? { ok: true, kind: 'company-moved' } : { ok: false, reason: 'not-running' }
  }
  if (!isBefore(moment, now.departsAt)) return { ok: false, reason: 'departed' }
  const until = refundUntil(now)
  if (!isNoticeOver(until, moment)) {
    return { ok: true, kind: isSameBus && isSameParty ? 'wheelchair' : 'amended' }
  }
  const correctUntil = correctionEndsAt(now.boughtAt)
  const correctable = !now.corrected && !isBefore(correctUntil, moment)
  if (correctable && isOnlyLater) return { ok: true, kind: 'corrected' }
  return { ok: false, reason: 'notice-too-short', until, correctable }
}

/**
 * Whether somebody stays at home by this change: people, seats or fares are fewer. An adult who
 * becomes an infant on a lap, or a child that rides free, is a seat or a fare given up by another
 * name, and giving up has a fee.
 */
export function areFewer(before: Passengers, after: Passengers, fares: FareTable): boolean {
  return (
    headCount(after) < headCount(before) ||
    seatedCount(after) < seatedCount(before) ||
    payingCount(after, fares) < payingCount(before, fares)
  )
}

function payingCount(passengers: Passengers, fares: FareTable): number {
  const lines = priceParty(fares, passengers).filter(({ fare }) => fare > 0)
  return lines.reduce((people, { count }) => people + count, 0)
}

/**
 * What a changed ride costs, and at which fares. The same people between the same stops never pay
 * more than they did, and pay less where the fare has come down; whoever changes more pays the fares
 * of today. A bus that the company does not run is replaced at the price that was paid.
 */
export function priceAmendment(
  now: RideNow,
  then: RideThen,
  { kind, fares }: { kind: AmendmentKind; fares: FareTable },
): { fares: FareTable; before: Cents; after: Cents; surcharge: Cents; refund: Cents } {
  const before = totalOf(priceParty(now.fares, now.passengers))
  const today = totalOf(priceParty(fares, then.passengers))
  const isOnlyLater =
    now.fromStopId === then.fromStopId &&
    now.toStopId === then.toStopId &&
    isSamePeople(now.passengers, then.passengers)
  const after = priceAfter({ before, today, isOnlyLater, kind })
  const keepsFares = after !== today || kind === 'company-moved'
  return {
    fares: keepsFares ? now.fares : fares,
    before,
    after,
    surcharge: cents(Math.max(0, after - before)),
    refund: cents(Math.max(0, before - after)),
  }
}

type Prices = {
  before: Cents
  /** At the fares of today. */
  today: Cents
  /** Between the same stops, for the same people. */
  isOnlyLater: boolean
  kind: AmendmentKind
}

/** What a ride costs once it is changed. */
export function priceAfter({ before, today, isOnlyLater, kind }: Prices): Cents {
  if (!isOnlyLater) return today
  return kind === 'company-moved' || today > before ? before : today
}

export function isSamePeople(one: Passengers, other: Passengers): boolean {
  return PASSENGER_CATEGORIES.every((category) => one[category] === other[category])
}
