import type { PlaceName } from '#app/i18n/place-name.ts'
import { translation } from '#app/i18n/translation.ts'
import { listBays } from '#modules/dispatch/bays.server.ts'
import type { OfferedRide } from '#modules/offers/offer.ts'
import { wheelchairUntil } from '#modules/rules/deadlines.ts'
import { beThereAt } from '#modules/rules/deadlines.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { longDate, weekdayAndDay } from '#platform/format/dates.ts'
import { durationText } from '#platform/format/durations.ts'
import { momentInSentence } from '#platform/format/moments.ts'
import { clockTime, dateInCyprus, isBefore } from '#platform/time.ts'

import { clockAfter } from './clock-after.ts'
import { nameOf } from './links.ts'
import type { ChosenRide, DepartureGroup, RideView, WheelchairView } from './view.ts'

/** A ride as its timetable row. */
export function toRide(ride: OfferedRide, departureId: string, places: readonly Place[]): RideView {
  const { durationMinutes: minutes } = ride
  const { departs, arrives, zones } = ride.clocks
  return {
    departureId,
    departs,
    fromStopId: ride.fromStopId,
    toStopId: ride.toStopId,
    from: stopName(places, ride.fromStopId),
    to: stopName(places, ride.toStopId),
    ...(arrives !== clockAfter(departs, minutes) && { arrives }),
    ...(zones && { departsZone: zones.departs, arrivesZone: zones.arrives }),
    ...(ride.dayOffset > 0 && { dayOffset: ride.dayOffset }),
    minutes,
    duration: durationText(minutes, translation().locale),
    total: ride.total,
    seatsLeft: ride.seatsLeft,
    // In the list of departures an ended sale is an ended sale, whatever ended it.
    state: ride.state === 'closed-by-us' ? 'closed' : ride.state,
  }
}

type Choosing = {
  places: readonly Place[]
  now: Temporal.Instant
  departureId: string
}

export async function toChosen(ride: OfferedRide, choosing: Choosing): Promise<ChosenRide> {
  const { places, now, departureId } = choosing
  const { locale } = translation()
  return {
    ...toRide(ride, departureId, places),
    fares: ride.fares,
    date: longDate(dateInCyprus(ride.departsAt), locale),
    night: showNight(ride),
    wheelchair: toWheelchair(ride, now),
    directions: await directionsOf(ride, departureId),
    beThere: clockTime(beThereAt(ride.departsAt)),
  }
}

/** Where exactly to board: as the timetable says, unless the bus stops elsewhere that day. */
async function directionsOf(ride: OfferedRide, departureId: string): Promise<string | null> {
  const { locale } = translation()
  const { fromStopId, movedFrom } = ride
  if (movedFrom !== null) {
    const call = (await listBays([departureId])).find(({ position }) => position === movedFrom)
    if (call?.movedTo) return call.movedTo[locale]
  }
  return (await getStops(locale)).get(fromStopId)?.pickupDirections ?? null
}

/** For a departure between midnight and four, the two dates of its night. */
export function showNight({ clocks: { night } }: OfferedRide): DepartureGroup['night'] {
  if (!night) return null
  const [from = '', to = ''] = [night.evening, night.morning].map((date) =>
    weekdayAndDay(date, translation().locale),
  )
  return { from, to }
}

function toWheelchair(ride: OfferedRide, now: Temporal.Instant): WheelchairView {
  const lastMoment = wheelchairUntil(ride.departsAt)
  const until = momentInSentence(lastMoment, translation().locale)
  if (ride.accessible === null) return { state: 'not-known' }
  if (!ride.accessible) return { state: 'no-access' }
  if (isBefore(lastMoment, now)) return { state: 'too-late', until }
  if (ride.wheelchairPlacesLeft === 0) return { state: 'taken' }
  return { state: 'on-offer', most: ride.wheelchairPlacesLeft, until }
}

/** The name of a stop; a stop that is no longer served has none here, so its id is shown. */
function stopName(places: readonly Place[], stopId: string): PlaceName {
  const stop = places.find(({ kind, code }) => kind === 'stop' && code === stopId)
  return stop ? nameOf(stop) : { name: stopId, accusative: null }
}
