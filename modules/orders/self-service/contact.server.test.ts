import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import type { Contact } from '#modules/orders/order/contact.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, listMails, ride } from '#test/simulation/travellers.ts'

import { changeContact } from './contact.server.ts'

let bank: SimulatedBank
let order: { orderId: string; manageId: string }
let leaves: Temporal.Instant
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
beforeEach(async () => {
  leaves = now().add({ hours: 48 })
  order = await findOrderRow(await buySeat())
})
afterAll(() => bank.stop())

const NIKOS = { name: 'Nikos Georgiou', email: 'nikos@example.com' }

test('a new name is on a new ticket, and the old ticket is void; both addresses get a mail', async () => {
  const [before] = await listTickets(order.orderId, 'en', now())
  expect(await change(NIKOS)).toMatchObject({ ok: true })
  const [after] = await listTickets(order.orderId, 'en', now())
  expect(after).toMatchObject({ groupLeader: 'Nikos Georgiou', number: `${before?.number}-2` })
  expect((await listMails(order.orderId)).filter(({ kind }) => kind === 'contact')).toMatchObject([
    { address: 'nikos@example.com' },
    { address: 'anna@example.com' },
  ])
  expect(await checkInvariants(db, { now: now(), bank: bank.provider })).toEqual([])
})

test('tickets that still wait for the mail server go to the new address', async () => {
  await change(NIKOS)
  const waiting = await db
    .selectFrom('mails')
    .select('address')
    .where('orderId', '=', order.orderId)
    .where('kind', '=', 'confirmation')
    .execute()
  expect(waiting).toEqual([{ address: 'nikos@example.com' }])
})

test('three changes an hour, so that the form cannot be used to send mail to strangers', async () => {
  for (const place of [1, 2, 3]) expect(await moveTo(place)).toMatchObject({ ok: true })
  expect(await moveTo(4)).toEqual({ ok: false, reason: 'too-many-tries' })
  expect(await moveTo(4, now().add({ minutes: 61 }))).toMatchObject({ ok: true })
})

test('six an hour to one address, over all bookings, in any spelling', async () => {
  const victim = { name: 'Vera Georgiou', email: 'vera@example.com' }
  const rename = async (count: number) => {
    const outcomes: boolean[] = []
    for (let place = 1; place <= count; place++) {
      const { ok } = await change({ ...victim, name: `${victim.name} ${'I'.repeat(place)}` })
      outcomes.push(ok)
    }
    return outcomes
  }
  expect(await rename(3)).toEqual([true, true, true])
  order = await findOrderRow(await buySeat())
  expect(await rename(3)).toEqual([true, true, true])
  order = await findOrderRow(await buySeat())
  const loud = { ...victim, email: 'Vera@EXAMPLE.com' }
  expect(await change(loud)).toEqual({ ok: false, reason: 'too-many-tries' })
  expect(await change(NIKOS)).toMatchObject({ ok: true })
  expect(await change(loud, now().add({ minutes: 61 }))).toMatchObject({ ok: true })
})

test('the audit names the changed fields, and contains neither name nor address', async () => {
  await change(NIKOS)
  const entries = await db
    .selectFrom('auditEntries')
    .selectAll()
    .where('subject', '=', `order:${order.orderId}`)
    .where('action', '=', 'contact')
    .execute()
  expect(entries).toMatchObject([{ after: { changed: ['name', 'email'] } }])
})

test('the name is fixed from 24 hours ahead, except in the hour after buying; the address never is', async () => {
  const late = leaves.subtract({ hours: 23 })
  expect(await change(NIKOS, late)).toMatchObject({ reason: 'name-fixed' })
  expect(await change({ ...NIKOS, name: 'Anna Georgiou' }, late)).toMatchObject({ ok: true })
  expect(await change(NIKOS, leaves)).toMatchObject({ reason: 'departed' })
})

test('an invalid address is refused, and an unchanged contact changes nothing', async () => {
  const refused = await change({ name: '', email: 'nobody' })
  expect(refused).toMatchObject({
    reason: 'contact',
    refusals: [{ reason: 'name-missing' }, { reason: 'email-malformed' }],
  })
  const site = { ...NIKOS, name: 'You won: www.evil.example' }
  expect(await change(site)).toMatchObject({ refusals: [{ reason: 'name-with-site' }] })
  const same = { name: 'Anna Georgiou', email: 'anna@example.com' }
  expect(await change(same)).toMatchObject({ reason: 'nothing-chosen' })
})

test('a telephone number is kept as E.164, and no mail tells of it', async () => {
  const anna = { name: 'Anna Georgiou', email: 'anna@example.com' }
  const before = await listMails(order.orderId)
  expect(await change({ ...anna, phone: '99 123456' })).toMatchObject({ ok: true })
  expect(await findOrderRow(order.orderId)).toMatchObject({ contactPhone: '+35799123456' })
  expect(await change({ ...anna, phone: '+357 99 123456' })).toMatchObject({
    reason: 'nothing-chosen',
  })
  expect(await change(anna)).toMatchObject({ reason: 'nothing-chosen' })
  expect(await listMails(order.orderId)).toEqual(before)

  expect(await change({ ...anna, phone: '12' })).toMatchObject({
    refusals: [{ reason: 'phone-malformed' }],
  })
  expect(await change({ ...anna, phone: '' })).toMatchObject({ ok: true })
  expect(await findOrderRow(order.orderId)).toMatchObject({ contactPhone: null })
})

async function buySeat(): Promise<string> {
  const bus = await addDeparture({ departsAt: leaves })
  const { orderId } = await buy(bank, [ride(bus, 'A', 'C')])
  return orderId
}

function change(contact: Contact, moment = now()) {
  return changeContact({ manageId: order.manageId, contact, by: TRAVELLER, now: moment })
}

function moveTo(place: number, moment = now()) {
  return change({ ...NIKOS, email: `somebody-${place}@example.com` }, moment)
}
