import { expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { changeFare } from '#test/simulation/for-one-test.ts'
import { amendTo, buyIn, giveUp } from '#test/simulation/holders.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { ride } from '#test/simulation/travellers.ts'

import { cancel } from './cancel.server.ts'
import { changeContact } from './contact.server.ts'

const simulation = openSimulation()
const CARD = { brand: 'Visa', last4: '1111' }

test('a credit note names the cancelled passengers, the fee, and the card of the refund', async () => {
  const order = await buyIn('en', simulation.bank, ride(await anyBus(), 'A', 'C', { adult: 2 }))
  const staying = partyOf({ adult: 1 })
  await giveUp(order, { refund: 1700, staying })
  const [receipt, note] = await listDocuments(order.orderId, 'en')
  expect(receipt).toMatchObject({ totalCents: 3600, setOff: null, cards: [CARD] })
  expect(note).toMatchObject({
    series: 'credit-note',
    correctsNumber: receipt?.number,
    lines: [{ category: 'adult', count: 1, totalCents: 1800, vatCents: 149 }],
    fee: { totalCents: 100, vatCents: 9 },
    totalCents: 1700,
    setOff: null,
    cards: [CARD],
  })
})

test('of rides cancelled together, only the refunded ones are credited', async () => {
  const soon = ride(await anyBus({ departsAt: now().add({ hours: 23 }) }), 'A', 'C')
  const order = await buyIn('en', simulation.bank, soon, ride(await anyBus(), 'A', 'B'))
  const bookings = await listBookings(db, order.orderId)
  const leaving = bookings.map(({ bookingId }) => ({ bookingId, staying: null }))
  const { manageId } = order
  const done = await cancel({ manageId, leaving, shownRefund: cents(800), now: now() })
  expect(done).toMatchObject({ ok: true, refund: 800, fee: 100, forfeited: 1800 })
  const [, note] = await listDocuments(order.orderId, 'en')
  expect(note).toMatchObject({ lines: [{ totalCents: 900 }], totalCents: 800 })
})

test('a dearer ride: the old one is credited and set off, and the card pays only the difference', async () => {
  const order = await buyIn('en', simulation.bank, ride(await anyBus(), 'A', 'B'))
  const to = ride(await anyBus(), 'A', 'C')
  await amendTo(order, to, { bank: simulation.bank, surcharge: 900 })
  const [, note, receipt] = await listDocuments(order.orderId, 'en')
  expect(note).toMatchObject({ series: 'credit-note', totalCents: 900, cards: [] })
  expect(note?.setOff).toEqual({ against: expect.stringMatching(/^R-/), amountCents: 900 })
  expect(receipt).toMatchObject({ series: 'receipt', totalCents: 1800, cards: [CARD] })
  expect(receipt?.setOff).toEqual({ against: expect.stringMatching(/^C-/), amountCents: 900 })

  await giveUp(order, { refund: 1700 })
  const documents = await listDocuments(order.orderId, 'en')
  expect(documents.at(-1)).toMatchObject({ correctsNumber: receipt?.number, totalCents: 1700 })
})

test('a cheaper ride: the price of the new one is set off, and the rest is refunded to the card', async () => {
  const order = await buyIn('en', simulation.bank, ride(await anyBus(), 'A', 'C'))
  await changeFare('A', 'C', 'adult', 1500)
  await amendTo(order, ride(await anyBus(), 'A', 'C'), { bank: simulation.bank, refund: 300 })
  const [, note, receipt] = await listDocuments(order.orderId, 'en')
  expect(note).toMatchObject({ totalCents: 1800, setOff: { amountCents: 1500 }, cards: [CARD] })
  expect(receipt).toMatchObject({ totalCents: 1500, setOff: { amountCents: 1500 }, cards: [] })
})

test('a document keeps the name it was issued to after a change of name', async () => {
  const order = await buyIn('en', simulation.bank, ride(await anyBus(), 'A', 'C'))
  const contact = { name: 'Nikos Georgiou', email: 'anna@example.com' }
  await changeContact({ manageId: order.manageId, contact, by: TRAVELLER, now: now() })
  await giveUp(order, { refund: 1700 })
  expect(await listDocuments(order.orderId, 'en')).toMatchObject([
    { series: 'receipt', customer: 'Anna Georgiou' },
    { series: 'credit-note', customer: 'Nikos Georgiou' },
  ])
})
