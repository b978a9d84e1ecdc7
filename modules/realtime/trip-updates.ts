import { newestAt, type DelayReport } from '#modules/dispatch/delay.ts'
import { runOfTrip } from '#modules/gtfs/runs.ts'
import { isBefore } from '#platform/time.ts'

import type { FeedEntity, Occupancy, Seconds, StopTimeUpdate, TripDescriptor } from './messages.ts'

/** The times of a call; those of the timetable if they are planned. */
type Times = { arrivesAt: Temporal.Instant; departsAt: Temporal.Instant }

/** A call of a departure, with the stop of the timetable at which the bus stops instead, if any. */
export type CallOfNews = Times & {
  position: number
  stopId: string
  instead: string | null
  /** The call at the same position in the timetable of the feed, if its trip runs that day. */
  planned: (Times & { stopId: string }) | null
}

/** A departure that is not as the timetable has it, or of which little is left. */
export type DepartureNews = {
  departureId: string
  tripId: string
  routeId: string
  serviceDate: Temporal.PlainDate
  isCancelled: boolean
  /** The number of calls that the timetable has for the trip; null if it does not run that day. */
  plannedCalls: number | null
  closedStops: readonly number[]
  movedStops: readonly number[]
  /** Whether the vehicle, or its relief bus, takes wheelchairs; null while none is assigned. */
  isAccessible: boolean | null
  /** In their order. */
  calls: readonly CallOfNews[]
  /** The reports of its delay, newest first. */
  reports: readonly (DelayReport & { enteredAt: Temporal.Instant })[]
  /** Seats, and those sold, on the leg from each stop to the next. */
  loads: readonly { position: number; seats: number; seatsSold: number }[]
}

/** A leg is nearly full from this share of its seats on. */
export const FEW_SEATS_FROM = 0.9

/** The trip of a departure in the feed of the timetable. */
export function tripOf({
  tripId,
  serviceDate,
}: Pick<DepartureNews, 'tripId' | 'serviceDate'>): Omit<TripDescriptor, 'scheduleRelationship'> {
  return { ...runOfTrip(tripId), startDate: serviceDate.toString().replaceAll('-', '') }
}

/**
 * The updates about a departure: none once it has ended. If it does not call where its trip does, the
 * trip is cancelled and the departure is a new one, under its own id.
 */
export function toTripUpdates(news: DepartureNews, now: Temporal.Instant): FeedEntity[] {
  const { departureId, routeId, isCancelled, plannedCalls, calls } = news
  const expected = expectTimes(news)
  const end = expected.at(-1)
  if (!end || isBefore(end.arrivesAt, now)) return []
  const cancelled = { ...tripOf(news), scheduleRelationship: 'CANCELED' } as const
  const isOfFeed = plannedCalls !== null
  if (isCancelled) return isOfFeed ? [{ id: departureId, tripUpdate: { trip: cancelled } }] : []
  const isSameWay =
    plannedCalls === calls.length &&
    calls.every(({ stopId, planned }) => planned?.stopId === stopId)
  const inPlaceOf: FeedEntity[] =
    isOfFeed && !isSameWay
      ? [{ id: `${departureId}-planned`, tripUpdate: { trip: cancelled } }]
      : []
  // Without the numbers of stop_times.txt, the second call at a stop could not be told from the first.
  if (new Set(calls.map(({ stopId }) => stopId)).size < calls.length) return inPlaceOf
  const trip: TripDescriptor = isSameWay
    ? { ...tripOf(news), scheduleRelationship: 'SCHEDULED' }
    : { ...tripOf(news), tripId: departureId, routeId, scheduleRelationship: 'NEW' }
  const newest = news.reports[0]
  const tripUpdate = {
    trip,
    stopTimeUpdate: calls.map((call, place) => {
      const times = expected[place] ?? call
      return toStopTimeUpdate(call, { news, times, isSameWay, now })
    }),
    ...(news.isAccessible !== null && { vehicle: vehicleOf(news.isAccessible) }),
    ...(newest && { timestamp: secondsOf(earlier(newest.enteredAt, now)) }),
  }
  return [...inPlaceOf, { id: departureId, tripUpdate }]
}

/**
 * The times that are expected. Once a newer report says that a bus comes to a later stop before it was
 * expected at an earlier one, it has left that one by then.
 */
function expectTimes({ calls, reports }: DepartureNews): Times[] {
  let next: Temporal.Instant | undefined
  return calls
    .toReversed()
    .map(({ position, arrivesAt, departsAt }) => {
      const minutes = newestAt(reports, position)?.minutes ?? 0
      const departs = earlier(departsAt.add({ minutes }), next)
      next = earlier(arrivesAt.add({ minutes }), departs)
      return { arrivesAt: next, departsAt: departs }
    })
    .toReversed()
}

type Around = {
  news: DepartureNews
  /** Expected at this call. */
  times: Times
  isSameWay: boolean
  now: Temporal.Instant
}

function toStopTimeUpdate(call: CallOfNews, around: Around): StopTimeUpdate {
  const { news, times, isSameWay, now } = around
  const { position, stopId, instead } = call
  const isMoved = news.movedStops.includes(position)
  const isSkipped = news.closedStops.includes(position) || (isMoved && instead === null)
  if (isSkipped) return { stopId, scheduleRelationship: 'SKIPPED' }
  const load = news.loads.find((leg) => leg.position === position)
  const isAhead = isBefore(now, times.departsAt)
  const occupancy = load && isAhead && { departureOccupancyStatus: occupancyOf(load) }
  const planned = isSameWay && call.planned ? call.planned : null
  const isReported = newestAt(news.reports, position) !== undefined
  const isAsPlanned = planned !== null && areSame(planned, times)
  if (isAsPlanned && !isReported && !isMoved) {
    return { stopId, scheduleRelationship: 'NO_DATA', ...occupancy }
  }
  const before = planned ?? call
  const isFirst = call === news.calls[0]
  const isLast = call === news.calls.at(-1)
  const toEvent = planned ? delayedEvent : newEvent
  return {
    ...(!isFirst && { arrival: toEvent(before.arrivesAt, times.arrivesAt) }),
    ...(!isLast && { departure: toEvent(before.departsAt, times.departsAt) }),
    stopId,
    scheduleRelationship: 'SCHEDULED',
    ...(isMoved && instead !== null && { stopTimeProperties: { assignedStopId: instead } }),
    ...occupancy,
  }
}

function delayedEvent(planned: Temporal.Instant, expected: Temporal.Instant) {
  const delay = planned.until(expected).total('seconds')
  return { delay, time: secondsOf(expected) }
}

function newEvent(planned: Temporal.Instant, expected: Temporal.Instant) {
  return { time: secondsOf(expected), scheduledTime: secondsOf(planned) }
}

function occupancyOf({ seats, seatsSold }: { seats: number; seatsSold: number }): Occupancy {
  if (seatsSold >= seats) return 'FULL'
  return seatsSold >= FEW_SEATS_FROM * seats ? 'FEW_SEATS_AVAILABLE' : 'MANY_SEATS_AVAILABLE'
}

function vehicleOf(isAccessible: boolean) {
  const wheelchairAccessible = isAccessible ? 'WHEELCHAIR_ACCESSIBLE' : 'WHEELCHAIR_INACCESSIBLE'
  return { wheelchairAccessible } as const
}

function areSame(one: Times, other: Times): boolean {
  return one.arrivesAt.equals(other.arrivesAt) && one.departsAt.equals(other.departsAt)
}

function earlier(one: Temporal.Instant, other: Temporal.Instant | undefined): Temporal.Instant {
  return other && isBefore(other, one) ? other : one
}

/** Whole seconds since 1970. */
export function secondsOf({ epochMilliseconds }: Temporal.Instant): Seconds {
  return String(Math.floor(epochMilliseconds / 1000))
}
