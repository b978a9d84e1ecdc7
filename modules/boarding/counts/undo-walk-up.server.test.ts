import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { decideApproval } from '#modules/approvals/approvals.server.ts'
import { noteGiven } from '#modules/approvals/given.server.ts'
import { DAY_LIMITS } from '#modules/approvals/limits.ts'
import { judgeScan } from '#modules/boarding/verdict/judge-scan.ts'
import { parkRefund } from '#modules/payments/refunds.server.ts'
import { expectedCash, type Cashier } from '#modules/payments/till/till-entry.ts'
import { closeTill, findOwnTill } from '#modules/payments/till/till.server.ts'
import { UNDO_SALE_MINUTES } from '#modules/rules/rules.ts'
import { changeCapacity } from '#modules/seats/change-capacity.server.ts'
import { settleRefundOtherwise } from '#modules/support/decide-refund.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'
import type { Network } from '#test/simulation/door-phone.ts'
import { DOOR_SEATS, findSale, openDoors, walkUp } from '#test/simulation/door.ts'
import { setCaptured } from '#test/simulation/for-one-test.ts'
import { cancelAll, listAudit } from '#test/simulation/sales.ts'
import { countAlerts, openSimulation } from '#test/simulation/simulation.ts'

import { closeBoarding } from './close-boarding.server.ts'
import { confirmUndo } from './undo-walk-up.server.ts'

openSimulation()
const door = openDoors()
const { after, closed } = door
const FREE = DOOR_SEATS - 2
let colleague: Cashier
beforeAll(async () => {
  colleague = await addColleague()
})
const UNDONE = { status: 'cancelled', soldSeats: 0, tills: 1 }

/** The cash that must be in the drawer of the driver. */
async function countCash(): Promise<number> {
  const till = await findOwnTill(door.driver)
  return till ? expectedCash(till.floatCents, till.entries) : 0
}

async function listScans(reference: string) {
  const { rows } = await sql<{ boarded: number; valid: boolean }>`
    select boarded, replaced_at is null as valid from scans join tickets using (booking_id)
    where number = ${`${reference}-1`} order by seq`.execute(db)
  return rows
}

describe('the last sale at a door', () => {
  test('is undone in the books: money, seats, ticket and people', async () => {
    await door.one.exchange(closed)
    const cash = await countCash()
    const sold = await door.one.sell(walkUp(0, 2, 2), after(20))
    await door.one.exchange(after(21))
    expect(await countCash()).toBe(cash + 3600)
    expect(door.one.seatsToSell()[0]).toBe(FREE - 2)

    expect(await door.one.undo(after(22))).toBe(sold?.reference)
    await door.one.exchange(after(23))
    expect(door.one.notUndone()).toEqual([])
    expect(await findSale(sold?.reference ?? '')).toEqual([
      { ...UNDONE, captured: 3600, refunds: 3600 },
    ])
    expect(await countCash()).toBe(cash)
    expect(await listScans(sold?.reference ?? '')).toEqual([
      { boarded: 2, valid: false },
      { boarded: -2, valid: false },
    ])
    expect(door.one.seatsToSell()[0]).toBe(FREE)
    expect(await door.one.undo(after(24))).toBeUndefined()
  })

  test('made and undone without a network leaves its seats for the right party', async () => {
    await door.one.exchange(closed)
    const cash = await countCash()
    const wrong = await door.one.sell(walkUp(0, 2, 3), after(20))
    expect(await door.one.sell(walkUp(1, 2, 1), after(20))).toBeUndefined()
    await door.one.undo(after(21))
    const right = await door.one.sell(walkUp(0, 2, 3), after(22))
    expect(right?.reference).not.toBe(wrong?.reference)
    await door.one.exchange(after(45), 'loses-answer')
    await Promise.all([
      door.one.exchange(after(46), 'loses-answer'),
      door.one.exchange(after(46), 'loses-answer'),
    ])
    await door.one.exchange(after(47))
    expect(await findSale(wrong?.reference ?? '')).toEqual([
      { ...UNDONE, captured: 5400, refunds: 5400 },
    ])
    expect(await findSale(right?.reference ?? '')).toMatchObject([
      { status: 'confirmed', soldSeats: 3, refunds: 0, tills: 1 },
    ])
    expect(await countCash()).toBe(cash + 5400)
  })

  test('has its seats at its own door again, even after the bus should have left', async () => {
    await door.one.exchange(closed)
    await door.one.sell(walkUp(0, 1, 3), after(38))
    await door.one.exchange(after(38))
    await door.one.undo(after(39))
    await door.one.exchange(after(45))
    expect(door.one.seatsToSell()[0]).toBe(FREE)
  })

  test('that is undone is void at its own door before the office knows', async () => {
    await door.one.exchange(closed)
    const sold = await door.one.sell(walkUp(0, 1, 2), after(20))
    const ride = door.one.waiting()[0]?.ride ?? ''
    await door.one.undo(after(21))
    const { pack, bus, scans } = door.one.door()!
    const ticket = { digest: ride, number: ride, state: 'valid', people: 2 } as const
    const listed = { ...bus.tickets[0], ...ticket, voidOn: null, successor: null, from: 0, to: 1 }
    const unsold = { seats: 2, wheelchairs: 0, missed: false }
    const departures = [{ ...bus, tickets: [...bus.tickets, { ...listed, ...unsold }] }]
    const here = { departureId: bus.departureId, position: 0 }
    const read = { by: 'code', digest: ride } as const
    expect(sold).toBeDefined()
    expect(judgeScan({ pack: { ...pack, departures }, scans, read, here }).is).toBe('given-up')
  })
})

describe('a sale that cannot be undone any more', () => {
  test.each([
    ['another sale was made', async () => void (await door.one.sell(walkUp(0, 1, 1), after(21)))],
    ['its people were counted by another phone', async () => readByOther()],
    ['the bus has left the stop', async () => leave(21)],
  ])('since %s is not offered', async (_why, happens) => {
    await door.one.exchange(closed)
    const first = await door.one.sell(walkUp(0, 1, 1), after(20))
    await door.one.exchange(after(20))
    await happens()
    await door.one.exchange(after(22))
    expect(await door.one.undo(after(23))).not.toBe(first?.reference)
  })

  test('is offered for a quarter of an hour, and not a second longer', async () => {
    await door.one.exchange(closed)
    const { reference } = (await door.one.sell(walkUp(0, 1, 1), after(20)))!
    const last = after(20).add({ minutes: UNDO_SALE_MINUTES })
    expect(await door.one.undo(last.add({ seconds: 1 }))).toBeUndefined()
    expect(await door.one.undo(last)).toBe(reference)
  })
})

describe('an undoing of people who may have travelled', () => {
  test.each([
    ['its people were counted by another phone', 'boarded', async () => readByOther()],
    ['the bus had left the stop', 'left', async () => leave(20)],
  ])(
    'since %s leaves the sale in the books, and asks a colleague once',
    async (_why, reason, happens) => {
      const { reference, cash } = await undoAfter(happens, 'loses-answer')
      expect(door.one.notUndone()).toEqual([{ reference, reason }])
      expect(await findSale(reference)).toMatchObject([{ status: 'confirmed', soldSeats: 2 }])
      expect(await countCash()).toBe(cash)
      const { orderId } = await findOrder(reference)
      const wanted = { kind: 'undone-aboard', subject: `order:${orderId}`, amountCents: 1800 }
      expect(await listRequests(reference)).toMatchObject([
        { ...wanted, reason, askedBy: door.driver },
      ])
    },
  )

  test('is done once a colleague confirms it, with a line of the audit for each step', async () => {
    const { reference, cash } = await undoAfter(readByOther)
    const [request] = await listRequests(reference)
    const { approvalId } = request!
    const decisions = [colleague, await addColleague()].map((by) => decide(approvalId, by))
    const outcomes = await Promise.all(decisions)
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)

    expect(await findSale(reference)).toEqual([{ ...UNDONE, captured: 1800, refunds: 1800 }])
    expect(await countCash()).toBe(cash - 1800)
    const driver = `staff:${door.driver}`
    expect(await listAudit(`approval:${approvalId}`)).toMatchObject([
      { actor: driver, action: 'colleague-asked', reason: 'boarded' },
      { action: 'colleague-confirmed', after: { askedBy: driver, amountCents: 1800 } },
    ])
    const { orderId } = await findOrder(reference)
    expect(await listAudit(`order:${orderId}`)).toContainEqual(
      expect.objectContaining({ actor: driver, reason: 'sale undone at the door' }),
    )
    // Told again, it is as it is.
    await door.one.exchange(after(24))
    expect(await countCash()).toBe(cash - 1800)
  })

  test('waits for a colleague beyond the sum that a driver undoes alone on one day', async () => {
    const { cash } = await undoAfter(async () => {
      const driver = (await addStaffMember({ roles: ['driver'] })).staffId
      door.one.handTo(driver)
      const by = { kind: 'staff', staffId: driver } as const
      const before = { kind: 'undone', subject: 'order:before', by, now: after(20) } as const
      await inTransaction((tx) => noteGiven(tx, { ...before, amountCents: DAY_LIMITS.undone }))
    }, 'loses-answer')
    const [sale] = door.one.notUndone()
    expect(sale).toMatchObject({ reason: 'too-much' })
    expect(await countCash()).toBe(cash)
    const [request] = await listRequests(sale?.reference ?? '')
    expect(await decide(request?.approvalId ?? '')).toEqual({ ok: true })
    expect(await countCash()).toBe(cash - 1800)
  })

  test('is never confirmed by the driver, nor by whoever sold with the phone', async () => {
    const seller = door.driver
    const { reference, cash } = await undoAfter(async () => {
      await readByOther()
      door.one.handTo((await addStaffMember({ roles: ['driver'] })).staffId)
    })
    const [request] = await listRequests(reference)
    const refused = { ok: false, reason: 'own-request' }
    for (const staffId of [seller, request?.askedBy ?? '']) {
      const by = { kind: 'staff', staffId } as const
      expect(await decide(request?.approvalId ?? '', by)).toEqual(refused)
    }
    expect(await decide(request?.approvalId ?? '')).toEqual({ ok: true })
    expect(await countCash()).toBe(cash - 1800)
  })
})

test('an undoing that waits is not done to a booking that the office has cancelled meanwhile', async () => {
  const { reference, cash } = await undoAfter(readByOther)
  const [request] = await listRequests(reference)
  const { orderId } = await findOrder(reference)
  await cancelAll(orderId, 0)
  const approvalId = request?.approvalId ?? ''
  expect(await decide(approvalId)).toEqual({ ok: false, reason: 'changed' })
  expect(await countCash()).toBe(cash)
  const refusal = { approvalId, isConfirmed: false, by: colleague, now: after(24) }
  expect(await decideApproval(refusal)).toEqual({ ok: true })
})

describe('an undoing that the office refuses', () => {
  test('since the sale has been known for longer than its driver may wait', async () => {
    await door.one.exchange(closed)
    const { reference } = (await door.one.sell(walkUp(0, 1, 1), after(20)))!
    await door.one.exchange(after(20))
    const undone = after(20).add({ minutes: UNDO_SALE_MINUTES })
    await door.one.undo(undone)
    await door.one.exchange(undone.add({ seconds: 1 }))
    expect(door.one.notUndone()).toEqual([{ reference, reason: 'too-late' }])
  })

  test('since another phone has made the sale', async () => {
    await door.one.exchange(closed)
    const { reference } = (await door.one.sell(walkUp(0, 1, 1), after(20)))!
    await door.one.exchange(after(20))
    await door.one.undo(after(21))
    const scan = door.one.waiting().at(-1)!
    await door.two.exchange(after(22))
    door.two.waiting().push({ ...scan, seq: 1 })
    const alerts = await countAlerts('walk-up-not-undone')
    await door.two.exchange(after(23))
    expect(await countAlerts('walk-up-not-undone')).toBe(alerts + 1)
    expect(door.two.notUndone()).toEqual([{ reference, reason: 'unknown' }])
    expect(await findSale(reference)).toMatchObject([{ status: 'confirmed', refunds: 0 }])
  })
})

describe('an undoing by a phone that tells no truth is refused', () => {
  test.each([
    ['the bus had left the stop', 'left', () => leave(21)],
    ['it came too late', 'too-late', () => Promise.resolve()],
  ])('since %s, whatever the clock of the phone says', async (_why, reason, happens) => {
    await door.one.exchange(closed)
    const { reference } = (await door.one.sell(walkUp(0, 1, 2), after(20)))!
    await door.one.exchange(after(20))
    const cash = await countCash()
    await happens()
    const last = after(20).add({ minutes: UNDO_SALE_MINUTES })
    await door.one.undo(after(20).add({ seconds: 1 }))
    await door.one.exchange(last.add({ seconds: 1 }))
    expect(door.one.notUndone()).toMatchObject([{ reference, reason }])
    expect(await countCash()).toBe(cash)
  })

  test('since its own phone has counted its people once more', async () => {
    await door.one.exchange(closed)
    const { reference } = (await door.one.sell(walkUp(0, 1, 2), after(20)))!
    await door.one.exchange(after(20))
    expect(await door.one.undo(after(21))).toBe(reference)
    const { undoes: _undoes, ...scan } = door.one.waiting().at(-1)!
    door.one.waiting().push({ ...scan, seq: scan.seq + 1, boarded: 1 })
    await door.one.exchange(after(22))
    expect(door.one.notUndone()).toEqual([{ reference, reason: 'boarded' }])
    expect(await findSale(reference)).toMatchObject([{ status: 'confirmed', refunds: 0 }])
  })
})

describe('a sale without seats, whose money is promised back,', () => {
  test('is not paid back a second time if the office has settled it otherwise', async () => {
    await door.one.exchange(closed)
    const wanted = { seats: 1, wheelchairPlaces: 1 }
    const decision = { departureId: door.bus, by: ADMIN, reason: 'a smaller bus', now: after(12) }
    await changeCapacity({ ...decision, wanted })
    const { reference } = (await door.one.sell(walkUp(0, 1, 2), after(20)))!
    await door.one.exchange(after(21), 'loses-answer')
    const { refundId } = await findPayment(reference)
    await parkRefund(refundId)
    const settling = { refundId, by: ADMIN, reason: 'paid by bank transfer', now: after(22) }
    expect(await settleRefundOtherwise(settling)).toMatchObject({ ok: true })
    const cash = await countCash()

    expect(await door.one.undo(after(23))).toBe(reference)
    await door.one.exchange(after(24))
    expect(door.one.notUndone()).toEqual([{ reference, reason: 'changed' }])
    expect(await countCash()).toBe(cash)
    expect(door.one.waiting()).toEqual([])
  })
})

test('a sale with a fault does not keep the sales and scans behind it from the books', async () => {
  await door.one.exchange(closed)
  const first = (await door.one.sell(walkUp(0, 1, 1), after(20)))!
  await door.one.exchange(after(20))
  const { paymentId } = await findPayment(first.reference)
  await door.one.undo(after(21))
  const second = (await door.one.sell(walkUp(0, 1, 2), after(22)))!
  await setCaptured(paymentId, 0)
  await expect(door.one.exchange(after(23))).rejects.toThrow(/refunds never exceed/)
  expect(await findSale(second.reference)).toMatchObject([{ status: 'confirmed', soldSeats: 2 }])
  expect(await listScans(second.reference)).toEqual([{ boarded: 2, valid: true }])

  await setCaptured(paymentId, 900)
  await door.one.exchange(after(24))
  expect(await findSale(first.reference)).toEqual([{ ...UNDONE, captured: 900, refunds: 900 }])
  expect(door.one.waiting()).toEqual([])
})

test('whoever has the phone by then, the cash leaves the till of whoever sold', async () => {
  await door.one.exchange(closed)
  const cash = await countCash()
  await door.one.sell(walkUp(0, 1, 1), after(20))
  await door.one.exchange(after(20))
  await door.one.undo(after(21))
  door.one.handTo((await addStaffMember({ roles: ['driver'] })).staffId)
  await door.one.exchange(after(22))
  expect(door.one.notUndone()).toEqual([])
  expect(await countCash()).toBe(cash)
})

test('a till that was counted in between is opened again, and gives the cash back', async () => {
  await door.one.exchange(closed)
  await door.one.sell(walkUp(0, 1, 1), after(20))
  await door.one.exchange(after(20))
  const by = { kind: 'staff', staffId: door.driver } as const
  const counted = cents(await countCash())
  expect(await closeTill({ by, counted, now: after(21) })).toMatchObject({ ok: true })
  await door.one.undo(after(22))
  await door.one.exchange(after(23))
  expect(door.one.notUndone()).toEqual([])
  expect(await countCash()).toBe(-900)
})

async function findPayment(reference: string) {
  const found = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payableId', 'orderId')
    .leftJoin('refunds', 'refunds.paymentId', 'payments.paymentId')
    .select(['payments.paymentId', 'refundId'])
    .where('orders.reference', '=', reference)
    .executeTakeFirstOrThrow()
  return { ...found, refundId: found.refundId ?? '' }
}

/** A sale for 18 euros that its driver undoes after something has happened, and the cash before. */
async function undoAfter(happens: () => Promise<void>, network: Network = 'works') {
  await door.one.exchange(closed)
  const { reference } = (await door.one.sell(walkUp(0, 1, 2), after(19)))!
  await door.one.exchange(after(19))
  const cash = await countCash()
  await happens()
  expect(await door.one.undo(after(21))).toBe(reference)
  await door.one.exchange(after(22), network)
  await door.one.exchange(after(22))
  return { reference, cash }
}

async function addColleague(): Promise<Cashier> {
  return { kind: 'staff', staffId: (await addStaffMember({ roles: ['owner'] })).staffId }
}

const decide = (approvalId: string, by = colleague) =>
  confirmUndo({ approvalId, by, now: after(23) })

const findOrder = (reference: string) =>
  db
    .selectFrom('orders')
    .select('orderId')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()

async function listRequests(reference: string) {
  const subject = `order:${(await findOrder(reference)).orderId}`
  return db.selectFrom('approvals').selectAll().where('subject', '=', subject).execute()
}

/** The second phone counts the people of the newest sale of the bus. */
async function readByOther(): Promise<void> {
  await door.two.exchange(after(20))
  const bus = door.two.door()!.bus
  const ride = bus.tickets.at(-1)!.number.split('-').slice(0, 2).join('-')
  const device = 0
  const at = after(20).epochMilliseconds
  const place = { departureId: door.bus, position: 0 }
  door.two.waiting().push({ device, seq: 1, ride, ...place, boarded: 1, at })
  await door.two.exchange(after(20))
}

async function leave(minutes: number): Promise<void> {
  const stop = { departureId: door.bus, position: 0, by: ADMIN }
  expect(await closeBoarding({ ...stop, now: after(minutes) })).toEqual({ ok: true })
}
