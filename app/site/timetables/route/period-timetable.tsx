import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'

type Run = { key: string; to: string | null; times: ({ time: string; later: number } | null)[] }
type Table = { key: string; days: string; stops: string[]; runs: Run[] }
type Exception = { key: string; dates: string[]; sentences: string[] }
type Period = { name: string; tables: Table[]; exceptions: Exception[] }

/** Above this length, a table of two or three stops is split into two columns. */
const LONGEST = 12
const MAX_STOPS_OF_HALVES = 3

/**
 * The departures of one period: a table for each set of weekdays with the same departures, and the
 * exceptional dates.
 */
export function PeriodTimetable({ period }: { period: Period }) {
  return (
    <>
      <div className="day-tables">
        {period.tables.flatMap(inHalves).map((table) => (
          <TimesTable key={table.key} table={table} period={period.name} />
        ))}
      </div>
      <Exceptions exceptions={period.exceptions} />
    </>
  )
}

function inHalves(table: Table): Table[] {
  const { key, stops, runs } = table
  if (runs.length <= LONGEST || stops.length > MAX_STOPS_OF_HALVES) return [table]
  const middle = Math.ceil(runs.length / 2)
  return [runs.slice(0, middle), runs.slice(middle)].map((half, place) => ({
    ...table,
    key: `${key} ${place}`,
    days: `${table.days}, ${startOf(half[0])} – ${startOf(half.at(-1))}`,
    runs: half,
  }))
}

function startOf(run: Run | undefined): string {
  return run?.times.find((time) => time !== null)?.time ?? ''
}

function TimesTable({ table, period }: { table: Table; period: string }) {
  const { days, stops, runs } = table
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets the keyboard scroll it
    <section className="scroll" aria-label={`${period}: ${days}`} tabIndex={0}>
      <table className="table times">
        <caption>{days}</caption>
        <thead>
          <tr>
            {stops.map((stop, place) => (
              <th key={place} scope="col">
                {stop}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map(({ key, to, times }) => (
            <tr key={key}>
              {times.map((time, place) => (
                <Time key={place} time={time} isFirst={place === 0} to={to} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type TimeProps = { time: Run['times'][number]; isFirst: boolean; to: string | null }

/** The first time of a row is its heading, and links to booking that departure. */
function Time({ time, isFirst, to }: TimeProps) {
  const { common, schedule } = translation().messages
  if (!time) {
    return (
      <td>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{schedule.notCalled}</span>
      </td>
    )
  }
  const content = (
    <>
      <time>{time.time}</time>
      {time.later > 0 && <small className="soft"> {common.laterDay(time.later)}</small>}
    </>
  )
  if (!isFirst) return <td>{content}</td>
  return <th scope="row">{to ? <PageLink to={to}>{content}</PageLink> : content}</th>
}

type ExceptionsProps = { exceptions: readonly Exception[]; heading?: 'h2' | 'h3' }

export function Exceptions({ exceptions, heading: Heading = 'h3' }: ExceptionsProps) {
  const { schedule } = translation().messages
  if (exceptions.length === 0) return null
  return (
    <section className="stack">
      <Heading>{schedule.exceptions}</Heading>
      <dl className="exceptions">
        {exceptions.map(({ key, dates, sentences }) => (
          <div key={key}>
            {dates.map((date) => (
              <dt key={date}>{date}</dt>
            ))}
            <dd className="soft figures">{sentences.join(' ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
