import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { DataTable, type Column, type Pages } from './data-table.tsx'

type Bus = { time: string; seats: number }

const COLUMNS: Column<Bus>[] = [
  { key: 'time', head: 'Time', kind: 'name', sorts: 'ascending', cell: ({ time }) => time },
  { key: 'seats', head: 'Seats', kind: 'number', sorts: 'descending', cell: ({ seats }) => seats },
  { key: 'state', head: 'State', cell: () => 'planned' },
]

const PAGES: Pages = {
  label: 'Pages',
  earlier: { text: 'Earlier', before: 'x' },
  next: { text: 'Next', after: 'y' },
}

test('a list is a table with a caption, a head per column and a head per row', () => {
  const table = show({})
  expect(table).toContain('<caption>Departures</caption>')
  expect(table.match(/<th scope="col"/g)).toHaveLength(3)
  expect(table).toContain('<th scope="row" data-head="Time"><div>09:30</div></th>')
  expect(table).toContain('<td data-kind="number" data-head="Seats"><div>50</div></td>')
})

test('a list of a few short columns is marked, so that a phone does not stack its rows', () => {
  expect(show({ isSlim: true })).toContain('class="data-table data-table-slim"')
  expect(show({})).toContain('class="data-table"')
})

test('pressing a head sorts in its first order, pressing it again reverses the order', () => {
  expect(linksIn(show({}))).toEqual(['/office?sort=time', '/office?sort=-seats'])
  expect(linksIn(show({ sort: 'time' }))).toEqual(['/office?sort=-time', '/office?sort=-seats'])
  expect(linksIn(show({ sort: '-seats' }))).toEqual(['/office?sort=time', '/office?sort=seats'])
  expect(show({ sort: '-seats' })).toContain('aria-sort="descending"')
})

test('another order keeps the filters and begins at the first page', () => {
  const [byTime] = linksIn(show({ address: '/office?route=NL&after=z' }))
  expect(byTime).toBe('/office?route=NL&amp;sort=time')
})

test('a page leads to the rows before and after it, in the same order', () => {
  const links = linksIn(show({ address: '/office?sort=time&after=w', pages: PAGES })).slice(2)
  expect(links).toEqual(['/office?sort=time&amp;before=x', '/office?sort=time&amp;after=y'])
})

test('an empty list is a sentence, from which one can still turn back', () => {
  const { next: _, ...pages } = PAGES
  const page = show({ rows: [], pages })
  expect(page).not.toContain('<table')
  expect(page).toContain('No bus departs.')
  expect(linksIn(page)).toEqual(['/office?before=x'])
})

test('rows have ids, by which a live part finds them', () => {
  expect(show({ name: 'departure' })).toContain('<tr id="departure-09:30">')
})

test('a wide table scrolls in a region with a name, which the keyboard reaches', () => {
  const region = '<section class="data-table-region" aria-label="Departures" tabindex="0"><table>'
  expect(show({ isWide: true })).toContain(region)
  expect(show({})).not.toContain('tabindex')
})

type Shown = Partial<React.ComponentProps<typeof DataTable<Bus>>>

function show(shown: Shown): string {
  return renderToStaticMarkup(
    <DataTable
      caption="Departures"
      columns={COLUMNS}
      rows={[{ time: '09:30', seats: 50 }]}
      rowKey={({ time }) => time}
      empty="No bus departs."
      address="/office"
      {...shown}
    />,
  )
}

function linksIn(page: string): string[] {
  return [...page.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address)
}
