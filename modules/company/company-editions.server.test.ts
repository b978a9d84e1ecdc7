import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { adoptCompany, company, operator } from '#operator'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { forgetCompany } from '#test/fixtures/new-company.ts'

import {
  findCompanies,
  followCompany,
  keepFirstEdition,
  listCompanyEditions,
  restoreCompany,
  saveCompany,
} from './company-editions.server.ts'
import { fieldsOf } from './company-fields.ts'

const by = { kind: 'staff', staffId: 'maria' } as const

beforeEach(async () => {
  await forgetCompany()
})
afterEach(() => {
  vi.useRealTimers()
  adoptCompany(operator)
})

function rename(name: string, base: number) {
  return saveCompany({ typed: { ...fieldsOf(operator), name }, base, by, now: now() })
}

test('a change is said by its process at once, and audited with the fields that differ alone', async () => {
  expect(await rename('Kingfisher Lines', 1)).toEqual({ ok: true, edition: 2 })
  expect(company()).toEqual({ ...operator, name: 'Kingfisher Lines' })
  expect(await lastEntry()).toMatchObject({
    actor: 'staff:maria',
    action: 'company-changed',
    before: { name: operator.name },
    after: { name: 'Kingfisher Lines' },
  })
})

test('the first start keeps what operator.ts says, and a later one changes nothing', async () => {
  await rename('Kingfisher Lines', 1)
  await keepFirstEdition(now())
  expect(await listCompanyEditions()).toMatchObject([
    { edition: 2, company: { name: 'Kingfisher Lines' }, madeBy: 'staff:maria' },
    { edition: 1, company: operator, backTo: null, madeBy: 'import:start' },
  ])
})

test('of two who have seen the same edition, the second is refused, and nothing is lost', async () => {
  const outcomes = await Promise.all([rename('First', 1), rename('Second', 1)])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes).toContainEqual({ ok: false, reason: 'changed-meanwhile' })
  expect(await listCompanyEditions()).toHaveLength(2)
})

test('what changes nothing, or has a problem, makes no edition', async () => {
  expect(await rename(operator.name, 1)).toMatchObject({ reason: 'nothing-changed' })
  expect(await rename('', 1)).toMatchObject({ problems: [{ field: 'name', reason: 'missing' }] })
  expect(await listCompanyEditions()).toHaveLength(1)
})

test('restoring an earlier edition makes a new edition', async () => {
  await rename('Kingfisher Lines', 1)
  const back = { base: 2, backTo: 1, by, now: now() }
  expect(await restoreCompany({ ...back, backTo: 7 })).toMatchObject({ reason: 'no-such-edition' })
  expect(await restoreCompany(back)).toEqual({ ok: true, edition: 3 })
  expect(await listCompanyEditions()).toMatchObject([
    { edition: 3, company: operator, backTo: 1 },
    { edition: 2 },
    { edition: 1 },
  ])
  expect(await lastEntry()).toMatchObject({ action: 'company-restored' })
})

test('within a second of a change elsewhere this process says it too', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const following = await followCompany()
  const elsewhere = { ...operator, name: 'Kingfisher Lines' }
  await db
    .insertInto('companyEditions')
    .values({ edition: 100, company: JSON.stringify(elsewhere), madeBy: 'x', madeAt: now() })
    .execute()
  expect(company().name).toBe(operator.name)
  vi.advanceTimersByTime(1000)
  await following.looked()
  expect(company()).toEqual(elsewhere)
  await following.stop()
})

test('a document without an edition names the first, and another its own', async () => {
  await rename('Kingfisher Lines', 1)
  const companyOf = await findCompanies([null, 2])
  expect(companyOf(null).name).toBe(operator.name)
  expect(companyOf(2).name).toBe('Kingfisher Lines')
})

function lastEntry() {
  return db
    .selectFrom('auditEntries')
    .selectAll()
    .where('subject', '=', 'company')
    .orderBy('enteredAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}
