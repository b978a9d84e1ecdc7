import { afterAll, beforeAll, expect, test } from 'vitest'

import { startCompany, type Company } from '#e2e/support/processes.ts'
import { findPort } from '#test/fixtures/free-port.ts'
import { listExpressions, metricsIn, metricsOf } from '#test/fixtures/metrics-in-deploy.ts'

/* Metrics of the site and of the jobs, each program on a port of its own. */

let company: Company
let siteUrl: string
let ofSite: string
let ofJobs: string

beforeAll(async () => {
  company = await startCompany()
  const [sitePort, jobsPort] = [String(await findPort()), String(await findPort())]
  ofSite = `http://127.0.0.1:${sitePort}/metrics`
  ofJobs = `http://127.0.0.1:${jobsPort}/metrics`
  const site = await company.startSite({ JOBS: 'off', METRICS_PORT: sitePort })
  siteUrl = site.url
  await company.startJobs({ METRICS_PORT: jobsPort })
})
afterAll(() => company.stop())

async function read(address: string): Promise<string> {
  return (await fetch(address)).text()
}

/** The values of a label of the requests. */
function labelsOf(told: string, label: string): string[] {
  const lines = told.match(/^halcyon_request_seconds_count\{.*$/gm) ?? []
  return lines.map((line) => new RegExp(`${label}="([^"]*)"`).exec(line)?.[1] ?? '')
}

test('requests are counted by pattern, and no address that was sent is a label', async () => {
  const sent = ['/faq', '/faq', '/el/faq', '/tickets/0123456789abcdefghjkmnpqrs', '/not/a/page']
  for (const path of [...sent, '/no-file.png', '/healthz', '/FAQ//'])
    await fetch(siteUrl + path, { redirect: 'manual' })
  await fetch(`${siteUrl}/faq`, { method: 'PUT' })
  const told = (await read(ofSite)).match(/^halcyon_request_seconds_count.*$/gm)?.join('\n') ?? ''
  const patterns = labelsOf(told, 'pattern')
  expect(told).toContain('{pattern="/faq",method="GET",status="2xx"} 2')
  expect(patterns).toEqual(expect.arrayContaining(['/el/faq', '/tickets/:id', '/healthz']))
  expect(patterns.join('\n')).not.toMatch(/0123456789|not\/a\/page|no-file|FAQ/)
  expect(new Set(labelsOf(told, 'method'))).toEqual(new Set(['GET', 'other']))
})

test('the jobs have metrics too, and both programs tell of the same queues', async () => {
  for (const address of [ofSite, ofJobs]) {
    const told = await read(address)
    for (const metric of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'halcyon_jobs_waiting\\{queue="send-mail"\\}',
      'halcyon_jobs_oldest_seconds\\{queue="send-mail"\\}',
      'halcyon_alerts_open\\{alert="mail-parked"\\}',
      'halcyon_orders_confirmed_total\\{channel="web"\\}',
    ])
      expect(told, address).toMatch(new RegExp(`^${metric} [\\d.e+-]+$`, 'm'))
    expect(told).toMatch(/^halcyon_database_up 1$/m)
  }
})

test('the site and the jobs export every metric that the alerts and the board name', async () => {
  const named = metricsIn(listExpressions())
  for (const address of [ofSite, ofJobs]) {
    const exported = metricsOf(await read(address))
    expect(named.filter((name) => !exported.has(name))).toEqual([])
  }
})
