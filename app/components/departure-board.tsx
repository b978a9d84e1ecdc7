import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'
import { Clock } from '#app/ui/parts.tsx'

import { PageLink } from './page-link.tsx'

export type BoardRow = {
  departureId: string
  /** The displayed time, "08:30", and the machine-readable one. */
  time: string
  dateTime: string
  /** The day, unless it is today. */
  day: string | undefined
  /** "20 minutes late: 13:50"; null if it is on time. */
  late: string | null
  destination: string
  /** The stops on the way as a phrase; empty for a non-stop bus. */
  via: string
  /** Sentences about the stops that are closed or moved for it. */
  stopNews: readonly string[]
  /** The page for booking it; undefined if it cannot be booked here. */
  to: string | undefined
  /** The bus passes by this stop, which is closed for it. */
  isStopClosed: boolean
}

type BoardProps = {
  rows: readonly BoardRow[]
  /** The number of hours that the board looks ahead. */
  hours: number
}

/** The next buses from one stop. */
export function DepartureBoard({ rows, hours }: BoardProps) {
  const { home } = translation().messages
  if (rows.length === 0) return <p>{home.noDepartures(hours)}</p>
  return (
    <ul className="board">
      {rows.map((row) => (
        <li key={row.departureId}>
          {row.to ? (
            <PageLink className="departure" to={row.to}>
              <Departure row={row} />
              <Icon name="chevron" />
            </PageLink>
          ) : (
            <div className="departure soft">
              <Departure row={row} />
              <span className="small">{row.isStopClosed ? home.passesBy : home.bookingClosed}</span>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Departure({ row }: { row: BoardRow }) {
  const { late, stopNews, isStopClosed } = row
  const notes = isStopClosed ? [] : [late, ...stopNews].filter(Boolean)
  return (
    <>
      <Clock time={row.time} dateTime={row.dateTime} />
      <span>
        <strong>{row.destination}</strong>
        {notes.map((note) => (
          <span key={note} className="small departure-note">
            {note}
          </span>
        ))}
        {(row.via || row.day) && (
          <span className="soft small departure-note">
            {[row.day, row.via].filter(Boolean).join(' · ')}
          </span>
        )}
      </span>
    </>
  )
}
