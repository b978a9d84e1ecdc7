import { Link } from 'react-router'

import { translation } from '#app/i18n/translation.ts'
import { Badge } from '#app/ui/notice.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Price } from '#app/ui/parts.tsx'
import { formatEuros } from '#platform/money.ts'

import { RideTimes, StopTime } from './ride-times.tsx'
import type { DepartureGroup, DepartureView, LegView, RideView } from './view.ts'

/** Fewer seats than this are worth a word: the number is the true one, never a spur. */
const FEW_SEATS = 5

type BoardProps = { leg: LegView; groups: DepartureGroup[] }

/** The day's departures as a board in a station: one looks for a time, and finds it. */
export function DepartureBoard({ leg, groups }: BoardProps) {
  const { board } = translation().messages.bookNow
  const ways = groups.flatMap(({ rows }) => rows.flatMap(({ rides }) => rides))
  return (
    <>
      {groups.map(({ night, rows }) => (
        <div className="board-group" key={night?.from ?? 'day'}>
          {groups.length > 1 && !night && <h3 className="board-head">{leg.date}</h3>}
          {night && <h3 className="board-head">{board.nightOf(night.from, night.to)}</h3>}
          <ol className="board">
            {rows.map((row) => (
              <li key={row.departureId}>
                <DepartureRow leg={leg} row={row} />
              </li>
            ))}
          </ol>
        </div>
      ))}
      {ways.some(({ departsZone }) => departsZone) && (
        <p className="soft small">{board.clocksChange}</p>
      )}
    </>
  )
}

/** One departure. Where an area was asked for, the stops at which it can be taken stand in it. */
function DepartureRow({ leg, row: { rides } }: { leg: LegView; row: DepartureView }) {
  const [first] = rides
  const last = rides.at(-1)
  if (!first || !last) return null
  if (rides.length === 1) {
    const isElsewhere = first.from.name !== leg.from.name || first.to.name !== leg.to.name
    return <RideRow ride={first} hasStops={isElsewhere} />
  }

  const boardsAtSeveral = first.to.name === last.to.name
  return (
    <div className="departure-stops">
      {!boardsAtSeveral && <StopTime ride={first} end="from" />}
      <ul>
        {rides.map((ride) => (
          <li key={ride.departsAt + ride.to.name}>
            <StopRow ride={ride} end={boardsAtSeveral ? 'from' : 'to'} />
          </li>
        ))}
      </ul>
      {boardsAtSeveral && <StopTime ride={last} end="to" />}
    </div>
  )
}

function RideRow({ ride, hasStops }: { ride: RideView; hasStops: boolean }) {
  return (
    <Chooser ride={ride} className="departure ride">
      <RideTimes ride={ride} hasStops={hasStops} />
      <RideEnd ride={ride} />
    </Chooser>
  )
}

function StopRow({ ride, end }: { ride: RideView; end: 'from' | 'to' }) {
  const { common } = translation().messages
  return (
    <Chooser ride={ride} className="departure ride-stop">
      <StopTime ride={ride} end={end}>
        <small>{common.duration(ride.hours, ride.minutes)}</small>
      </StopTime>
      <RideEnd ride={ride} />
    </Chooser>
  )
}

type ChooserProps = { ride: RideView; className: string; children: React.ReactNode }

/** The whole row is the link, so a thumb cannot miss it. What cannot be chosen is no link. */
function Chooser({ ride: { href, state }, className, children }: ChooserProps) {
  if (href === null) {
    return (
      <div className={className} data-state={state}>
        {children}
      </div>
    )
  }
  return (
    <Link className={className} to={href} rel="nofollow">
      {children}
    </Link>
  )
}

/** Price and seats where it can be had; otherwise the reason why not. */
function RideEnd({ ride: { total, seatsLeft, state, href } }: { ride: RideView }) {
  const { locale, messages } = translation()
  const { board } = messages.bookNow
  if (state !== 'open') {
    const { states } = board
    const reason = state === 'not-enough-seats' ? states[state](seatsLeft) : states[state]
    return (
      <span className="ride-end">
        <Badge>{reason}</Badge>
      </span>
    )
  }
  return (
    <span className="ride-end">
      {seatsLeft <= FEW_SEATS && <Badge tone="warning">{board.seatsLeft(seatsLeft)}</Badge>}
      <Price>{formatEuros(total, locale)}</Price>
      {href && (
        <span className="ride-select">
          <span>{board.select}</span>
          <Icon name="chevron" />
        </span>
      )}
    </span>
  )
}
