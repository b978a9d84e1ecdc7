import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'

import { start, startCompany, stop, type Company } from '#e2e/support/processes.ts'
import { atDatabase } from '#platform/database/site-database.server.ts'
import { findPort } from '#test/fixtures/free-port.ts'
import { environmentOf, listDescendants } from '#test/fixtures/process-table.ts'
import { until, untilFree } from '#test/fixtures/until.ts'
import { wireToDatabase } from '#test/simulation/wire.ts'

let company: Company

beforeAll(async () => {
  company = await startCompany()
})

afterAll(() => company.stop())

test('the site prints its address, answers there, and leaves no process behind', async () => {
  const site = await company.startSite()
  expect((await untilFree(() => fetch(site.url))).status).toBe(200)
  expect(site.output()).toContain(`Halcyon is open at ${site.url}`)
})

test('invalid settings are reported together, without their values, and no port is opened', async () => {
  const wrong = { PORT: 'ninety', MODE: 'live', SMTP_URL: 'secret-of-mine', BANK_SECRET: 'short' }
  const failing = start('server.ts', { ...company.settings, ...wrong })
  const problem = await failing.then(
    () => '',
    (error: Error) => error.message,
  )
  expect(problem).toContain('ended with 1')
  for (const setting of ['PORT', 'SMTP_URL', 'BANK_SECRET']) expect(problem).toContain(setting)
  expect(problem).not.toContain('secret-of-mine')
  expect(problem).not.toContain('open at')
})

test.each([
  ['the site', 0],
  ['the bank', -1],
])('a port that another program uses is named: that of %s', async (_whose, offset) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const settings = { ...company.settings, BANK_URL: '', PORT: `${port + offset}` }
  const failing = start('server.ts', settings)
  await expect(failing).rejects.toThrow(`another program has port ${port}. Set PORT to another`)
  await expect(failing).rejects.not.toThrow('EADDRINUSE')
  other.close()
})

test('live mode refuses the sandbox bank, the mailbox and a clock that can be moved', async () => {
  const failing = start('server.ts', { ...company.settings, MODE: 'live' })
  const problem = await failing.then(
    () => '',
    (error: Error) => error.message,
  )
  for (const setting of ['PAYMENT_PROVIDER', 'SMTP_URL', 'SITE_URL', 'CLOCK_FILE']) {
    expect(problem).toContain(setting)
  }
})

/** The settings of a real business, without any for tests. */
const LIVE = {
  MODE: 'live',
  PAYMENT_PROVIDER: 'jcc',
  JCC_USER: 'halcyon-api',
  JCC_PASSWORD: 'Ri8vQ2mXw4Lz',
  JCC_CALLBACK_TOKEN: 'h3Vb9xQz0LmT7kRw',
  SMTP_URL: 'smtps://mail.shuttle.cy',
  MAIL_FROM: 'tickets@shuttle.cy',
  OPERATIONS_EMAIL: 'operations@shuttle.cy',
  SITE_URL: 'https://shuttle.cy',
  SESSION_SECRET: 'q7Jx0vTnB2mLw9KcE4sYd8RzHf1GuPaN',
  CLOCK_FILE: '',
  OFFICE_DEMONSTRATION: 'off',
  SANDBOX_CONTROL: '',
  BANK_URL: '',
}

test('with the settings of a real business the site starts', async () => {
  const site = await company.startSite(LIVE)
  expect(site.output()).toContain('is open at')
})

test('with secrets in files, several processes of a real business serve pages, and none has the owner of the tables', async () => {
  const port = await findPort()
  const { JCC_PASSWORD, JCC_CALLBACK_TOKEN, SESSION_SECRET, SMTP_URL } = LIVE
  const { databaseUrl: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL } = company
  const site = await company.startSite({
    ...LIVE,
    ...inFiles({ JCC_PASSWORD, JCC_CALLBACK_TOKEN, SESSION_SECRET, SMTP_URL }),
    ...inFiles({ DATABASE_URL, DATABASE_OWNER_URL }),
    JOBS: 'off',
    WORKERS: '2',
    PORT: String(port),
  })
  const serving = await until('both processes serve', () => {
    const found = listDescendants(site.process.pid ?? 0)
    return found.length === 2 && found
  })
  const page = await untilFree(() => fetch(`http://127.0.0.1:${port}/timetables`))
  expect(page.status).toBe(200)
  for (const { pid } of serving) {
    expect(environmentOf(pid)).toContain('WORKERS=2')
    expect(environmentOf(pid)).not.toMatch(/DATABASE_OWNER_URL(?:_FILE)?=[^\0]|halcyon_owner/)
  }
  await stop(site)
})

/** The same secrets, each in a file of its own. */
function inFiles(secrets: Record<string, string>): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = Object.entries(secrets).flatMap(([name, secret]) => {
    const file = join(folder, name.toLowerCase())
    writeFileSync(file, `${secret}\n`)
    return [
      [name, ''],
      [`${name}_FILE`, file],
    ]
  })
  return Object.fromEntries(files) as Record<string, string>
}

/** Database roles for live mode, and the error for each. */
const ROLES: [string, () => Record<string, string>, RegExp][] = [
  [
    'a superuser, who bypasses all rights',
    () => ({ DATABASE_URL: atDatabase(inject('superuser'), nameOfDatabase()) }),
    /^ {2}DATABASE_URL: its role is a superuser/m,
  ],
  [
    'the owner of the tables, who can grant itself any right',
    () => ({ DATABASE_URL: company.ownerUrl }),
    /^ {2}DATABASE_URL: its role owns the tables/m,
  ],
  [
    'one role for both, in an empty database',
    () => ({ DATABASE_OWNER_URL: company.databaseUrl }),
    /^ {2}DATABASE_URL: its role owns the tables/m,
  ],
  ['no owner', () => ({ DATABASE_OWNER_URL: '' }), /^ {2}DATABASE_OWNER_URL: live mode needs/m],
]

test.each(ROLES)('live mode refuses %s before touching anything', async (_whom, roles, said) => {
  const failing = start('server.ts', { ...company.settings, ...LIVE, ...roles() })
  await expect(failing).rejects.toThrow('ended with 1')
  await expect(failing).rejects.toThrow(said)
  await expect(failing).rejects.not.toThrow(/at .*\.ts:\d/)
})

test('a site that starts before its database waits for it, and opens', async () => {
  const wire = await wireToDatabase(company.databaseUrl)
  wire.is('refuses')
  const starting = company.startSite({ DATABASE_URL: wire.url })
  await wire.wasRefused()
  wire.is('none')
  const site = await starting
  expect((await untilFree(() => fetch(site.url))).status).toBe(200)
  await stop(site)
  await wire.stop()
})

test.each(['server.ts', 'jobs.ts'])(
  'a database that does not come ends %s with a sentence',
  async (program) => {
    const nowhere = 'postgres://halcyon:secret-of-mine@127.0.0.1:1/halcyon'
    const settings = { ...company.settings, DATABASE_URL: nowhere, DATABASE_WAIT_SECONDS: '1' }
    const failing = start(program, settings)
    await expect(failing).rejects.toThrow(
      /ended with 1[^]*DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1 \(after 1 seconds\)/,
    )
    await expect(failing).rejects.not.toThrow(/at .*\.ts:\d|secret-of-mine/)
  },
)

test('a demonstration works with one role, as long as the database is already prepared', async () => {
  const site = await company.startSite({ DATABASE_OWNER_URL: '' })
  expect((await untilFree(() => fetch(site.url))).status).toBe(200)
})

function nameOfDatabase(): string {
  return new URL(company.databaseUrl).pathname.slice(1)
}
