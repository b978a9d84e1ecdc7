import { describe, expect, test } from 'vitest'

import { extendHold } from '#modules/orders/cart/change-cart.server.ts'
import type { StaffRequest } from '#modules/orders/order/overrule.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { hasSeats } from '#modules/seats/seats.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { asks, ELENI, firstBooking, listAuditOf } from '#test/simulation/office.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  findOrderRow,
  goToBank,
  listMails,
  ride,
} from '#test/simulation/travellers.ts'

import { extendHoldByStaff } from './extend-hold.server.ts'
import { reissueTicket } from './reissue.server.ts'

const simulation = openSimulation()

describe('a reissued ticket', () => {
  test('has another link, code and number; the old one is void, and the new one is mailed', async () => {
    const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
    const [old] = await listTickets(orderId, 'en', now())
    const outcome = await reissue(orderId)
    const [ticket] = await listTickets(orderId, 'en', now())
    expect(outcome).toEqual({ ok: true, ticketId: ticket?.ticketId })
    expect(ticket?.number).toBe(`${old?.number}-2`)
    expect(ticket?.code).not.toBe(old?.code)
    const former = await db
      .selectFrom('tickets')
      .select('replacedAt')
      .where('ticketId', '=', old?.ticketId ?? '')
      .executeTakeFirstOrThrow()
    expect(former.replacedAt).not.toBeNull()
    expect(await listMails(orderId)).toMatchObject([{ kind: 'confirmation' }, { kind: 'reissued' }])
    expect(await listAuditOf(orderId)).toMatchObject([{ action: 'ticket-reissued' }])
  })

  test('is issued once, by two presses or by two colleagues', async () => {
    const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
    const maria = await asks(orderId)
    const eleni = await asks(orderId, ELENI)
    const outcomes = await Promise.all(
      [maria, maria, eleni].map((staff) => reissue(orderId, staff)),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter(({ ok }) => !ok)).toMatchObject([
      { reason: 'changed-meanwhile' },
      { reason: 'changed-meanwhile' },
    ])
  })

  test('is not issued for a bus that has left', async () => {
    const bus = await anyBus()
    const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C')])
    const { bookingId, departsAt } = await firstBooking(orderId)
    const staff = await asks(orderId)
    const late = await reissueTicket({ orderId, bookingId, staff, now: departsAt })
    expect(late).toEqual({ ok: false, reason: 'departed' })
  })
})

describe('an unpaid hold', () => {
  test('is extended by an hour, once', async () => {
    const { orderId, visitor } = await chosen(await anyBus())
    const before = (await findOrderRow(orderId)).heldUntil
    const until = before.add({ minutes: 60 })
    expect(await extend(orderId)).toEqual({ ok: true, heldUntil: until })
    const { bookingId } = await firstBooking(orderId)
    expect(await hasSeats(db, [bookingId], until.subtract({ seconds: 1 }))).toBe(true)
    expect(await hasSeats(db, [bookingId], until)).toBe(false)
    expect(await extend(orderId)).toEqual({ ok: false, reason: 'extended-already' })
    expect(await listAuditOf(orderId)).toMatchObject([{ action: 'hold-extended' }])
    const own = await extendHold(visitor, now())
    expect(own).toEqual({ ok: true, heldUntil: until.add({ minutes: 15 }) })
  })

  test('ends with the time for paying for the bus', async () => {
    const departsAt = now().add({ minutes: 50 })
    const { orderId } = await chosen(await addDeparture({ departsAt }))
    const heldUntil = departsAt.subtract({ minutes: 10 })
    expect(await extend(orderId)).toEqual({ ok: true, heldUntil })
  })

  test('is extended while its payment page is open, and still buys the journey', async () => {
    const { orderId, visitor } = await chosen(await anyBus())
    const attempt = await goToBank(visitor, simulation.bank)
    expect(await extend(orderId)).toMatchObject({ ok: true })
    await simulation.bank.payAtBank(attempt.url)
    expect(await comeBack(attempt.paymentId, visitor)).toMatchObject({ outcome: 'confirmed' })
  })

  test('is not extended once it is over, or paid for', async () => {
    const { orderId } = await chosen(await anyBus())
    const { heldUntil } = await findOrderRow(orderId)
    const staff = await asks(orderId)
    const late = await extendHoldByStaff({ orderId, staff, now: heldUntil })
    expect(late).toEqual({ ok: false, reason: 'hold-expired' })
    const paid = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
    expect(await extend(paid.orderId)).toEqual({ ok: false, reason: 'hold-expired' })
  })

  test('is extended once by two colleagues at once', async () => {
    const { orderId } = await chosen(await anyBus())
    const colleagues = [await asks(orderId), await asks(orderId, ELENI)]
    const outcomes = await Promise.all(colleagues.map((staff) => extend(orderId, staff)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: 'changed-meanwhile' })
  })
})

/** Presses a button of a page that was opened before, or is opened now. */
async function reissue(orderId: string, staff?: StaffRequest) {
  const { bookingId } = await firstBooking(orderId)
  const wish = { orderId, bookingId, staff: staff ?? (await asks(orderId)) }
  return reissueTicket({ ...wish, now: now() })
}

/** A press of a page that was opened before, or is opened now. */
async function extend(orderId: string, staff?: StaffRequest) {
  return extendHoldByStaff({ orderId, staff: staff ?? (await asks(orderId)), now: now() })
}

async function chosen(bus: string) {
  const visitor = addTraveller()
  await choose(visitor, ride(bus, 'A', 'C'))
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('visitor', '=', visitor)
    .executeTakeFirstOrThrow()
  return { orderId, visitor }
}
