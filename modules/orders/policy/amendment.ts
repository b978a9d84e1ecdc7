import type { FareTable } from '#modules/fares/fares.ts'
import { priceParty, totalOf } from '#modules/fares/fares.ts'
import { PASSENGER_CATEGORIES, type Passengers } from '#modules/fares/passengers.ts'
import type { CartRefusal } from '#modules/orders/order/limits.ts'
import type { OverruleCode } from '#modules/orders/order/overrule.ts'
import { headCount, seatedCount } from '#modules/orders/order/party.ts'
import { correctionEndsAt, isNoticeOver } from '#modules/rules/deadlines.ts'
import type { RefundTerms } from '#modules/rules/rules.ts'
import { cents, type Cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

import type { AboardRefusal } from './aboard.ts'
import { refundUntil, type ChangeRefusal } from './cancellation.ts'

/**
 * The right by which a ride is changed: in time, within the hour of correction, or because its bus
 * was cancelled. A wheelchair space on the same bus needs the same notice, and has a number of its
 * own.
 */
export type AmendmentKind = 'amended' | 'corrected' | 'company-moved' | 'wheelchair'

/** The facts about a ride that the rules use. */
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

/** The ride after the change. */
export type RideThen = Pick<
  RideNow,
  'fromStopId' | 'toStopId' | 'departureId' | 'passengers' | 'wheelchairUsers'
>

export type AmendRefusal =
  | ChangeRefusal
  | AboardRefusal
  | CartRefusal
  | { ok: false; reason: 'same-ride' }
  /** Removing a passenger is a cancellation, which has a fee of its own: see `areFewer`. */
  | { ok: false; reason: 'fewer-passengers' }
  /**
   * `until`: the last moment for a change; `correctable`: the hour in which its date may be
   * corrected is still open.
   */
  | { ok: false; reason: 'notice-too-short'; until: Temporal.Instant; correctable: boolean }
  | { ok: false; reason: 'provider-unavailable' }

export type Allowed = { ok: true; kind: AmendmentKind }

/**
 * Whether the rules allow this change, and by what right. Seats and timetable are checked
 * elsewhere. `overrule`: staff allow it although its notice is over.
 */
export function mayAmend(
  now: RideNow,
  then: RideThen,
  moment: Temporal.Instant,
  overrule?: OverruleCode,
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
  const inTime = { ok: true, kind: isSameBus && isSameParty ? 'wheelchair' : 'amended' } as const
  if (!isNoticeOver(until, moment)) return inTime
  const correctUntil = correctionEndsAt(now.boughtAt)
  const correctable = !now.corrected && !isBefore(correctUntil, moment)
  if (correctable && isOnlyLater) return { ok: true, kind: 'corrected' }
  if (overrule) return inTime
  return { ok: false, reason: 'notice-too-short', until, correctable }
}

/**
 * Whether a change reduces people, seats or fares. Turning an adult into an infant on a lap, or
 * into a child that rides free, cancels a seat or a fare by another name, and a cancellation has a
 * fee.
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
 * The price of a changed ride, and its fares. The same people between the same stops never pay more
 * than before, and pay less if the fare has fallen; any other change pays `fares`, those of the day of the new ride. A bus that
 * the company cancelled is replaced at the price that was paid.
 *
 * `waiver`: staff ask for no surcharge. The company pays it then, as goodwill.
 */
export function priceAmendment(
  now: RideNow,
  then: RideThen,
  {
    kind,
    fares,
    waiver,
  }: { kind: AmendmentKind; fares: FareTable; waiver?: OverruleCode | undefined },
): { fares: FareTable } & AmendmentPrice {
  const before = totalOf(priceParty(now.fares, now.passengers))
  const regular = totalOf(priceParty(fares, then.passengers))
  const isOnlyLater =
    now.fromStopId === then.fromStopId &&
    now.toStopId === then.toStopId &&
    isSamePeople(now.passengers, then.passengers)
  const after = priceAfter({ before, regular, isOnlyLater, kind })
  const keepsFares = after !== regular || kind === 'company-moved'
  const more = cents(Math.max(0, after - before))
  return {
    fares: keepsFares ? now.fares : fares,
    before,
    after,
    surcharge: waiver ? cents(0) : more,
    goodwill: waiver ? more : cents(0),
    refund: cents(Math.max(0, before - after)),
  }
}

export type AmendmentPrice = {
  before: Cents
  after: Cents
  /** Asked of the traveller before the change is applied. */
  surcharge: Cents
  /** The surcharge that nobody is asked for. */
  goodwill: Cents
  refund: Cents
}

type Prices = {
  before: Cents
  /** At the fares of the new ride. */
  regular: Cents
  /** The same people travel between the same stops. */
  isOnlyLater: boolean
  kind: AmendmentKind
}

/** The price of a ride after its change. */
export function priceAfter({ before, regular, isOnlyLater, kind }: Prices): Cents {
  if (!isOnlyLater) return regular
  return kind === 'company-moved' || regular > before ? before : regular
}

export function isSamePeople(one: Passengers, other: Passengers): boolean {
  return PASSENGER_CATEGORIES.every((category) => one[category] === other[category])
}
