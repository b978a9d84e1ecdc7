import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startCompany, type Company, type Running } from '#e2e/support/processes.ts'
import { until } from '#test/fixtures/until.ts'

/* Clients that hang up in the middle of a request, or do not get on with it. */

let company: Company
let site: Running

beforeAll(async () => {
  company = await startCompany()
  site = await company.startSite({ LOG_LEVEL: 'info' })
})

afterAll(() => company.stop())

/** Sends these bytes and nothing more; resolves to all that came back once the site has closed the connection. */
function open(sent: string) {
  const { hostname, port } = new URL(site.url)
  const socket = connect({ host: hostname, port: Number(port) })
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.on('error', () => undefined)
  socket.on('close', () => resolve(answer))
  socket.write(sent)
  return { socket, closed }
}

function halfAForm(...headers: readonly string[]): string {
  const { host } = new URL(site.url)
  const type = 'Content-Type: application/x-www-form-urlencoded'
  const head = ['POST /cart HTTP/1.1', `Host: ${host}`, ...headers, type, 'Content-Length: 500']
  return [...head, '', 'intent=pay'].join('\r\n')
}

test.each(['with an origin', 'without one'])(
  'a client that hangs up while sending a form %s is no fault of ours',
  async (how) => {
    const before = site.output().length
    const origin = `Origin: ${new URL(site.url).origin}`
    const sent = halfAForm(...(how === 'with an origin' ? [origin] : []))
    const { socket } = open(sent)
    await new Promise((waited) => setTimeout(waited, 500))
    socket.destroy()
    const told = () => site.output().slice(before)
    await until('the request is logged', () => told().includes('"method":"POST"'))
    expect(told()).toContain('"status":499')
    expect(told()).not.toMatch(/"level":"?(?:50|error)/)
  },
)

/** Node would look for them every 30 seconds. */
const FAR_SOONER = 25_000

test.each([
  ['sends nothing', () => ''],
  ['stops within the head', () => 'GET / HTTP/1.1\r\nHost: halc'],
  ['stops within the body', () => halfAForm()],
])('a connection that %s is closed after the time of a request', async (_, send) => {
  const began = performance.now()
  expect(await open(send()).closed).toMatch(/^HTTP\/1\.1 (?:408|403|503)/)
  expect(performance.now() - began).toBeLessThan(FAR_SOONER)
})
