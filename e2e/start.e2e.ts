import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { start, startCompany, type Company } from './processes.ts'

let company: Company

beforeAll(async () => {
  company = await startCompany()
})

afterAll(() => company.stop())

test('the site says where it is open, answers there, and leaves nothing behind', async () => {
  const site = await company.startSite()
  const home = await fetch(site.url)
  expect(home.status).toBe(200)
  expect(site.output()).toContain(`Halcyon is open at ${site.url}`)
})

test('settings that cannot work are told all at once, without their values, and no port is opened', async () => {
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
])('a port that another program has is named: that of %s', async (_whose, offset) => {
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
