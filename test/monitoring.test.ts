import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { LIMITS } from '#platform/connection/limits-of-role.server.ts'
import { metrics } from '#platform/metrics/metrics.server.ts'
import { openMetrics } from '#platform/watch/metrics-port.server.ts'
import { findPort } from '#test/fixtures/free-port.ts'
import { listExpressions, metricsIn, metricsOf } from '#test/fixtures/metrics-in-deploy.ts'

/* The alerts, the board and the roles of deploy/, held to the program. */

const EXPRESSIONS = listExpressions()

describe('metrics', () => {
  let opened: Awaited<ReturnType<typeof openMetrics>>
  beforeAll(async () => {
    const METRICS_PORT = await findPort()
    opened = await openMetrics({ METRICS_PORT, METRICS_HOST: '127.0.0.1' })
  })
  afterAll(() => opened.stop())

  test('every metric of the alerts and of the board is one that a program exports', async () => {
    const exported = metricsOf(await metrics.metrics())
    const named = metricsIn(EXPRESSIONS)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !exported.has(name))).toEqual([])
  })

  test('every label of one of these metrics is one that it has', async () => {
    const labels = await listLabels()
    const wrong = EXPRESSIONS.flatMap((one) =>
      labelsIn(one).filter(([name, label]) => !labels.get(name)?.includes(label)),
    )
    expect(EXPRESSIONS.flatMap(labelsIn).length).toBeGreaterThan(8)
    expect(wrong).toEqual([])
  })
})

type Asking = {
  scrape_configs: { job_name: string }[]
  alerting: { alertmanagers: unknown[] }
}

/** Programs of others whose metrics begin like this, by the names under which Prometheus asks them. */
const OF_OTHERS = /\b(node|patroni)_\w+/g

test.each(['prometheus.yml', 'kubernetes.yml'])(
  '%s asks every program that an alert needs, no other, and tells somebody',
  (file) => {
    const { scrape_configs: asked, alerting } = parse(
      readFileSync(`deploy/prometheus/${file}`, 'utf8'),
    ) as Asking
    const named = EXPRESSIONS.flatMap((one) => [
      ...[...one.matchAll(/\bjob="([^"]+)"/g)].map(([, job]) => job),
      ...[...one.matchAll(OF_OTHERS)].map(([, job]) => job),
    ])
    expect(new Set(named)).toEqual(new Set(asked.map(({ job_name: job }) => job)))
    expect(alerting.alertmanagers).toHaveLength(1)
  },
)

test('every metric of an alert is written by us, by Prometheus, or by a program that it asks', () => {
  const words = EXPRESSIONS.flatMap(
    (one) => one.replaceAll(/"[^"]*"|\{[^}]*\}/g, '').match(/\b[a-z]+_\w+/g) ?? [],
  )
  const functions = new Set(['histogram_quantile'])
  const strange = words.filter(
    (word) => !/^(?:halcyon|nodejs|process|node|patroni)_/.test(word) && !functions.has(word),
  )
  expect(words.length).toBeGreaterThan(20)
  expect(strange).toEqual([])
})

test('the guide has the alerts as they are', () => {
  const { groups } = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
    groups: { rules: { alert: string; expr: string; for?: string }[] }[]
  }
  const guide = readFileSync('docs/operations.md', 'utf8')
  const rows = [...guide.matchAll(/^\| `(Halcyon\w+)` +\| `(.+?)` +\| (\S+) +\|/gm)]
  const told = rows.map(([, alert, expr = '', pause]) => [
    alert,
    expr.replaceAll('\\|', '|'),
    pause,
  ])
  const ours = groups.flatMap(({ rules }) => rules)
  expect(told).toEqual(
    ours.map((one) => [one.alert, one.expr.replaceAll(/\s+/g, ' '), one.for ?? '–']),
  )
})

test('the limits of roles.sql are those that the program sets and checks', () => {
  const lines = readFileSync('deploy/roles.sql', 'utf8').matchAll(
    /^alter role halcyon_site in database halcyon set (\w+) = (\d+);$/gm,
  )
  const set = Object.fromEntries([...lines].map(([, name = '', value]) => [name, Number(value)]))
  expect(set).toEqual(LIMITS)
})

/** Prometheus itself adds these. */
const OF_PROMETHEUS = ['le', 'instance', 'job']

/** The labels of each metric of ours, by the names under which it is asked for. */
async function listLabels(): Promise<Map<string, readonly string[]>> {
  const known = metrics.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[]
  return new Map(
    known.flatMap(({ name, labelNames }) =>
      ['', '_bucket', '_count', '_sum'].map((part) => [
        name + part,
        [...labelNames, ...OF_PROMETHEUS],
      ]),
    ),
  )
}

/** The labels by which an expression chooses or groups, each with its metric. */
function labelsIn(expression: string): [string, string][] {
  const chosen = [...expression.matchAll(/\b(halcyon_\w+)\{([^}]*)\}/g)].flatMap(
    ([, name = '', list = '']) => namesIn(list, /(\w+)\s*[=!]/g).map((label) => pair(name, label)),
  )
  const [name] = metricsIn([expression])
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    name?.startsWith('halcyon_') ? namesIn(list, /(\w+)/g).map((label) => pair(name, label)) : [],
  )
  return [...chosen, ...grouped]
}

function namesIn(list: string, pattern: RegExp): string[] {
  return [...list.matchAll(pattern)].map(([, label = '']) => label)
}

function pair(name: string, label: string): [string, string] {
  return [name, label]
}
