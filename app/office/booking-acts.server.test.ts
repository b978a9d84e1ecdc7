import { expect, test } from 'vitest'

import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { now } from '#platform/clock.server.ts'
import { act, addStaff } from '#test/fixtures/office.ts'
import { findOpenOrder, firstBooking } from '#test/simulation/office.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { addTraveller, buy, choose, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { officeAction, refused } from './act.server.ts'
import { bookingActs, readEuros } from './booking-acts.server.ts'

const PATTERN = '/office/bookings/:reference'
const simulation = openSimulation()
const action = officeAction(PATTERN, {
  resend: async ({ form }) => refused([], form),
  note: async ({ form }) => refused([], form),
  'see-phone': async ({ form }) => refused([], form),
  ...bookingActs,
})

test('a seller replaces a ticket, and is told of a colleague who did it first', async () => {
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  const { reference } = await findOrderRow(orderId)
  const { bookingId } = await firstBooking(orderId)
  const [before] = await listTickets(orderId, 'en', now())
  const pressed = { pattern: PATTERN, params: { reference }, intent: 'reissue' } as const
  const form = { booking: bookingId }
  const answer = await act(action, { ...pressed, as: await addStaff('seller'), form })
  expect(answer).toMatchObject({ status: 303, location: `/office/bookings/${reference}` })
  const [after] = await listTickets(orderId, 'en', now())
  expect(after?.ticketId).not.toBe(before?.ticketId)

  const second = await act(action, { ...pressed, as: await addStaff('seller'), form })
  const [problem] = (second.shown as { problems: { sentence: string }[] }).problems
  expect(second.status).toBe(422)
  expect(problem?.sentence).toMatch(/ changed this booking at \d\d:\d\d/)
})

test('a seller extends the hold of an unpaid booking, once', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const { reference = '' } = (await findOpenOrder(visitor)) ?? {}
  const pressed = { pattern: PATTERN, params: { reference }, intent: 'extend' } as const
  const as = await addStaff('seller')
  expect(await act(action, { ...pressed, as })).toMatchObject({ status: 303 })
  const again = await act(action, { ...pressed, as, form: { seen: '1' } })
  expect(again).toMatchObject({
    status: 422,
    shown: { problems: [{ sentence: 'This hold has already been extended.' }] },
  })
})

test.each([
  ['18', 1800],
  ['18.5', 1850],
  ['18,05', 1805],
  [' €18.00 ', 1800],
  ['0', 0],
  ['', undefined],
  ['-1', undefined],
  ['18.005', undefined],
  ['1.800,00', undefined],
  ['eighteen', undefined],
])('a typed sum of "%s" is read as %s cents', (typed, expected) => {
  expect(readEuros(typed)).toBe(expected)
})
