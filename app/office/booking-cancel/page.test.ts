import { beforeEach, describe, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import {
  act,
  addStaff,
  ageConfirmation,
  openOffice,
  type Colleague,
} from '#test/fixtures/office.ts'
import { confirmFor, reachLimit } from '#test/fixtures/second-person.ts'
import { firstBooking, listChangesOf } from '#test/simulation/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, listRefunds, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { CancelView } from './view.ts'

const PATTERN = '/office/bookings/:reference/cancel'
const simulation = openSimulation()
let seller: Colleague
beforeEach(async () => {
  seller = await addStaff('seller')
})

describe('the page for cancelling a booking', () => {
  test('says the rule in words, and what staff may give instead', async () => {
    const booking = await bought(20)
    const { shown, status } = await open(booking, { give: '18' })
    expect(status).toBe(200)
    expect(shown.journeys).toMatchObject([{ rule: expect.stringContaining('That was 4 h ago') }])
    expect(shown.quote).toMatchObject({
      given: 3600,
      refund: 0,
      forfeited: 3600,
      instead: { give: 1800, least: 0, most: 3600, limit: 3000 },
    })
  })

  test('says the same in Greek, with the sum as it is typed there', async () => {
    const booking = await bought(20)
    const { shown } = await open(booking, { give: '18,50', prefix: '/el' })
    expect(shown.journeys).toMatchObject([{ rule: expect.stringContaining('πριν από 4') }])
    expect(shown.quote?.instead).toMatchObject({ give: 1850 })
  })

  test('proposes the whole price where the sum cannot be given', async () => {
    const booking = await bought(20)
    for (const give of ['36,01', '-1', 'all', '']) {
      const { shown } = await open(booking, { give })
      expect(shown.quote?.instead).toMatchObject({ give: 3600 })
    }
  })

  test('does not exist for a reference that nobody has', async () => {
    const params = { reference: 'ZZZZZZZZ' }
    expect(await openOffice(loader, { as: seller, pattern: PATTERN, params })).toMatchObject({
      status: 404,
    })
  })
})

test('staff cancel by the rules at the refund that was shown', async () => {
  const booking = await bought(48)
  const wrong = await press(booking, 'cancel', { refund: '3600' })
  expect(wrong).toMatchObject({ status: 422, shown: { problems: [{ fieldId: 'content' }] } })
  const answer = await press(booking, 'cancel', { refund: '3500' })
  expect(answer).toMatchObject({ status: 303, location: `/office/bookings/${booking.reference}` })
  expect(await listChangesOf(booking.orderId)).toMatchObject([
    { kind: 'cancelled', by: `staff:${seller.staffId}`, overrule: null, refundCents: 3500 },
  ])
})

test('staff cancel for one of two passengers', async () => {
  const booking = await bought(48)
  const some = { [`ride.${booking.bookingId}`]: 'some', [`adult.${booking.bookingId}`]: '1' }
  const { shown } = await open(booking, { what: some })
  expect(shown.quote).toMatchObject({ refund: 1700, instead: { most: 1800 } })
  expect(await press(booking, 'cancel', { refund: '1700' }, { what: some })).toMatchObject({
    status: 303,
  })
  expect(await firstBooking(booking.orderId)).toMatchObject({ totalCents: 1800 })
})

describe('an overrule', () => {
  const reason = { overrule: 'CONNECTION_BROKEN', reason: 'their flight was late' }

  test('refunds the sum on the button', async () => {
    const booking = await bought(20)
    const form = { refund: '0', give: '1800', ...reason }
    expect(await press(booking, 'overrule', form)).toMatchObject({ status: 303 })
    expect(await listRefunds(booking.orderId)).toMatchObject([{ amountCents: 1800 }])
    expect(await listChangesOf(booking.orderId)).toMatchObject([
      { overrule: 'CONNECTION_BROKEN', waivedCents: 1800, forfeitedCents: 1800 },
    ])
  })

  test.each([
    ['no kind of reason', { give: '1800', overrule: '' }, 'overrule'],
    ['a kind that does not exist', { give: '1800', overrule: 'MOOD' }, 'overrule'],
    ['a reason of one word', { give: '1800', reason: 'late' }, 'reason'],
    ['more than a seller may give', { give: '3001' }, 'give'],
    ['more than the price', { give: '3601' }, 'give'],
    ['no sum', { give: '' }, 'give'],
  ])('is refused with %s, and keeps what was typed', async (_, wrong, fieldId) => {
    const booking = await bought(20)
    const form = { refund: '0', ...reason, ...wrong }
    const answer = await press(booking, 'overrule', form)
    expect(answer).toMatchObject({
      status: 422,
      shown: { problems: [{ fieldId }], typed: { reason: form.reason } },
    })
    expect(await listRefunds(booking.orderId)).toEqual([])
  })

  test('of any sum is for a dispatcher', async () => {
    const booking = await bought(20)
    seller = await addStaff('dispatcher')
    const form = { refund: '0', give: '3600', ...reason }
    expect(await press(booking, 'overrule', form)).toMatchObject({ status: 303 })
  })

  test('beyond the sum of a day is done once a colleague has confirmed it', async () => {
    await reachLimit(seller, 'given')
    const booking = await bought(20)
    const form = { refund: '0', give: '1800', ...reason }
    const asking = await press(booking, 'overrule', form, { isAsking: true })
    const sentence = expect.stringContaining('€18.00 needs a second person')
    expect(asking).toMatchObject({ status: 422, shown: { problems: [{ sentence }] } })
    expect(await listRefunds(booking.orderId)).toEqual([])
    expect(await confirmFor(seller)).toMatchObject({ amountCents: 1800, reason: reason.reason })
    expect(await press(booking, 'overrule', form)).toMatchObject({ status: 303 })
    expect(await listRefunds(booking.orderId)).toMatchObject([{ amountCents: 1800 }])
  })

  test('asks for a confirmation that is older than a quarter of an hour', async () => {
    const booking = await bought(20)
    await ageConfirmation(seller)
    const form = { refund: '0', give: '1800', ...reason }
    expect(await press(booking, 'overrule', form)).toMatchObject({ status: 403 })
  })
})

test('two colleagues press: the second reads who was first', async () => {
  const booking = await bought(48)
  await press(booking, 'cancel', { refund: '1700' }, { what: oneOf(booking) })
  const answer = await press(
    booking,
    'cancel',
    { refund: '1800' },
    { as: await addStaff('seller') },
  )
  const [problem] = (answer.shown as { problems: { sentence: string }[] }).problems
  expect(answer.status).toBe(422)
  expect(problem?.sentence).toMatch(/no longer part|changed this booking at/)
})

type Bought = { orderId: string; reference: string; bookingId: string }

/** Two adults, on a bus that leaves in so many hours. */
async function bought(hours: number): Promise<Bought> {
  const bus = await addDeparture({ departsAt: now().add({ hours }) })
  const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2 })])
  const { reference } = await findOrderRow(orderId)
  const { bookingId } = await firstBooking(orderId)
  return { orderId, reference, bookingId }
}

type Query = {
  give?: string
  prefix?: string
  what?: Record<string, string>
  as?: Colleague
  isAsking?: boolean
}

function open(booking: Bought, { give, prefix, what }: Query = {}) {
  const opened = { as: seller, pattern: PATTERN, params: booking } as const
  const query = queryOf(what, give)
  return openOffice<CancelView>(loader, { ...opened, query, ...(prefix && { prefix }) })
}

function press(
  booking: Bought,
  intent: 'cancel' | 'overrule',
  form: Record<string, string>,
  { what, as = seller, isAsking = false }: Query = {},
) {
  const query = queryOf(what)
  return act(action, { as, pattern: PATTERN, params: booking, query, intent, form, isAsking })
}

function oneOf({ bookingId }: Bought) {
  return { [`ride.${bookingId}`]: 'some', [`adult.${bookingId}`]: '1' }
}

function queryOf(what: Record<string, string> = { what: 'all' }, give?: string): string {
  return new URLSearchParams({ ...what, ...(give !== undefined && { give }) }).toString()
}
