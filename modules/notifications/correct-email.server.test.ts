import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { enqueueMail } from '#modules/mail/outbox.server.ts'
import { findOrder } from '#modules/orders/order/rows.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  buy,
  choose,
  findOrderRow,
  goToBank,
  listMails,
  ride,
} from '#test/simulation/travellers.ts'

import { correctEmail } from './correct-email.server.ts'

let bank: SimulatedBank
let bus: string
let visitor: string
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
beforeEach(async () => {
  bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  visitor = addTraveller()
})
afterAll(() => bank.stop())

test('a second mail goes to the corrected address, and the first stays as it was', async () => {
  const { paymentId, orderId } = await buy(bank, [ride(bus, 'A', 'B')], { visitor })
  const corrected = await correctEmail({ visitor, paymentId, email: 'ann@example.com', now: now() })
  expect(corrected).toEqual({ ok: true })
  expect(await listMails(orderId)).toEqual([
    { kind: 'confirmation', attemptNo: 1, address: 'anna@example.com' },
    { kind: 'confirmation', attemptNo: 2, address: 'ann@example.com' },
  ])
  expect((await findOrderRow(orderId)).contactEmail).toBe('ann@example.com')
})

test('what still waits for the mail server does not go to the wrong address', async () => {
  const { paymentId, orderId } = await buy(bank, [ride(bus, 'A', 'B')], { visitor })
  const order = await findOrder(db, orderId)
  if (!order) throw new Error('no order')
  const mail = { order, kind: 'manage-link', now: now() } as const
  await db.transaction().execute((tx) => enqueueMail(tx, mail))
  await correctEmail({ visitor, paymentId, email: 'ann@example.com', now: now() })
  const waiting = await db
    .selectFrom('mails')
    .select(['kind', 'address'])
    .where('orderId', '=', orderId)
    .where('state', '=', 'queued')
    .orderBy('kind')
    .execute()
  expect(waiting).toEqual([
    { kind: 'confirmation', address: 'ann@example.com' },
    { kind: 'manage-link', address: 'ann@example.com' },
  ])
})

test('a correction is audited without the address', async () => {
  const { paymentId, orderId } = await buy(bank, [ride(bus, 'A', 'B')], { visitor })
  await correctEmail({ visitor, paymentId, email: 'ann@example.com', now: now() })
  const entries = await db
    .selectFrom('auditEntries')
    .selectAll()
    .where('subject', '=', `order:${orderId}`)
    .where('action', '=', 'email-corrected')
    .execute()
  expect(entries).toHaveLength(1)
  expect(JSON.stringify(entries)).not.toContain('example.com')
})

test('of two simultaneous corrections one is made', async () => {
  const { paymentId, orderId } = await buy(bank, [ride(bus, 'A', 'B')], { visitor })
  const addresses = ['one@example.com', 'two@example.com']
  const outcomes = await Promise.all(
    addresses.map((email) => correctEmail({ visitor, paymentId, email, now: now() })),
  )
  expect(outcomes).toContainEqual({ ok: false, reason: 'email-corrected-already' })
  expect(await listMails(orderId)).toHaveLength(2)
})

test('no other browser can correct it, and none before the payment', async () => {
  const { paymentId } = await buy(bank, [ride(bus, 'A', 'B')], { visitor })
  const wish = { paymentId, email: 'eve@example.com', now: now() }
  const notYours = { ok: false, reason: 'not-yours' }
  expect(await correctEmail({ ...wish, visitor: addTraveller() })).toEqual(notYours)
  expect(await correctEmail({ ...wish, visitor: undefined })).toEqual(notYours)

  const other = addTraveller()
  await choose(other, ride(bus, 'A', 'B'))
  const unpaid = await goToBank(other, bank)
  const early = { ...wish, visitor: other, paymentId: unpaid.paymentId }
  expect(await correctEmail(early)).toEqual(notYours)
})
