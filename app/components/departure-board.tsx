import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'
import { Clock } from '#app/ui/parts.tsx'

import { PageLink } from './page-link.tsx'

export type BoardRow = {
  departureId: string
  /** "08:30", and the same for machines. */
  time: string
  dateTime: string
  /** Named when it is not today. */
  day: string | undefined
  destination: string
  /** Stops on the way, in words; empty for a bus without any. */
  via: string
  /** The page on which it can be booked; nothing once that is too late. */
  to: string | undefined
}

type BoardProps = {
  rows: readonly BoardRow[]
  /** How far ahead they were looked for. */
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
              <span className="small">{home.bookingClosed}</span>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Departure({ row }: { row: BoardRow }) {
  return (
    <>
      <Clock time={row.time} dateTime={row.dateTime} />
      <span>
        <strong>{row.destination}</strong>
        {(row.via || row.day) && (
          <span className="soft small departure-note">
            {[row.day, row.via].filter(Boolean).join(' · ')}
          </span>
        )}
      </span>
    </>
  )
}
