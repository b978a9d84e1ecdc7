import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'

import { RequestTimes } from './request-times.server.ts'

const BOUNDS = [0.005, 0.1, 8]
const DESCRIBED = { name: 'answered_seconds', help: 'Requests answered' }
const COMMON = {
  ...DESCRIBED,
  labelNames: ['pattern', 'method', 'status'] as const,
}

/** Two that differ by each label alone, one exactly at a bound, and one above all of them. */
const ANSWERED = [
  [{ pattern: '/faq', method: 'GET', status: '2xx' }, 0.005],
  [{ pattern: '/faq', method: 'GET', status: '2xx' }, 0.0051],
  [{ pattern: '/faq', method: 'GET', status: '4xx' }, 0.1],
  [{ pattern: '/faq', method: 'HEAD', status: '2xx' }, 9],
  [{ pattern: '/', method: 'GET', status: '2xx' }, 0],
] as const

test('the text and the numbers are those of the histogram of the library', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const times = new RequestTimes(BOUNDS, { ...COMMON, registers: [ours] })
  const histogram = new Histogram({ ...COMMON, buckets: BOUNDS, registers: [theirs] })
  for (const [labels, seconds] of ANSWERED) {
    times.count(labels, seconds)
    histogram.observe(labels, seconds)
  }
  expect(linesOf(await ours.metrics())).toEqual(linesOf(await theirs.metrics()))
  const [[mine], [known]] = [await ours.getMetricsAsJSON(), await theirs.getMetricsAsJSON()]
  expect(mine).toMatchObject({ ...DESCRIBED, aggregator: known?.aggregator, type: known?.type })
  expect(mine?.values.map(withoutExample)).toEqual(known?.values.map(withoutExample))
})

/** Ours keep no example of a single request. */
function withoutExample(value: { value: number; labels: object }): object {
  return { ...value, exemplar: undefined }
}

/** The order of the labels in a line means nothing. */
function linesOf(told: string): string[] {
  return told
    .split('\n')
    .map((line) =>
      line.replace(/\{(.*)\}/, (_, labels: string) => labels.split(',').toSorted().join()),
    )
}
