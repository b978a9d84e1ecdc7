import { explain } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { Offer, OfferedRide } from '#modules/offers/offer.ts'
import { saleClosesAt } from '#modules/rules/deadlines.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
import { clockTime, inCyprus, isBefore } from '#platform/time.ts'

import type { Direction } from './links.ts'
import { toChosen } from './offer-view.server.ts'
import type { Query, RideChoice } from './query.ts'
import type { ChosenRide, Remark } from './view.ts'

/* The ride that the query chooses, or the reason why it chooses none. */

export type Choosing = {
  direction: Direction
  query: Query
  places: readonly Place[]
  now: Temporal.Instant
  /** The path of the page, if it is not /book-now. */
  page?: string
  /** The return may not leave before the outbound ride arrives. */
  after?: Temporal.Instant
  /** Collects the remarks about the choice. */
  remarks: Remark[]
  /** Collects the reasons for which a form was refused, if this query shows its answer. */
  refused?: FormProblem[] | undefined
}

const FIELD_OF = { outbound: 'departure', inbound: 'return' } as const

/** States in which a ride cannot be chosen by any party. */
const GONE: ReadonlySet<OfferedRide['state']> = new Set([
  'cancelled',
  'departed',
  'closed',
  'closed-by-us',
  'stop-closed',
  'sold-out',
])

/** The ride that the query names, if it can be booked; otherwise a remark says why not. */
export async function findChosen(
  offers: readonly Offer[],
  choosing: Choosing,
): Promise<{ view: ChosenRide; ride: OfferedRide } | undefined> {
  const { direction, places, now, after, remarks, refused } = choosing
  const { refusals } = translation().messages
  const choice = choiceOf(offers, choosing)
  if (!choice) return undefined
  const offer = offers.find(({ departureId }) => departureId === choice.departureId)
  const ride = offer && rideOf(offer, choice)
  if (!ride || GONE.has(ride.state)) {
    if (refused && ride?.state === 'sold-out') {
      refused.push({ fieldId: direction, sentence: justSoldOut(ride) })
    } else {
      remarks.push(sayGone(ride, direction))
    }
    return undefined
  }
  if (after && isBefore(ride.departsAt, after)) {
    const sentence = explain(refusals, { ok: false, reason: 'return-before-arrival' })
    remarks.push({ field: FIELD_OF[direction], sentence })
    return undefined
  }
  if (ride.state === 'not-enough-seats') {
    const refusal = { ok: false, reason: ride.state, seatsLeft: ride.seatsLeft } as const
    remarks.push({ field: 'passengers', sentence: explain(refusals, refusal) })
  }
  const view = await toChosen(ride, { places, now, departureId: choice.departureId })
  return { view, ride }
}

/** Whether a ride leaves at the time by which the query names a departure. */
export function isNamedBy(
  { departsAt }: Pick<OfferedRide, 'departsAt'>,
  { query: { outboundAt }, direction }: Pick<Choosing, 'query' | 'direction'>,
): boolean {
  if (direction === 'inbound' || !outboundAt) return false
  return inCyprus(departsAt).toPlainTime().equals(outboundAt)
}

/**
 * The choice by its id, or by the time on a departure board. If several rides leave at that time,
 * for example to several stops, none is chosen: the list opens there, and asks for the stop.
 */
function choiceOf(offers: readonly Offer[], choosing: Choosing): RideChoice | undefined {
  const { query, direction, remarks } = choosing
  if (direction === 'inbound' || !query.outboundAt) return query[direction] ?? undefined
  const named = offers.flatMap(({ departureId, rides }) =>
    rides.filter((ride) => isNamedBy(ride, choosing)).map((ride) => ({ departureId, ride })),
  )
  const [first] = named
  if (first && named.length === 1) {
    const { fromStopId, toStopId } = first.ride
    return { departureId: first.departureId, fromStopId, toStopId }
  }
  if (named.every(({ ride }) => GONE.has(ride.state))) {
    remarks.push(sayGone(first?.ride, direction))
  }
  return undefined
}

/** A query without stops means the only ride, or the first that can be bought. */
function rideOf({ rides }: Offer, { fromStopId, toStopId }: RideChoice): OfferedRide | undefined {
  const named = rides.filter((ride) => {
    const isFrom = fromStopId === '' || ride.fromStopId === fromStopId
    return isFrom && (toStopId === '' || ride.toStopId === toStopId)
  })
  return named.find(({ state }) => state === 'open') ?? named[0]
}

function justSoldOut({ departsAt }: OfferedRide): string {
  return translation().messages.remarks.justSoldOut(clockTime(departsAt))
}

/** The most specific known reason why a chosen departure cannot be booked. */
function sayGone(ride: OfferedRide | undefined, direction: Direction): Remark {
  const { remarks, refusals } = translation().messages
  const field = FIELD_OF[direction]
  if (!ride) return { field, sentence: remarks.notOffered }
  const { state, departsAt } = ride
  const time = clockTime(departsAt)
  if (state === 'cancelled') return { field, sentence: remarks.cancelled(time) }
  if (state === 'departed') return { field, sentence: remarks.departed(time) }
  if (state === 'sold-out') return { field, sentence: remarks.soldOut(time) }
  if (state === 'closed-by-us' || state === 'stop-closed') {
    return { field, sentence: explain(refusals, { ok: false, reason: state }) }
  }
  const refusal = { ok: false, reason: 'sale-closed', closedAt: saleClosesAt(departsAt) } as const
  return { field, sentence: explain(refusals, refusal) }
}
