import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { ownBankKeys } from './bank-keys.server.ts'
import { env } from './env.server.ts'

test('each installation has its own keys for the sandbox bank, readable by its user alone', () => {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'halcyon-keys-')))
  const [one = '', other = ''] = folders
  const keys = ownBankKeys(one)
  expect(ownBankKeys(one)).toEqual(keys)
  expect(keys.key).not.toBe(keys.secret)
  const others = ownBankKeys(other)
  expect([others.key, others.secret]).not.toContain(keys.key)
  expect([others.key, others.secret]).not.toContain(keys.secret)
  expect(statSync(join(one, 'bank-keys.json')).mode & 0o777).toBe(0o600)
  for (const folder of folders) rmSync(folder, { recursive: true })
})

test('no key of the sandbox bank is in the source', () => {
  expect(env().BANK_KEY).not.toContain('demonstration')
  expect(env().BANK_SECRET).not.toContain('demonstration')
  expect(env().BANK_KEY.length).toBeGreaterThan(16)
})
