import { translation } from '#app/i18n/translation.ts'
import { Clock } from '#app/ui/parts.tsx'

import { clockAfter } from './clock-after.ts'
import type { RideView } from './view.ts'

/**
 * Departure, duration and arrival, in chronological order. It is on the page once per departure, so
 * its elements have no classes.
 */
export function RideTimes({
  ride,
  hasStops,
}: {
  ride: Omit<RideView, 'departureId'>
  hasStops: boolean
}) {
  const { board } = translation().messages.bookNow
  return (
    <span className="ride-times">
      <span>
        <i>{`${board.departs} `}</i>
        <time>{ride.departs}</time>
        <Zone name={ride.departsZone} />
        {hasStops && <span className="ride-stop-name">{ride.from.name}</span>}
      </span>
      <small>{ride.duration}</small>
      <span>
        <i>{`${board.arrives} `}</i>
        <Arrival time={arrivalOf(ride)} later={laterDay(ride)} />
        <Zone name={ride.arrivesZone} />
        {hasStops && <span className="ride-stop-name">{ride.to.name}</span>}
      </span>
    </span>
  )
}

function Arrival({ time, later }: { time: string; later: string | undefined }) {
  return later ? <Clock time={time} later={later} /> : <time>{time}</time>
}

type StopTimeProps = {
  ride: Omit<RideView, 'departureId'>
  end: 'from' | 'to'
  children?: React.ReactNode
}

/** One end of a ride with the name of its stop, as on a line of stops. */
export function StopTime({ ride, end, children }: StopTimeProps) {
  const isStart = end === 'from'
  return (
    <span className="stop-time" data-end={end}>
      <Clock
        time={isStart ? ride.departs : arrivalOf(ride)}
        later={isStart ? undefined : laterDay(ride)}
      />
      <Zone name={isStart ? ride.departsZone : ride.arrivesZone} />
      <span className="stop-time-name">
        {ride[end].name}
        {children}
      </span>
    </span>
  )
}

function arrivalOf({ departs, minutes, arrives }: Omit<RideView, 'departureId'>): string {
  return arrives ?? clockAfter(departs, minutes)
}

function laterDay({ dayOffset }: Omit<RideView, 'departureId'>): string | undefined {
  return dayOffset ? translation().messages.common.laterDay(dayOffset) : undefined
}

/** Summer or winter time, on the nights on which the clocks change. */
function Zone({ name }: { name: string | undefined }) {
  return name && <abbr className="ride-zone">{name}</abbr>
}
