import { translation } from '#app/i18n/translation.ts'
import { BarChart } from '#app/ui/bar-chart.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { Details } from '#app/ui/parts.tsx'
import * as paths from '#paths'

import type { SalesView, SeatsView } from './view.ts'

/** Sales since midnight, beside the same weekday last week, with the figures of the chart. */
export function Sales({ sales }: { sales: SalesView }) {
  const { sales: sentences } = translation().messages.office.today
  const { chart, largest, series, groups, soFar, before, rows } = sales
  const [today, lastWeek] = series
  return (
    <section className="stack" aria-labelledby="sales-title">
      <h2 id="sales-title">{sentences.title}</h2>
      <p>
        <strong>{soFar}</strong>
        <br />
        <span className="soft">{before}</span>
      </p>
      <BarChart name={chart} series={series} groups={groups} largest={largest} />
      <Details summary={sentences.figures}>
        <DataTable
          caption={sentences.title}
          isCaptionHidden
          isSlim
          columns={[
            { key: 'hour', head: sentences.hour, kind: 'name', cell: ({ hour }) => hour },
            { key: 'today', head: today, kind: 'number', cell: (row) => row.today },
            { key: 'before', head: lastWeek, kind: 'number', cell: (row) => row.lastWeek },
          ]}
          rows={rows}
          rowKey={({ hour }) => hour}
          empty={sentences.none}
          address={paths.office()}
        />
      </Details>
    </section>
  )
}

/** Seats sold today, by the date of travel. */
export function Seats({ seats }: { seats: SeatsView }) {
  const { seats: sentences, sales } = translation().messages.office.today
  const { chart, largest, rows } = seats
  return (
    <section className="stack" aria-labelledby="seats-title">
      <h2 id="seats-title">{sentences.title}</h2>
      <BarChart
        name={chart}
        series={[sentences.seats]}
        groups={rows.map(({ label, seats: count }) => ({ label, values: [count] }))}
        largest={largest}
      />
      <Details summary={sales.figures}>
        <DataTable
          caption={sentences.title}
          isCaptionHidden
          isSlim
          columns={[
            { key: 'date', head: sentences.date, kind: 'name', cell: ({ date }) => date },
            { key: 'seats', head: sentences.seats, kind: 'number', cell: (row) => row.seats },
          ]}
          rows={rows}
          rowKey={({ date }) => date}
          empty=""
          address={paths.office()}
        />
      </Details>
    </section>
  )
}
