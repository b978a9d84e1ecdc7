import { BarChart } from '#app/ui/bar-chart.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FilterBar } from '#app/ui/filter-bar.tsx'
import { LoadBars, type Leg } from '#app/ui/load-bar.tsx'
import { Badge } from '#app/ui/notice.tsx'
import { Timeline } from '#app/ui/timeline.tsx'

import { Specimen } from './specimen.tsx'

/** The parts that only the office has (app/ui/office.css). */
export function Filters({ name }: { name: string }) {
  return (
    <Specimen title="Office: filters">
      <FilterBar
        action="/design"
        summary="Filter"
        submit="Show"
        kept={{ sort: '-load' }}
        clear={{ href: '/design', text: 'Show all' }}
      >
        <TextField label="Name" name="name" id={`${name}-filter-name`} />
        <SelectField label="Route" name="route" id={`${name}-filter-route`}>
          <option>All routes</option>
          <option>NL</option>
        </SelectField>
      </FilterBar>
    </Specimen>
  )
}

const LEG = { key: '1', sold: 0, held: 0, capacity: 50 }

const ROWS: Departure[] = [
  {
    time: '13:30',
    route: 'Nicosia to Larnaca Airport',
    legs: [{ ...LEG, sold: 38, held: 4, text: '38 of 50 sold, 4 held' }],
    label: '38/50',
    state: 'planned',
    sum: '€342.00',
  },
  {
    time: '14:05',
    route: 'Nicosia to Paphos Airport',
    legs: [
      { ...LEG, sold: 54, text: 'Nicosia to Kofinou: 4 too many' },
      { ...LEG, key: '2', sold: 50, text: 'Kofinou to Paphos Airport: 50 of 50 sold' },
    ],
    label: '54/50, 4 too many',
    state: 'over-full',
    sum: '€1,204.50',
  },
  {
    time: '14:30',
    route: 'Larnaca Airport to Nicosia',
    legs: [{ ...LEG, text: '0 of 50 sold' }],
    label: '0/50',
    state: 'planned',
    sum: '€0.00',
  },
]

type Departure = {
  time: string
  route: string
  legs: Leg[]
  label: string
  state: 'planned' | 'over-full'
  sum: string
}

const COLUMNS: Column<Departure>[] = [
  { key: 'time', head: 'Time', kind: 'name', sorts: 'ascending', cell: timeOf },
  { key: 'route', head: 'Route', cell: ({ route }) => route },
  {
    key: 'load',
    head: 'Load',
    sorts: 'descending',
    cell: ({ legs, label }) => <LoadBars legs={legs} label={label} />,
  },
  { key: 'state', head: 'State', cell: ({ state }) => <State state={state} /> },
  { key: 'sum', head: 'Sold', kind: 'number', sorts: 'descending', cell: ({ sum }) => sum },
]

function timeOf({ time }: Departure) {
  return (
    <a href="#top">
      <time>{time}</time>
    </a>
  )
}

function State({ state }: Pick<Departure, 'state'>) {
  return state === 'planned' ? (
    state
  ) : (
    <Badge tone="danger" icon="warning">
      {state}
    </Badge>
  )
}

export function Lists({ name }: { name: string }) {
  const table = { columns: COLUMNS, address: '/design', rowKey: ({ time }: Departure) => time }
  const pages = {
    label: 'Pages',
    earlier: { text: 'Earlier', before: '13:30' },
    next: { text: 'Next', after: '14:30' },
  }
  return (
    <Specimen title="Office: list">
      <DataTable
        {...table}
        caption="Departures"
        name={name}
        rows={ROWS}
        sort="-load"
        rowTone={({ state }) => (state === 'over-full' ? 'danger' : undefined)}
        empty=""
        pages={pages}
      />
      <DataTable
        {...table}
        caption="Departures of the night"
        rows={[]}
        empty="No bus departs between 00:00 and 03:59. The next one is at 04:30."
      />
    </Specimen>
  )
}

export function Loads() {
  return (
    <Specimen title="Office: load per leg">
      {ROWS.map(({ time, legs, label }) => (
        <LoadBars key={time} legs={legs} label={label} />
      ))}
    </Specimen>
  )
}

export function Timelines() {
  const at = { dateTime: '2026-11-22T13:30:00+02:00', time: 'Sun 22 Nov, 13:30' }
  return (
    <Specimen title="Office: timeline">
      <Timeline
        label="What happened"
        events={[
          { key: '1', ...at, what: 'Booked for €18.00', tone: 'positive' },
          {
            key: '2',
            ...at,
            what: 'Ticket mail refused',
            about: 'Mailbox unknown',
            tone: 'danger',
          },
          { key: '3', ...at, what: 'Moved to the 14:30', about: 'Maria, dispatcher' },
        ]}
      />
    </Specimen>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  label: String(hour).padStart(2, '0'),
  values: [hour < 14 ? hour * 12 : 0, (hour * 37) % 120],
}))

export function Charts() {
  return (
    <Specimen title="Office: chart">
      <BarChart
        name="Sales per hour: €1,092 today, €1,310 on Sunday last week"
        series={['Today', 'Sunday last week']}
        groups={HOURS}
        largest="€156"
      />
    </Specimen>
  )
}
