import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import type { Cashier } from '#modules/payments/till/till-entry.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'
import { listAudit } from '#test/simulation/sales.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { askColleague, decideApproval, listOpenApprovals } from './approvals.server.ts'
import { listGiven, noteGiven } from './given.server.ts'
import { APPROVAL_HOURS, DAY_LIMITS, type GivenKind, type Wanted } from './limits.ts'

openSimulation()
const LIMIT = DAY_LIMITS.given
let by: Cashier
let colleague: Cashier
beforeEach(async () => {
  ;[by, colleague] = [await addMember('seller'), await addMember('owner')]
})

async function addMember(role: 'seller' | 'owner'): Promise<Cashier> {
  const { staffId } = await addStaffMember({ roles: [role] })
  return { kind: 'staff', staffId }
}

const of = (amountCents: number, kind: GivenKind = 'given'): Wanted => {
  return { kind, subject: `order:${randomUUID()}`, amountCents }
}
const give = (wanted: Wanted, at = now()) =>
  inTransaction((tx) => noteGiven(tx, { ...wanted, by, now: at }))
const refusalOf = (wanted: Wanted) => ({ ok: false, reason: 'needs-colleague', wanted })

async function ask(wanted: Wanted, reason = 'The bus broke down'): Promise<string> {
  await askColleague({ wanted, by, reason, now: now() })
  const open = await listOpenApprovals(now())
  return open.find(({ subject }) => subject === wanted.subject)?.approvalId ?? ''
}

const decide = (approvalId: string, isConfirmed = true, who = colleague) =>
  decideApproval({ approvalId, isConfirmed, by: who, now: now() })

describe('what one member gives on one day', () => {
  test('is free up to the limit, and not a cent beyond it', async () => {
    expect(await give(of(LIMIT - 100))).toEqual({ ok: true })
    const next = of(101)
    expect(await give(next)).toEqual(refusalOf(next))
    expect(await give(of(100))).toEqual({ ok: true })
    expect(await give(of(1), now().add({ hours: 24 }))).toEqual({ ok: true })
  })

  test('is counted for both of two acts at the same moment', async () => {
    const letGo = await hold((tx) => noteGiven(tx, { ...of(LIMIT), by, now: now() }))
    const next = of(LIMIT)
    const second = give(next)
    await Promise.race([second, untilWaiting(1)])
    await letGo()
    expect(await second).toEqual(refusalOf(next))
  })

  test('is listed by kind, with the part that a colleague has confirmed', async () => {
    const large = of(LIMIT + 1)
    await decide(await ask(large))
    await give(large)
    await give(of(300))
    await give(of(500, 'undone'))
    const sums = (await listGiven(now().toZonedDateTimeISO('Asia/Nicosia').toPlainDate())).filter(
      ({ staffId }) => staffId === by.staffId,
    )
    expect(sums).toMatchObject([
      { kind: 'given', times: 2, amountCents: LIMIT + 301, confirmedCents: LIMIT + 1 },
      { kind: 'undone', times: 1, amountCents: 500, confirmedCents: 0 },
    ])
  })
})

describe('a request', () => {
  test('that a colleague confirms counts once, for this subject and sum alone', async () => {
    const wanted = of(LIMIT + 1)
    const approvalId = await ask(wanted)
    expect(await give(wanted)).toEqual(refusalOf(wanted))
    expect(await decide(approvalId)).toEqual({ ok: true })
    expect(await give({ ...wanted, amountCents: LIMIT + 2 })).toMatchObject({ ok: false })
    expect(await give({ ...of(LIMIT + 1) })).toMatchObject({ ok: false })
    const twice = await Promise.all([give(wanted), give(wanted)])
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('is never confirmed by the member who asks', async () => {
    const approvalId = await ask(of(LIMIT + 1))
    expect(await decide(approvalId, true, by)).toEqual({ ok: false, reason: 'own-request' })
  })

  test('is decided once, of two who press at the same moment', async () => {
    const approvalId = await ask(of(LIMIT + 1))
    const other = await addMember('owner')
    const both = await Promise.all([decide(approvalId), decide(approvalId, false, other)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: 'decided-already' })
  })

  test('that is refused lets nothing go', async () => {
    const wanted = of(LIMIT + 1)
    await decide(await ask(wanted), false)
    expect(await give(wanted)).toEqual(refusalOf(wanted))
  })

  test('lapses, confirmed or not', async () => {
    const wanted = of(LIMIT + 1)
    const approvalId = await ask(wanted)
    const late = now().add({ hours: APPROVAL_HOURS })
    const decision = { approvalId, isConfirmed: true, by: colleague }
    expect(await decideApproval({ ...decision, now: late })).toMatchObject({ reason: 'lapsed' })
    await decide(approvalId)
    expect(await give(wanted, late)).toEqual(refusalOf(wanted))
  })

  test('writes what, how much, who and why into one entry of the audit each', async () => {
    const wanted = of(LIMIT + 1)
    const approvalId = await ask(wanted)
    await ask(wanted)
    await decide(approvalId)
    expect(await listAudit(`approval:${approvalId}`)).toMatchObject([
      {
        actor: `staff:${by.staffId}`,
        action: 'colleague-asked',
        reason: 'The bus broke down',
        after: wanted,
      },
      {
        actor: `staff:${colleague.staffId}`,
        action: 'colleague-confirmed',
        after: { ...wanted, askedBy: `staff:${by.staffId}` },
      },
    ])
  })
})

test('in a company of one member nothing needs a colleague', async () => {
  await setOthers('suspended')
  expect(await give(of(LIMIT + 1))).toEqual({ ok: true })
  await setOthers('active')
})

function setOthers(state: 'active' | 'suspended') {
  return db.updateTable('staff').where('id', '<>', by.staffId).set({ state }).execute()
}
