import { afterAll, beforeAll, expect, test } from 'vitest'

import { startCompany, stop, type Company, type Running } from '#e2e/support/processes.ts'
import { CONTACT, openBrowser } from '#e2e/support/traveller.ts'
import { connect } from '#platform/db.server.ts'
import { openCollector, type Collector } from '#test/fixtures/trace-collector.ts'
import { until } from '#test/fixtures/until.ts'

/* Traces of a site in several processes and of its jobs, at a collector on this machine. */

let collector: Collector
let company: Company
let programs: Running[]

beforeAll(async () => {
  collector = await openCollector()
  company = await startCompany()
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  programs = [
    await company.startSite({ ...traced, JOBS: 'off', WORKERS: '2' }),
    await company.startJobs(traced),
  ]
})
afterAll(async () => {
  await company.stop()
  await collector.stop()
})

test('a purchase is traced through the site, its statements, the bank, the jobs and the mail', async () => {
  const [site, jobs] = programs as [Running, Running]
  const browser = openBrowser(site.url)
  const date = company.now().toZonedDateTimeISO('Asia/Nicosia').toPlainDate().add({ days: 7 })
  const ride = { from: 'NIC', to: 'LCA', adults: '1', date: date.toString() }
  await browser.addToCart(await browser.chooseRide(ride))
  const paid = await browser.payAtBank((await browser.checkOut()).url)
  expect(paid.status).toBe(200)
  const secrets = await listSecrets()
  // Spans are sent when a program ends, at the latest.
  for (const program of [site, jobs]) await stop(program)

  const spans = collector.spans()
  const below = (trace: string | undefined) => spans.filter(({ traceId }) => traceId === trace)
  const namesOf = (trace: string | undefined) => below(trace).map(({ name }) => name)
  const mail = spans.find(
    ({ name, service }) => name === 'send a mail' && service === 'halcyon-jobs',
  )
  const whole = below(mail?.traceId)
  expect(new Set(whole.map(({ service }) => service))).toEqual(
    new Set(['halcyon-site', 'halcyon-jobs']),
  )
  expect(whole.some(({ kind, service }) => kind === REQUEST && service === 'halcyon-site')).toBe(
    true,
  )
  expect(namesOf(mail?.traceId)).toEqual(expect.arrayContaining(['send-mail', 'update mails']))
  const calls = spans.filter(({ name }) => name === 'sandbox openCheckout')
  expect(calls).toHaveLength(1)
  expect(namesOf(calls[0]?.traceId)).toContain('POST /cart')

  const told = collector.text().toLowerCase()
  expect(secrets.filter((secret) => told.includes(secret.toLowerCase()))).toEqual([])
  expect(spans.filter(({ name, facts }) => /[?@]/.test(`${name} ${facts['http.route']}`))).toEqual(
    [],
  )
  const logged = [...site.output().matchAll(/"trace_id":"(\w+)"/g)].map(([, id]) => id)
  expect(logged).toContain(calls[0]?.traceId)
})

/** The kind of a span that is a request to us. */
const REQUEST = 2

/** Everything in the database by which the buyer or the booking can be found, once the mail is sent. */
async function listSecrets(): Promise<string[]> {
  const books = connect(company.databaseUrl)
  const order = await until('the mail is sent', () =>
    books
      .selectFrom('orders')
      .innerJoin('mails', 'mails.orderId', 'orders.orderId')
      .innerJoin('payments', 'payments.payableId', 'orders.orderId')
      .select(['orders.orderId', 'manageId', 'reference', 'orders.visitor', 'paymentId'])
      .where('mails.sentAt', 'is not', null)
      .executeTakeFirst(),
  )
  await books.destroy()
  return [...Object.values(order), ...Object.values(CONTACT)].map(String)
}
