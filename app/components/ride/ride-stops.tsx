import { Clock } from '#app/ui/parts.tsx'

import type { RideFacts } from './view.ts'

/** From where, when, and to where: the times large, the way in between drawn as on a map of buses. */
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
