import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { db } from '#platform/db.server.ts'
import { enqueueJob, prepareJobs, type Job } from '#platform/jobs/jobs.server.ts'
import { countRequest, metrics } from '#platform/metrics/metrics.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { findPort } from '#test/fixtures/free-port.ts'
import { LIMIT_MILLISECONDS } from '#test/fixtures/one-limit.ts'

import { raiseAlert } from './alert.server.ts'
import { openMetrics } from './metrics-port.server.ts'

const WORK: Job<object> = { name: 'metered', tries: 1, firstPause: 1, longestPause: 1 }

/** Three programs start. */
const PATIENCE = { timeout: LIMIT_MILLISECONDS, interval: 50 }

async function read(port: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
}

/** The number on the line that begins with `name`. */
function valueOf(told: string, name: string): number {
  const line = told.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1))
}

test('without a port nothing is opened or measured', async () => {
  const port = await openMetrics({ METRICS_PORT: undefined, METRICS_HOST: '127.0.0.1' })
  expect(await metrics.metrics()).not.toContain('process_cpu_seconds_total')
  await port.stop()
})

let port: number
let opened: Awaited<ReturnType<typeof openMetrics>>

describe('with a port', () => {
  beforeAll(async () => {
    port = await findPort()
    opened = await openMetrics({ METRICS_PORT: port, METRICS_HOST: '127.0.0.1' })
  })

  test('whoever watches the jobs is told there that they live, without a question to the database', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: true })
  })

  test('only /metrics is answered besides, in the format of Prometheus', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics/more', 'GET'],
      ['/metrics', 'POST'],
    ] as const) {
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method })
      expect(status, `${method} ${path}`).toBe(404)
    }
  })

  test('the process, its event loop and its connections are among them', async () => {
    await db.selectFrom('alerts').select('alertId').execute()
    const told = await read(port)
    expect(valueOf(told, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    expect(told).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
    expect(told).toMatch(/^halcyon_pool_connections\{pool="site",state="idle"\} \d+$/m)
    expect(valueOf(told, 'halcyon_pool_waiting{pool="site"}')).toBe(0)
  })

  test('work that waits for a connection is counted', async () => {
    const tens = Array.from({ length: 10 }, () => Promise.withResolvers<void>())
    const { promise: areAllBusy, resolve } = Promise.withResolvers<void>()
    let busy = 0
    const holding = tens.map(({ promise }) =>
      inTransaction(async () => {
        if (++busy === tens.length) resolve()
        await promise
      }),
    )
    await areAllBusy
    const eleventh = db.selectFrom('alerts').select('alertId').execute()
    const told = await read(port)
    for (const { resolve: end } of tens) end()
    await Promise.all([...holding, eleventh])
    expect(valueOf(told, 'halcyon_pool_waiting{pool="site"}')).toBe(1)
    expect(valueOf(told, 'halcyon_pool_connections{pool="site",state="used"}')).toBe(10)
    expect(valueOf(told, 'halcyon_database_up')).toBe(1)
  })

  test('a request has a label for the class of its status, and none for an unknown method', async () => {
    countRequest({ pattern: '/tickets/:id', method: 'GET', status: 200, milliseconds: 20 })
    countRequest({ pattern: '/tickets/:id', method: 'GET', status: 206, milliseconds: 300 })
    countRequest({ pattern: '/tickets/:id', method: 'PROPFIND', status: 404, milliseconds: 1 })
    const told = await read(port)
    const of = 'pattern="/tickets/:id",method="GET",status="2xx"'
    expect(valueOf(told, `halcyon_request_seconds_count{${of}}`)).toBe(2)
    expect(valueOf(told, `halcyon_request_seconds_bucket{le="0.025",${of}}`)).toBe(1)
    expect(told).toContain('{pattern="/tickets/:id",method="other",status="4xx"} 1')
  })
})

describe('what the database knows', () => {
  afterAll(() => opened.stop())

  test('jobs that wait are told by queue, with the age of the oldest, and other queues as 0', async () => {
    await prepareJobs(process.env.DATABASE_OWNER_URL ?? '', [WORK, { ...WORK, name: 'idle' }])
    await inTransaction(async (tx) => {
      await enqueueJob(tx, WORK, {})
      await sql`update pgboss.job set start_after = now() - interval '90 seconds'
        where name = 'metered'`.execute(tx)
      await enqueueJob(tx, WORK, {})
      await enqueueJob(tx, WORK, {}, { afterSeconds: 60 })
    })
    const told = await read(port)
    expect(valueOf(told, 'halcyon_jobs_waiting{queue="metered"}')).toBe(2)
    expect(valueOf(told, 'halcyon_jobs_oldest_seconds{queue="metered"}')).toBeGreaterThanOrEqual(90)
    expect(valueOf(told, 'halcyon_jobs_oldest_seconds{queue="metered"}')).toBeLessThan(150)
    expect(valueOf(told, 'halcyon_jobs_waiting{queue="idle"}')).toBe(0)
    expect(valueOf(told, 'halcyon_jobs_parked{queue="idle"}')).toBe(0)
    expect(told).not.toMatch(/queue="[^"]*-parked"/)
  })

  test('open matters are told by kind of alert, each once', async () => {
    await inTransaction(async (tx) => {
      await raiseAlert(tx, 'refund-stuck', { refundId: 'one' })
      await raiseAlert(tx, 'refund-stuck', { refundId: 'one' })
      await raiseAlert(tx, 'refund-stuck', { refundId: 'two' })
    })
    const told = await read(port)
    expect(valueOf(told, 'halcyon_alerts_open{alert="refund-stuck"}')).toBe(2)
    expect(valueOf(told, 'halcyon_alerts_open{alert="mail-parked"}')).toBe(0)
    expect(valueOf(told, 'halcyon_alerts_total{alert="refund-stuck"}')).toBe(3)
    expect(valueOf(told, 'halcyon_database_up')).toBe(1)
  })

  test('a database that does not answer is told as such, beside all metrics that need none', async () => {
    using away = vi.spyOn(db, 'getExecutor').mockImplementation(() => {
      throw new Error('away')
    })
    const told = await read(port)
    expect(valueOf(told, 'halcyon_database_up')).toBe(0)
    expect(away).toHaveBeenCalled()
    expect(told).not.toMatch(/^halcyon_(?:jobs_waiting|alerts_open)\{/m)
    expect(valueOf(told, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  })

  test('a port in use is refused by name', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port: taken } = other.address() as AddressInfo
    metrics.clear()
    await expect(openMetrics({ METRICS_PORT: taken, METRICS_HOST: '127.0.0.1' })).rejects.toThrow(
      /METRICS_PORT: another program has port \d+/,
    )
    other.close()
  })
})

describe('workers of one machine', () => {
  const OF_FAQ = 'pattern="/faq",method="GET",status="2xx"'
  let program: Awaited<ReturnType<typeof startWorkers>>
  beforeAll(async () => {
    program = await startWorkers()
  })
  afterAll(() => void program.child.kill('SIGKILL'))

  /** The requests that all of them have answered. */
  async function countAnswered(): Promise<number> {
    return valueOf(await read(program.port), `halcyon_request_seconds_count{${OF_FAQ}}`)
  }

  test('share a port, which tells the sum of their numbers', async () => {
    await vi.waitFor(async () => expect(await countAnswered()).toBe(1 + 2), PATIENCE)
    const told = await read(program.port)
    expect(valueOf(told, 'halcyon_alerts_open{alert="refund-stuck"}')).toBe(2)
    expect(valueOf(told, 'halcyon_database_up')).toBe(1)
  })

  test('are told with their last numbers while one does not answer', async () => {
    const [first = 0] = program.serving()
    process.kill(first, 'SIGSTOP')
    expect(await countAnswered()).toBe(1 + 2)
    process.kill(first, 'SIGCONT')
  })

  test('leave what they counted when they end, so that no sum falls', async () => {
    const [first = 0] = program.serving()
    process.kill(first, 'SIGKILL')
    const seen: number[] = []
    await vi.waitFor(async () => {
      seen.push(await countAnswered())
      expect(program.serving()).toHaveLength(3)
    }, PATIENCE)
    await vi.waitFor(async () => expect(await countAnswered()).toBe(1 + 2 + 3), PATIENCE)
    expect(Math.min(...seen)).toBe(1 + 2)
    const told = await read(program.port)
    expect(valueOf(told, `halcyon_request_seconds_bucket{le="0.005",${OF_FAQ}}`)).toBe(1 + 2 + 3)
  })
})

test('workers whose connections are all taken tell that work waits, until they end', async () => {
  const program = await startWorkers('busy')
  const isToldTwice = async () => {
    const told = await read(program.port)
    expect(valueOf(told, 'halcyon_pool_waiting{pool="site"}')).toBe(1 + 1)
    expect(valueOf(told, 'halcyon_pool_connections{pool="site",state="used"}')).toBe(2 + 2)
    expect(valueOf(told, 'halcyon_database_up')).toBe(1)
  }
  try {
    await vi.waitFor(isToldTwice, PATIENCE)
    process.kill(program.serving()[0] ?? 0, 'SIGKILL')
    await vi.waitFor(() => expect(program.serving()).toHaveLength(3), PATIENCE)
    await vi.waitFor(isToldTwice, PATIENCE)
  } finally {
    program.child.kill('SIGKILL')
  }
})

/** Two workers that serve, under a process that tells of them at `port`. */
async function startWorkers(...told: string[]) {
  const own = await findPort()
  const { NODE_OPTIONS: _options, ...outside } = process.env
  const settings = { ...outside, METRICS_PORT: String(own), DATABASE_CONNECTIONS: '2' }
  const child = spawn(process.execPath, ['test/fixtures/counting-workers.ts', ...told], {
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  /** All that ever served, in the order in which they began. */
  const serving = () => said.split('\n').slice(0, -1).map(Number)
  await vi.waitFor(() => expect(serving()).toHaveLength(2), PATIENCE)
  return { child, port: own, serving }
}
