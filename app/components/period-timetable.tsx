import { translation } from '#app/i18n/translation.ts'

type Table = {
  key: string
  days: string
  stops: string[]
  runs: { key: string; times: ({ time: string; later: number } | null)[] }[]
}
type Period = { name: string; validity: string; tables: Table[] }

/** The departures of one period, a table for each set of weekdays that has the same ones. */
export function PeriodTimetable({ period, isNamed = true }: { period: Period; isNamed?: boolean }) {
  return (
    <section className="stack">
      {isNamed && (
        <div>
          <h2>{period.name}</h2>
          <p className="soft">{period.validity}</p>
        </div>
      )}
      <div className="day-tables">
        {period.tables.map((table) => (
          <TimesTable key={table.key} table={table} period={period.name} />
        ))}
      </div>
    </section>
  )
}

function TimesTable({ table, period }: { table: Table; period: string }) {
  const { days, stops, runs } = table
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys can scroll it
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
          {runs.map(({ key, times }) => (
            <tr key={key}>
              {times.map((time, place) => (
                <Time key={place} time={time} isFirst={place === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Time({
  time,
  isFirst,
}: {
  time: Table['runs'][number]['times'][number]
  isFirst: boolean
}) {
  const { common, schedule } = translation().messages
  if (!time) {
    return (
      <td>
        <span aria-hidden="true">–</span>
        <span className="unseen">{schedule.notCalled}</span>
      </td>
    )
  }
  const content = (
    <>
      <time>{time.time}</time>
      {time.later > 0 && <small className="soft"> {common.laterDay(time.later)}</small>}
    </>
  )
  return isFirst ? <th scope="row">{content}</th> : <td>{content}</td>
}
