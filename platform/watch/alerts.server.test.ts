import { afterEach, expect, test } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { ALERT_KINDS, subjectOf } from './alert-kinds.ts'
import { raiseAlert } from './alert.server.ts'
import { acknowledgeAlert, endAlerts, listOpenAlerts } from './alerts.server.ts'

const MARIA = { kind: 'admin', name: 'maria' } as const

afterEach(() => db.deleteFrom('alerts').execute())

test('an alert is a row of the transaction that raises it', async () => {
  await raise('refund-stuck', { refundId: 'r1' })
  await expect(
    inTransaction(async (tx) => {
      await raiseAlert(tx, 'refund-stuck', { refundId: 'r2' })
      throw new Error('fault')
    }),
  ).rejects.toThrow('fault')
  const open = await listOpenAlerts(10)
  expect(open.map(({ kind, subject, times }) => ({ kind, subject, times }))).toEqual([
    { kind: 'refund-stuck', subject: 'refund:r1', times: 1 },
  ])
})

test('a matter raised three times is one line, with its first and last time; others stand beside it', async () => {
  const first = now()
  await raise('seats-hoarded', { departureId: 'd1', held: 20 })
  shiftClock({ minutes: 15 })
  await raise('seats-hoarded', { departureId: 'd1', held: 30 })
  await raise('many-wrong-log-ins', { count: 200 })
  await raise('seats-hoarded', { departureId: 'd2', held: 9 })
  const open = await listOpenAlerts(10)
  expect(open).toHaveLength(3)
  const hoarded = open.find(({ subject }) => subject === 'departure:d1')
  expect(hoarded).toMatchObject({ times: 2, facts: { held: 30 } })
  expect(hoarded?.firstRaisedAt.since(first).total('minutes')).toBeLessThan(1)
  expect(hoarded?.raisedAt.since(first).total('minutes')).toBeGreaterThanOrEqual(15)
})

test('an acknowledged matter leaves the list, with one entry in the audit; the next alert opens it again', async () => {
  await raise('checkout-rejected', { paymentId: 'p1' })
  shiftClock({ minutes: 1 })
  await raise('checkout-rejected', { paymentId: 'p1' })
  const [alert] = await listOpenAlerts(10)
  const { alertId } = alert ?? { alertId: '' }
  expect(await acknowledge(alertId)).toEqual({ ok: true })
  expect(await listOpenAlerts(10)).toEqual([])
  expect(await listEntries(alertId)).toEqual([{ actor: 'admin:maria', action: 'acknowledged' }])

  shiftClock({ minutes: 1 })
  await raise('checkout-rejected', { paymentId: 'p1' })
  expect(await listOpenAlerts(10)).toHaveLength(1)
})

test('of two members of staff who acknowledge at once one is told that it was done', async () => {
  await raise('mail-refused', { mailId: 'm1' })
  const [alert] = await listOpenAlerts(10)
  const { alertId } = alert ?? { alertId: '' }
  const outcomes = await Promise.all([acknowledge(alertId), acknowledge(alertId)])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes).toContainEqual(
    expect.objectContaining({ reason: 'acknowledged-already', by: 'admin:maria' }),
  )
  expect(await listEntries(alertId)).toHaveLength(1)
})

test('an alert raised after the one that was seen stays open', async () => {
  await raise('mail-refused', { mailId: 'm2' })
  const [seen] = await listOpenAlerts(10)
  shiftClock({ minutes: 1 })
  await raise('mail-refused', { mailId: 'm2' })
  expect(await acknowledge(seen?.alertId ?? '')).toEqual({ ok: true })
  expect(await listOpenAlerts(10)).toMatchObject([{ times: 1 }])
})

test('what is over leaves the list and needs no acknowledgement', async () => {
  await raise('payment-disputed', { paymentId: 'p2' })
  await raise('payment-disputed', { paymentId: 'p3' })
  const over = (await listOpenAlerts(10)).find(({ subject }) => subject === 'payment:p2')
  await inTransaction((tx) =>
    endAlerts(tx, { kinds: ['payment-disputed'], subject: 'payment:p2', now: now() }),
  )
  expect((await listOpenAlerts(10)).map(({ subject }) => subject)).toEqual(['payment:p3'])
  expect(await acknowledge(over?.alertId ?? '')).toMatchObject({ ok: false, reason: 'over' })
})

test('an alert that does not exist is refused, and nothing is audited', async () => {
  const alertId = '00000000-0000-4000-8000-000000000000'
  expect(await acknowledge(alertId)).toEqual({ ok: false, reason: 'no-such-alert' })
  expect(await listEntries(alertId)).toEqual([])
})

test('the subject of an alert is the nearest thing that it names', () => {
  expect(subjectOf({ paymentId: 'p', refundId: 'r' })).toBe('refund:r')
  expect(subjectOf({ orderId: 'o', mailId: 'm' })).toBe('mail:m')
  expect(subjectOf({ day: '2026-11-21', differences: 2 })).toBe('settlement:2026-11-21')
  expect(subjectOf({ count: 200 })).toBeNull()
})

function raise(kind: (typeof ALERT_KINDS)[number], facts: Record<string, string | number>) {
  return inTransaction((tx) => raiseAlert(tx, kind, facts))
}

function acknowledge(alertId: string) {
  return acknowledgeAlert({ alertId, by: MARIA, now: now() })
}

function listEntries(alertId: string) {
  return db
    .selectFrom('auditEntries')
    .select(['actor', 'action'])
    .where('subject', '=', `alert:${alertId}`)
    .execute()
}
