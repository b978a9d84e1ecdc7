import { beforeEach, describe, expect, test } from 'vitest'

import { tick } from '#modules/boarding/counts/ticks.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { now } from '#platform/clock.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { firstBooking, listChangesOf, makeBoughtEarlier } from '#test/simulation/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, listMails, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { ChangeView } from './view.ts'

const PATTERN = '/office/bookings/:reference/journeys/:place/change'
const REASON = { overrule: 'STRIKE', reason: 'their flight was late' }
const FREE = { surcharge: '0', refund: '0' }
const simulation = openSimulation()
let seller: Colleague
let soon: string
let later: string
beforeEach(async () => {
  seller = await addStaff('seller')
  soon = await addDeparture({ departsAt: now().add({ hours: 20 }) })
  later = await addDeparture({ departsAt: now().add({ hours: 72 }) })
})

describe('the page for changing a journey', () => {
  test('lists the departures of the day, and its own bus for another party', async () => {
    const { shown } = await open(await bought(ride(later, 'A', 'C')), '')
    expect(shown.departures).toMatchObject([{ departureId: later, isSameBus: true, total: 1800 }])
    expect(shown.quote).toBeNull()
    expect(shown.rule).toContain('can be changed until')
  })

  test('says the price of a departure by the rules', async () => {
    const booking = await bought(ride(later, 'A', 'C'))
    const { shown } = await open(booking, queryOf(ride(later, 'A', 'D')))
    expect(shown.quote).toMatchObject({
      paid: 1800,
      price: 2700,
      surcharge: 900,
      isOverrule: false,
      refusal: null,
    })
  })

  test('says which rule is against it, and its price all the same', async () => {
    const booking = await bought(ride(soon, 'A', 'C'))
    const { shown } = await open(booking, queryOf(ride(later, 'A', 'C')))
    expect(shown.rule).toContain('That was 4 h ago')
    expect(shown.quote).toMatchObject({ isOverrule: true, surcharge: 0, refund: 0 })
    expect(shown.quote?.refusal).toContain('could be changed until')
  })

  test('says the same in Greek', async () => {
    const booking = await bought(ride(soon, 'A', 'C'))
    const { shown } = await open(booking, queryOf(ride(later, 'A', 'C')), '/el')
    expect(shown.quote?.refusal).toContain('Σύμφωνα με τους κανόνες')
    expect(shown.quote?.otherAddress).toMatch(/^\/el\/office\//)
  })

  test('does not exist for a journey that the booking does not have', async () => {
    const booking = { ...(await bought(ride(later, 'A', 'C'))), place: '7' }
    expect(await open(booking, '')).toMatchObject({ status: 404 })
  })
})

test('staff change a journey by the rules', async () => {
  const booking = await bought(ride(later, 'A', 'C'))
  const query = queryOf(ride(soon, 'A', 'C'))
  const answer = await press(booking, 'change', FREE, query)
  expect(answer).toMatchObject({ status: 303, location: `/office/bookings/${booking.reference}` })
  expect(await firstBooking(booking.orderId)).toMatchObject({ departureId: soon })
})

test('staff send the link for a surcharge', async () => {
  const booking = await bought(ride(later, 'A', 'C'))
  const query = queryOf(ride(later, 'A', 'D'))
  const stale = await press(booking, 'change', FREE, query)
  expect(stale).toMatchObject({ status: 422, shown: { problems: [{ fieldId: 'content' }] } })
  const form = { surcharge: '900', refund: '0' }
  expect(await press(booking, 'change', form, query)).toMatchObject({ status: 303 })
  expect(await listMails(booking.orderId)).toMatchObject([
    { kind: 'confirmation' },
    { kind: 'surcharge' },
  ])
  expect(await firstBooking(booking.orderId)).toMatchObject({ toStopId: 'C' })
})

describe('an overrule', () => {
  test('changes a journey whose notice is over', async () => {
    const booking = await bought(ride(soon, 'A', 'C'))
    const query = queryOf(ride(later, 'A', 'C'))
    expect(await press(booking, 'change', FREE, query)).toMatchObject({ status: 422 })
    const form = { ...FREE, ...REASON }
    expect(await press(booking, 'overrule', form, query)).toMatchObject({ status: 303 })
    expect(await listChangesOf(booking.orderId)).toMatchObject([
      { kind: 'amended', overrule: 'STRIKE', waivedCents: 0 },
    ])
  })

  test('waives a surcharge, up to the limit of the role', async () => {
    const booking = await bought(ride(later, 'A', 'B', { adult: 4 }))
    const query = `${queryOf(ride(later, 'A', 'C', { adult: 4 }))}&waive=yes`
    const { shown } = await open(booking, query)
    expect(shown.quote).toMatchObject({ surcharge: 0, waived: 3600, isOverrule: true })
    const form = { ...FREE, ...REASON }
    expect(await press(booking, 'overrule', form, query)).toMatchObject({
      status: 422,
      shown: { problems: [{ fieldId: 'give' }] },
    })
    seller = await addStaff('dispatcher')
    expect(await press(booking, 'overrule', form, query)).toMatchObject({ status: 303 })
    expect(await firstBooking(booking.orderId)).toMatchObject({ toStopId: 'C', totalCents: 7200 })
  })

  test('adds a wheelchair space within the day', async () => {
    const booking = await bought(ride(soon, 'A', 'C', { adult: 2 }))
    const query = queryOf(ride(soon, 'A', 'C', { adult: 2, wheelchairUsers: 1 }))
    const form = { ...FREE, ...REASON }
    expect(await press(booking, 'overrule', form, query)).toMatchObject({ status: 303 })
    expect(await firstBooking(booking.orderId)).toMatchObject({ wheelchairUsers: 1 })
  })

  test.each([
    ['no kind of reason', { overrule: '' }, 'overrule'],
    ['a reason of one word', { reason: 'late' }, 'reason'],
  ])('is refused with %s', async (_, wrong, fieldId) => {
    const booking = await bought(ride(soon, 'A', 'C'))
    const form = { ...FREE, ...REASON, ...wrong }
    const answer = await press(booking, 'overrule', form, queryOf(ride(later, 'A', 'C')))
    expect(answer).toMatchObject({ status: 422, shown: { problems: [{ fieldId }] } })
  })
})

describe('a bus that was missed', () => {
  test('is followed by the next one, and by a third against the rules', async () => {
    const first = await addDeparture({ departsAt: now().add({ minutes: 40 }) })
    const second = await addDeparture({ departsAt: now().add({ minutes: 70 }) })
    const third = await addDeparture({ departsAt: now().add({ minutes: 100 }) })
    const booking = await bought(ride(first, 'A', 'C'))
    const { shown } = await open(booking, '')
    expect(shown.next).toMatchObject({ departureId: second, refusal: null })
    const next = { departure: second }
    expect(await press(booking, 'next-bus', next, '')).toMatchObject({ status: 303 })

    const again = (await open(booking, '')).shown
    expect(again.next).toMatchObject({ departureId: third, refusal: expect.any(String) })
    const form = { what: 'next-bus', departure: third, seen: String(again.seen) }
    const refused = await press(booking, 'next-bus', form, '')
    expect(refused).toMatchObject({ status: 422 })
    expect(await press(booking, 'overrule', { ...form, ...REASON }, '')).toMatchObject({
      status: 303,
    })
    expect(await firstBooking(booking.orderId)).toMatchObject({ departureId: third })
  })

  test('with people of the party aboard is followed by the next one only against the rules', async () => {
    const first = await addDeparture({ departsAt: now().add({ minutes: 40 }) })
    const second = await addDeparture({ departsAt: now().add({ minutes: 70 }) })
    const booking = await bought(ride(first, 'A', 'C', { adult: 2 }))
    const { seen } = (await open(booking, '')).shown
    const { bookingId } = await firstBooking(booking.orderId)
    const aboard = { departureId: first, bookingId, aboard: 1, position: 0 }
    expect(await tick({ ...aboard, by: ADMIN, now: now() })).toEqual({ ok: true })

    const form = { what: 'next-bus', departure: second, seen: String(seen) }
    const byRule = await press(booking, 'next-bus', form, '')
    const sentence = expect.stringContaining('1 of 2 passengers have been counted aboard')
    expect(byRule).toMatchObject({ status: 422, shown: { problems: [{ sentence }] } })
    expect((await open(booking, '')).shown.next).toMatchObject({ refusal: sentence })
    const greek = (await open(booking, '', '/el')).shown.next
    expect(greek?.refusal).toContain('έχουν επιβιβαστεί 1 από 2')
    expect(await press(booking, 'overrule', { ...form, ...REASON }, '')).toMatchObject({
      status: 303,
    })
    expect(await firstBooking(booking.orderId)).toMatchObject({ departureId: second })
  })
})

type Bought = { orderId: string; reference: string; place: string }

async function bought(wish: RideWish): Promise<Bought> {
  const { orderId } = await buy(simulation.bank, [wish])
  await makeBoughtEarlier(orderId)
  const { reference } = await findOrderRow(orderId)
  return { orderId, reference, place: '1' }
}

function queryOf({ departureId, fromStopId, toStopId, passengers, wheelchairUsers }: RideWish) {
  return new URLSearchParams({
    departure: departureId,
    'from-stop': fromStopId,
    'to-stop': toStopId,
    adults: String(passengers.adult),
    wheelchairs: String(wheelchairUsers),
  }).toString()
}

function open({ reference, place }: Bought, query: string, prefix = '') {
  const params = { reference, place }
  return openOffice<ChangeView>(loader, { as: seller, pattern: PATTERN, params, query, prefix })
}

function press(
  { reference, place }: Bought,
  intent: 'change' | 'next-bus' | 'overrule',
  form: Record<string, string>,
  query: string,
) {
  const params = { reference, place }
  return act(action, { as: seller, pattern: PATTERN, params, query, intent, form })
}
