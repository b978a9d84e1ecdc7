import { expect, onTestFinished, test } from 'vitest'

import { wireToDatabase } from '#test/simulation/wire.ts'

import { waitForDatabase } from './wait-for-database.server.ts'

const address = process.env.DATABASE_URL ?? ''
const setting = 'DATABASE_URL'

test('a start waits for a database that is not there yet', async () => {
  const wire = await wireToDatabase(address)
  onTestFinished(() => wire.stop())
  wire.is('refuses')
  let isThere = false
  const waited = waitForDatabase({ setting, address: wire.url }, 30).then(() => (isThere = true))
  await expect(waitForDatabase({ setting, address: wire.url }, 0)).rejects.toThrow('DATABASE_URL:')
  expect(isThere).toBe(false)
  wire.is('none')
  await waited
})

test('after its time it gives up with the reason, and without the password', async () => {
  const nowhere = 'postgres://halcyon:secret-of-mine@127.0.0.1:1/halcyon'
  const given = await waitForDatabase({ setting, address: nowhere }, 1).catch(String)
  expect(given).toContain('DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1 (after 1 seconds)')
  expect(given).not.toContain('secret-of-mine')
})

test('what waiting does not change is said at once', async () => {
  const missing = Object.assign(new URL(address), { pathname: '/nothing_here' }).href
  await expect(waitForDatabase({ setting, address: missing }, 3600)).rejects.toThrow(
    'DATABASE_URL: database "nothing_here" does not exist',
  )
})
