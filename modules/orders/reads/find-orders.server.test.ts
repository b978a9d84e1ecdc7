import { beforeAll, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { withoutTrigrams } from '#test/fixtures/trouble.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import {
  buy,
  choose,
  findOrderRow,
  goToBank,
  ride,
  addTraveller,
} from '#test/simulation/travellers.ts'

import { findOrders, hasTrigrams } from './find-orders.server.ts'
import type { SearchFilters } from './search-conditions.server.ts'

const simulation = openSimulation()

type Person = { name: string; email: string; phone?: string }
const PEOPLE: Person[] = [
  { name: 'Γιώργος Παπαδόπουλος', email: 'g.papad@example.com', phone: '+357 99 123456' },
  { name: 'Maria Hadjichristou', email: 'maria.h@example.com' },
  { name: 'Χρυστάλλα Ευαγγέλου', email: 'xrystalla@example.com' },
  { name: 'Ξένια Φυλακτού', email: 'xenia@example.com' },
  { name: 'Anna Smith', email: 'anna.smith@example.co.uk', phone: '+44 7700 900123' },
]

const orders = new Map<string, Awaited<ReturnType<typeof findOrderRow>>>()

beforeAll(async () => {
  for (const [index, contact] of PEOPLE.entries()) {
    const bus = await addDeparture({ departsAt: now().add({ hours: 24 * (index + 3) }) })
    const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C')], { contact })
    orders.set(contact.name, await findOrderRow(orderId))
  }
})

async function find(typed: string, filters: SearchFilters = {}) {
  const outcome = await findOrders({ typed, filters, locale: 'en', now: now() })
  if (!outcome.ok) return [outcome.reason]
  return outcome.orders.map(({ name }) => name)
}

function of(name: string) {
  const order = orders.get(name)
  if (!order) throw new Error(`no order of ${name}`)
  return order
}

test.each([
  ['Παπαδόπουλος', 'Γιώργος Παπαδόπουλος'],
  ['παπαδοπουλος', 'Γιώργος Παπαδόπουλος'],
  ['Papadopoulos', 'Γιώργος Παπαδόπουλος'],
  ['PAPADOP', 'Γιώργος Παπαδόπουλος'],
  ['giorgos papadop', 'Γιώργος Παπαδόπουλος'],
  ['Papadopoulos Giorgos', 'Γιώργος Παπαδόπουλος'],
  ['Χατζηχρίστου', 'Maria Hadjichristou'],
  ['Μαρία', 'Maria Hadjichristou'],
  ['Chrystalla', 'Χρυστάλλα Ευαγγέλου'],
  ['Evangelou', 'Χρυστάλλα Ευαγγέλου'],
  ['Xenia Fylaktou', 'Ξένια Φυλακτού'],
  ['Ksenia', 'Ξένια Φυλακτού'],
  ['Phylaktou', 'Ξένια Φυλακτού'],
  ['Σμιθ', 'Anna Smith'],
  ['Σμιτη', 'Anna Smith'],
  ['Papad;opoylow', 'Γιώργος Παπαδόπουλος'],
  ['Yiorgos', 'Γιώργος Παπαδόπουλος'],
  ['Hristalla', 'Χρυστάλλα Ευαγγέλου'],
  ['Xatzihristou', 'Maria Hadjichristou'],
])('%s finds %s, in either alphabet', async (typed, name) => {
  expect(await find(typed)).toEqual([name])
})

test.each([
  ['Papadopolous', 'Γιώργος Παπαδόπουλος'],
  ['Παπαδόπολος', 'Γιώργος Παπαδόπουλος'],
  ['Hatzichristu Maria', 'Maria Hadjichristou'],
  ['Evagelou', 'Χρυστάλλα Ευαγγέλου'],
  ['Fylaktuo', 'Ξένια Φυλακτού'],
])('%s, misspelt, finds %s', async (typed, name) => {
  expect((await find(typed))[0]).toBe(name)
})

test.each([
  ['anna.smith@example.co.uk', 'Anna Smith'],
  ['SMITH@Example', 'Anna Smith'],
  ['xrystal', 'Χρυστάλλα Ευαγγέλου'],
  ['99123456', 'Γιώργος Παπαδόπουλος'],
  ['+357 99 123', 'Γιώργος Παπαδόπουλος'],
  ['99-123-4', 'Γιώργος Παπαδόπουλος'],
  ['00447700', 'Anna Smith'],
  ['900 123', 'Anna Smith'],
])('%s finds %s', async (typed, name) => {
  expect(await find(typed)).toEqual([name])
})

test('a pasted link leads to its order: of the booking, a ticket, or a payment', async () => {
  const { orderId, manageId } = of('Anna Smith')
  const tickets = db
    .selectFrom('tickets')
    .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
  const { ticketId } = await tickets
    .select('ticketId')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  const { paymentId } = await paymentOf(orderId)
  for (const path of [
    `bookings/${manageId}`,
    `el/tickets/${ticketId}?x=1`,
    `payment/success/${paymentId}`,
  ]) {
    expect(await find(`https://halcyon.example/${path}`)).toEqual(['Anna Smith'])
  }
})

test('numbers of a reference, a ticket, a receipt and a payment lead to their order', async () => {
  const { orderId, reference } = of('Ξένια Φυλακτού')
  const { merchantRef, providerRef } = await paymentOf(orderId)
  const { number } = await db
    .selectFrom('receipts')
    .select('number')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  const spoken = `${reference.slice(0, 4)} ${reference.slice(4)}`.toLowerCase().replaceAll('0', 'o')
  const receipt = `R-${String(number).padStart(6, '0')}`
  for (const typed of [
    reference,
    spoken,
    `${reference}-1`,
    receipt,
    `r${number}`,
    merchantRef,
    providerRef ?? '',
  ]) {
    expect([typed, await find(typed)]).toEqual([typed, ['Ξένια Φυλακτού']])
  }
  expect(await find(reference.slice(2, 7))).toEqual(['Ξένια Φυλακτού'])
})

test('four digits find a card by its end', async () => {
  const { cardLast4 } = await paymentOf(of('Anna Smith').orderId)
  expect(cardLast4).toMatch(/^\d{4}$/)
  expect(await find(cardLast4 ?? '')).toContain('Anna Smith')
})

test('a card number is refused', async () => {
  expect(await find('4242 4242 4242 4242')).toEqual(['card-number'])
  expect(await find(' x ')).toEqual(['too-short'])
})

test('percent signs, underscores and quotes are letters like others', async () => {
  for (const typed of ['%%%', 'a_n_a', "an'na", String.raw`an\na`, '"<&', "o'x:*|&!"]) {
    expect([typed, await find(typed)]).toEqual([typed, expect.not.arrayContaining(['Anna Smith'])])
  }
})

test('filters keep the journeys of some days, one route, one status', async () => {
  const day = now()
    .add({ hours: 24 * 5 })
    .toZonedDateTimeISO('Asia/Nicosia')
    .toPlainDate()
  expect(await find('', { from: day, to: day })).toEqual(['Χρυστάλλα Ευαγγέλου'])
  expect(await find('example', { from: day })).toHaveLength(3)
  expect(await find('example', { to: day.subtract({ days: 1 }) })).toHaveLength(2)
  expect(await find('example', { status: 'cancelled' })).toEqual([])
  expect(await find('example', { moneyWaits: true })).toEqual([])
  expect(await find('example', { routeId: 'no such route' })).toEqual([])
})

test('the nearest journeys come first, and at most twenty', async () => {
  expect(await find('example')).toEqual(PEOPLE.map(({ name }) => name))
})

test('a cart is found as soon as its visitor has tried to pay', async () => {
  const visitor = addTraveller()
  const bus = await addDeparture({ departsAt: now().add({ hours: 90 }) })
  await choose(visitor, ride(bus, 'A', 'C'))
  await goToBank(visitor, simulation.bank, {
    contact: { name: 'Zoe Late', email: 'zoe@example.com' },
  })
  const outcome = await findOrders({ typed: 'zoe', filters: {}, locale: 'en', now: now() })
  expect(outcome).toMatchObject({
    ok: true,
    orders: [{ status: 'awaiting-payment', paid: 0, by: 'words' }],
  })
})

test('this database has trigrams', async () => {
  expect(await hasTrigrams()).toBe(true)
})

test('without trigrams names and addresses are found by the beginnings of their words', async () => {
  await withoutTrigrams(async () => {
    expect(await hasTrigrams()).toBe(false)
    expect(await find('smi')).toEqual(['Anna Smith'])
    expect(await find('mith')).toEqual([])
  })
})

function paymentOf(orderId: string) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('payableId', '=', orderId)
    .executeTakeFirstOrThrow()
}
