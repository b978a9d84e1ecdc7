import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { BarChart } from './bar-chart.tsx'
import { LoadBar } from './load-bar.tsx'

const LEG = { sold: 0, held: 0, capacity: 50, text: 'Nicosia to Larnaca Airport' }

test('sold seats fill the bar from the left, held ones are striped after them', () => {
  const bar = renderToStaticMarkup(<LoadBar {...LEG} sold={20} held={5} />)
  expect(bar).toContain('<rect class="load-sold" width="40" height="12"')
  expect(bar).toContain('<path class="load-held" d="M40 6H50"')
  expect(bar).not.toContain('load-over')
})

test('a full leg has no room and nothing too many; one seat more is too many', () => {
  const full = renderToStaticMarkup(<LoadBar {...LEG} sold={50} />)
  expect(full).toContain('class="load-sold" width="100"')
  expect(full).not.toContain('load-over')
  const over = renderToStaticMarkup(<LoadBar {...LEG} sold={51} />)
  expect(over).toContain('<rect class="load-over" x="98" width="2"')
  expect(over).toContain('class="load-limit"')
})

test('a bar says in words what it shows, and has no style attribute, which the policy would drop', () => {
  const bar = renderToStaticMarkup(<LoadBar {...LEG} sold={51} held={3} />)
  expect(bar).toContain('role="img"><title>Nicosia to Larnaca Airport</title>')
  expect(bar).not.toContain('style=')
})

test('a bus without seats is drawn, not divided by', () => {
  const bar = renderToStaticMarkup(<LoadBar {...LEG} capacity={0} />)
  expect(bar).not.toMatch(/NaN|Infinity/)
})

test('the tallest bar of a chart reaches its topmost line, and no bar stands for nothing', () => {
  const chart = renderToStaticMarkup(
    <BarChart
      name="Sales per hour"
      series={['Today', 'Last week']}
      groups={[
        { label: '08', values: [10, 0] },
        { label: '09', values: [5, 5] },
      ]}
      largest="€10"
    />,
  )
  expect(chart).toContain('y="20" height="120"')
  expect(chart.match(/y="80" height="60"/g)).toHaveLength(2)
  expect(chart).toContain('<title>Sales per hour</title>')
  expect(chart).not.toContain('style=')
})

test('a day without sales is a chart without bars', () => {
  const hours = [{ label: '08', values: [0] }]
  const chart = renderToStaticMarkup(
    <BarChart name="No sales" series={['Today']} groups={hours} largest="€0" />,
  )
  expect(chart).not.toContain('chart-bar')
  expect(chart).not.toContain('NaN')
})
