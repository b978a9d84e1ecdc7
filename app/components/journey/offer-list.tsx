import { translation } from '#app/i18n/translation.ts'
import { Badge } from '#app/ui/notice.tsx'
import { Price } from '#app/ui/parts.tsx'
import { cents, formatEuros, type Cents } from '#platform/money.ts'

import { chooseAddress } from './choose-address.ts'
import { RideTimes, StopTime } from './ride-times.tsx'
import type { DepartureGroup, LegView, RideView } from './view.ts'

/**
 * Below this number of free seats the row shows the number. It is always the true one, never
 * pressure.
 */
const FEW_SEATS = 5

type BoardProps = { leg: LegView; groups: DepartureGroup[] }

/** The day's departures as a station board, on which travellers find a time. */
export function DepartureBoard({ leg, groups }: BoardProps) {
  const { board } = translation().messages.bookNow
  const all = groups.flatMap(({ rides }) => rides)
  return (
    <>
      {groups.map(({ night, rides }, place) => (
        <div className="board-group" key={night?.from ?? 'day'}>
          <div className="board-head">
            {groups.length > 1 && !night && <h3>{leg.date}</h3>}
            {night && <h3>{board.nightOf(night.from, night.to)}</h3>}
            {place === 0 && (
              <p>{leg.isDifference ? board.difference.label : board.priceFor(leg.party)}</p>
            )}
          </div>
          <ol className="board">
            {[...Map.groupBy(rides, departureOf)].map(([departureId, ofOne]) => (
              <li key={departureId}>
                {ofOne[0]?.isNamed && <p className="choose-stop">{board.chooseStop}</p>}
                <DepartureRow leg={leg} rides={ofOne} />
              </li>
            ))}
          </ol>
        </div>
      ))}
      {all.some(({ departsZone }) => departsZone) && (
        <p className="soft small">{board.clocksChange}</p>
      )}
    </>
  )
}

function departureOf({ departureId }: RideView): string {
  return departureId
}

type RowProps = { leg: LegView; rides: RideView[] }

/** One departure. For an area, it contains the stops at which it can be boarded. */
function DepartureRow({ leg, rides }: RowProps) {
  const [first] = rides
  const last = rides.at(-1)
  if (!first || !last) return null
  if (rides.length === 1) {
    const isElsewhere = first.from.name !== leg.from.name || first.to.name !== leg.to.name
    return (
      <Chooser leg={leg} ride={first} className="departure ride">
        <RideTimes ride={first} hasStops={isElsewhere} />
        <RideEnd ride={first} price={priceIn(leg, first.total)} />
      </Chooser>
    )
  }

  const boardsAtSeveral = first.toStopId === last.toStopId
  return (
    <div className="departure-stops">
      {!boardsAtSeveral && <StopTime ride={first} end="from" />}
      <ul>
        {rides.map((ride) => (
          <li key={ride.fromStopId + ride.toStopId}>
            <Chooser leg={leg} ride={ride} className="departure ride-stop">
              <StopTime ride={ride} end={boardsAtSeveral ? 'from' : 'to'}>
                <small>{ride.duration}</small>
              </StopTime>
              <RideEnd ride={ride} price={priceIn(leg, ride.total)} />
            </Chooser>
          </li>
        ))}
      </ul>
      {boardsAtSeveral && <StopTime ride={last} end="to" />}
    </div>
  )
}

type ChooserProps = {
  leg: LegView
  ride: RideView
  className: string
  children: React.ReactNode
}

/** The whole row is the link, an easy target for a thumb. An unavailable ride is not a link. */
function Chooser({ leg, ride, className, children }: ChooserProps) {
  if (ride.state !== 'open') {
    return (
      <div className={className} data-state={ride.state}>
        {children}
      </div>
    )
  }
  return (
    <a className={className} href={chooseAddress(leg, ride)} rel="nofollow">
      {children}
    </a>
  )
}

type RideEndProps = { ride: Pick<RideView, 'seatsLeft' | 'state'>; price: string }

/** Price and seats if the ride is available; otherwise the reason why not. */
function RideEnd({ ride, price }: RideEndProps) {
  const { board } = translation().messages.bookNow
  const { seatsLeft, state } = ride
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
      <Price>{price}</Price>
      <span className="ride-select">{board.select}</span>
    </span>
  )
}

function priceIn({ isDifference = false }: LegView, total: Cents): string {
  const { locale, messages } = translation()
  const { difference } = messages.bookNow.board
  if (!isDifference) return formatEuros(total, locale)
  if (total === 0) return difference.none
  const amount = formatEuros(cents(Math.abs(total)), locale)
  return total > 0 ? difference.more(amount) : difference.back(amount)
}
