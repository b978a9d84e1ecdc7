import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { BarChart, NameChart } from './bar-chart.tsx'

const LABEL = /<text y="158" x="([\d.]+)%" text-anchor="(\w+)">/g

test.each([
  ['a week', 7, 'Wed 22', 7],
  ['the hours of a day', 24, '00', 8],
  ['ten days', 10, 'Sun 22 Nov', 3],
  ['a month', 30, 'Sun 22 Nov', 3],
  ['fifty tills', 50, 'Sun 22 Nov', 4],
])('the labels of %s fit side by side on a phone', (_, count, label, shown) => {
  const groups = Array.from({ length: count }, () => ({ label, values: [1] }))
  const chart = renderToStaticMarkup(
    <BarChart name="Sales" series={['Sold']} groups={groups} largest="1" />,
  )
  const places = [...chart.matchAll(LABEL)].map(([, x, anchor]) => {
    const width = 2 * label.length
    return Number(x) - (anchor === 'middle' ? width / 2 : 0)
  })
  expect(places).toHaveLength(shown)
  places.forEach((from, place) => {
    expect(from).toBeGreaterThanOrEqual(0)
    expect(from + 2 * label.length).toBeLessThanOrEqual(places[place + 1] ?? 100)
  })
})

test('bars with long names lie beneath them, each with its value in words', () => {
  const groups = [
    { label: 'Assistance was not available', values: [1000], texts: ['€10.00'] },
    { label: 'Strike', values: [250], texts: ['€2.50'] },
  ]
  const chart = renderToStaticMarkup(<NameChart name="Cost" series={['Cost']} groups={groups} />)
  expect(chart).toContain('<title>Cost</title>')
  for (const text of ['Strike', '€2.50', 'width="25%"']) expect(chart).toContain(text)
})
