import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openHouse, type House } from '#e2e/support/own-house.ts'
import { stop, type Running } from '#e2e/support/processes.ts'
import { openBrowser } from '#e2e/support/traveller.ts'
import { findPort } from '#test/fixtures/free-port.ts'
import { listDescendants, stillRunning } from '#test/fixtures/process-table.ts'
import { until, untilFree } from '#test/fixtures/until.ts'

/* One site in several processes, in a folder that starts empty. */

const WORKERS = 2
/** The attempts with a wrong password that one address has. */
const PASSWORDS = 20

let house: House
let site: Running
let metricsPort: number

beforeAll(async () => {
  house = await openHouse()
  metricsPort = await findPort()
  site = await startSite()
})

afterAll(() => house.close())

async function startSite(): Promise<Running> {
  const running = await house.startSite({
    WORKERS: String(WORKERS),
    METRICS_PORT: String(metricsPort),
  })
  await until('all processes serve', () => listServing(running).length === WORKERS)
  return running
}

function pidOf({ process: child }: Running): number {
  return child.pid ?? 0
}

/** The processes of a site that run its program, besides the first. */
function listServing(running: Running): number[] {
  return listDescendants(pidOf(running))
    .filter(({ command }) => command.endsWith('server.ts'))
    .map(({ pid }) => pid)
}

/** The processes that have answered since `from`, by the lines of the log. */
function listAnswering(from: number): number[] {
  const lines = site.output().slice(from).split('\n')
  const answers = lines.filter((line) => line.endsWith('"Answered"}'))
  return [...new Set(answers.map((line) => (JSON.parse(line) as { pid: number }).pid))]
}

type Asked = { method?: string; body?: URLSearchParams; headers?: Record<string, string> }

/** A connection of its own for each visit: all processes get some of them. */
function visit(path: string, { headers = {}, ...options }: Asked = {}): Promise<Response> {
  return fetch(site.url + path, {
    ...options,
    headers: { ...headers, connection: 'close' },
  })
}

async function visitUntilAllAnswer(): Promise<number[]> {
  const from = site.output().length
  return until('each process answers', async () => {
    expect((await untilFree(() => visit('/timetables'))).status).toBe(200)
    const answering = listAnswering(from)
    return answering.length >= WORKERS && answering
  })
}

test('all processes share one port, and everything else exists once', async () => {
  const serving = listServing(site)
  expect(new Set(await visitUntilAllAnswer())).toEqual(new Set(serving))
  const children = listDescendants(pidOf(site)).filter(({ parent }) => parent === pidOf(site))
  expect(children).toHaveLength(WORKERS + 1)
  expect(children.map(({ pid }) => pid)).toContain(house.findPostmaster()?.pid)
  expect(site.output().match(/is open at/g)).toHaveLength(1)

  const books = house.books()
  const imports = await books.selectFrom('feedImports').select('importId').execute()
  await books.destroy()
  expect(imports).toHaveLength(1)
})

test('a traveller buys a ticket, and gets it by mail, whichever process answers', async () => {
  const browser = openBrowser(site.url)
  const date = Temporal.Now.plainDateISO('Asia/Nicosia').add({ days: 7 }).toString()
  const ride = await browser.chooseRide({ from: 'NIC', to: 'LCA', adults: '1', date })
  await browser.addToCart(ride)
  const paid = await browser.payAtBank((await browser.checkOut()).url)
  expect(paid.status).toBe(200)
  const books = house.books()
  const mails = await until('the mail is there', async () => {
    const rows = await books.selectFrom('mailboxMessages').select('address').execute()
    return rows.length > 0 && rows
  })
  await books.destroy()
  expect(mails).toHaveLength(1)
})

test('one address has as many passwords as with one process, and the metrics add up', async () => {
  const form = { email: 'anna@example.com', 'log-in-password': 'not the right one' }
  const headers = { 'sec-fetch-site': 'same-origin', 'X-Forwarded-For': '198.51.100.9' }
  for (let tries = 0; tries < PASSWORDS + 6; tries++) {
    const body = new URLSearchParams(form)
    expect((await visit('/users/login', { method: 'POST', body, headers })).status).toBe(422)
  }
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toContain(`halcyon_log_ins_total{result="wrong"} ${PASSWORDS}\n`)
  expect(metrics).toContain('halcyon_limits_refused_total{name="password"} 6\n')
})

test('a process is killed: the others answer, and another takes its place', async () => {
  const [first = 0] = listServing(site)
  process.kill(first, 'SIGKILL')
  // A connection that was given to it before its end is noticed is lost with it.
  await until('its end is noticed', () => site.output().includes('A process has ended'))
  for (let visits = 0; visits < 6; visits++) expect((await visit('/')).status).toBe(200)
  const serving = await until('another one serves', () => {
    const now = listServing(site)
    return now.length === WORKERS && !now.includes(first) && now
  })
  await until('it answers', async () => {
    await visit('/')
    return serving.every((pid) => listAnswering(0).includes(pid))
  })
})

test('Ctrl-C leaves no process behind', async () => {
  const children = listDescendants(pidOf(site)).map(({ pid }) => pid)
  await stop(site, 'SIGINT')
  expect(stillRunning(children)).toEqual([])
  expect(site.process.exitCode).toBe(0)
})

test('kill -9 of the first process ends the others and the database, and the next start is as usual', async () => {
  site = await startSite()
  const children = listDescendants(pidOf(site)).map(({ pid }) => pid)
  await stop(site, 'SIGKILL')
  await until('all have ended', () => stillRunning(children).length === 0)
  expect(house.findPostmaster()).toBeUndefined()
  site = await startSite()
  await visitUntilAllAnswer()
  await stop(site)
})

test('a port that another program uses is named, and no process is left', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const failing = house.startSite({ WORKERS: String(WORKERS), PORT: String(port) })
  await expect(failing).rejects.toThrow(`another program has port ${port}. Set PORT to another`)
  other.close()
  expect(house.findPostmaster()).toBeUndefined()
})
