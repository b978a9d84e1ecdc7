import { Query } from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { BEGINNING } from '#test/fixtures/beginning.ts'

import { readTicketCode } from './read-ticket-code.ts'
import { writeSignedCode } from './ticket-code.ts'
import {
  findSigner,
  keepTicketKeys,
  listTicketKeys,
  renewTicketKey,
  retireTicketKey,
} from './ticket-keys.server.ts'

const FACTS = {
  code: '0123456789abcdefghjkmnpqrs',
  departure: '0a1b2c0000ff',
  departsAt: 0,
  from: 0,
  to: 1,
  people: 1,
  seats: 1,
  wheelchairs: 0,
  missed: false,
  demonstration: true,
}
const DECISION = { by: ADMIN, reason: 'a laptop was stolen' }

beforeEach(async () => {
  await db.deleteFrom('ticketKeys').execute()
  await keepTicketKeys(BEGINNING)
})

function later(days: number) {
  return BEGINNING.add({ hours: 24 * days })
}

async function signAt(moment: Temporal.Instant) {
  const signer = await findSigner(db, moment)
  return signer && writeSignedCode({ ...FACTS, issuedAt: moment.epochMilliseconds }, signer)
}

async function isProven(text: string | undefined, moment: Temporal.Instant): Promise<boolean> {
  const read = await readTicketCode(text ?? '', await listTicketKeys(moment))
  return read.is === 'signed'
}

async function listKeyIds(moment: Temporal.Instant) {
  return (await listTicketKeys(moment)).map(({ keyId }) => keyId)
}

describe('a key', () => {
  test('is made once by programs that start together', async () => {
    await db.deleteFrom('ticketKeys').execute()
    await Promise.all(Array.from({ length: 5 }, () => keepTicketKeys(BEGINNING)))
    expect(await listKeyIds(BEGINNING)).toEqual([1])
  })

  test('signs what its public half proves', async () => {
    expect(await isProven(await signAt(BEGINNING), BEGINNING)).toBe(true)
    expect(await signAt(later(-1))).toBeUndefined()
  })

  test('is read by a process once, not with each ticket', async () => {
    await findSigner(db, BEGINNING)
    const sent = vi.spyOn(Query.prototype, 'submit')
    for (let ticket = 0; ticket < 10; ticket++) await signAt(BEGINNING)
    expect(sent).not.toHaveBeenCalled()
    sent.mockRestore()
  })

  test('is unreadable in the database without the secret', async () => {
    const { sealedKey } = await db
      .selectFrom('ticketKeys')
      .select('sealedKey')
      .executeTakeFirstOrThrow()
    expect(Buffer.from(sealedKey, 'base64url')).toHaveLength(12 + 32 + 16)
  })
})

test('a key that was changed in the database signs nothing', async () => {
  const { sealedKey } = await db
    .selectFrom('ticketKeys')
    .select('sealedKey')
    .executeTakeFirstOrThrow()
  const bytes = Buffer.from(sealedKey, 'base64url')
  bytes[20] = bytes[20]! ^ 1
  await db
    .updateTable('ticketKeys')
    .set({ sealedKey: bytes.toString('base64url') })
    .execute()
  expect(await signAt(BEGINNING)).toBeUndefined()
})

describe('a year later', () => {
  test('the next key has been known for a month when it begins to sign, and both count', async () => {
    await keepTicketKeys(later(334))
    expect(await listKeyIds(later(334))).toEqual([1])
    await keepTicketKeys(later(335))
    await keepTicketKeys(later(336))
    expect(await listKeyIds(later(336))).toEqual([2, 1])
    expect((await findSigner(db, later(364)))?.keyId).toBe(1)
    expect((await findSigner(db, later(365)))?.keyId).toBe(2)
    const last = await signAt(later(364))
    expect(await isProven(last, later(729))).toBe(true)
    expect(await isProven(last, later(730))).toBe(false)
  })

  test('a key that nobody replaced signs on, until its codes no longer count', async () => {
    expect(await isProven(await signAt(later(729)), later(729))).toBe(true)
    expect(await signAt(later(730))).toBeUndefined()
    await keepTicketKeys(later(730))
    expect(await isProven(await signAt(later(730)), later(730))).toBe(true)
  })
})

describe('a person', () => {
  test('renews the key: the new one signs at once, and old codes stay good', async () => {
    const old = await signAt(later(9))
    await renewTicketKey({ ...DECISION, now: later(10) })
    expect((await findSigner(db, later(10)))?.keyId).toBe(2)
    expect(await isProven(old, later(10))).toBe(true)
    await keepTicketKeys(later(11))
    expect(await listKeyIds(later(11))).toEqual([2, 1])
  })

  test('retires a stolen key: its codes prove nothing, another one signs, and both are in the audit', async () => {
    const stolen = await signAt(later(9))
    expect(await retireTicketKey(1, { ...DECISION, now: later(10) })).toEqual({ ok: true })
    expect(await isProven(stolen, later(10))).toBe(false)
    expect(await isProven(await signAt(later(10)), later(10))).toBe(true)
    expect(await listKeyIds(later(10))).toEqual([2])
    expect(await retireTicketKey(1, { ...DECISION, now: later(10) })).toMatchObject({ ok: false })
    const entries = db.selectFrom('auditEntries').select(['action', 'reason'])
    expect(await entries.where('subject', '=', 'ticket-key:1').execute()).toEqual([
      { action: 'ticket-key-retired', reason: DECISION.reason },
    ])
  })
})

test('after a change of the secret another key signs, and old codes stay good', async () => {
  const old = await signAt(BEGINNING)
  await db.updateTable('installationKeys').set({ key: 'another secret' }).execute()
  await keepTicketKeys(later(1))
  expect((await findSigner(db, later(1)))?.keyId).toBe(2)
  expect(await isProven(old, later(1))).toBe(true)
})
