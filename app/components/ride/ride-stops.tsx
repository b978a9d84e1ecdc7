import { Clock } from '#app/ui/parts.tsx'

import type { RideFacts } from './view.ts'

/** Departure and arrival with large times, connected by a line as on a bus map. */
export function RideStops({ ride }: { ride: RideFacts }) {
  const { departs, departsAt, arrives, arrivesAt, arrivesOn, duration, from, to } = ride
  return (
    <ol className="ride-stops">
      <li>
        <Clock time={departs} dateTime={departsAt} />
        <div>
          <p className="ride-stop">{from.name}</p>
          {from.directions && <p className="soft small">{from.directions}</p>}
          <p className="soft small">{duration}</p>
        </div>
      </li>
      <li>
        <Clock time={arrives} dateTime={arrivesAt} later={arrivesOn ?? undefined} />
        <p className="ride-stop">{to.name}</p>
      </li>
    </ol>
  )
}
