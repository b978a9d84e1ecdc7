import { beforeEach, describe, expect, test } from 'vitest'

import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { confirmFor, reachLimit } from '#test/fixtures/second-person.ts'
import { listChangesOf } from '#test/simulation/office.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { buy, findOrderRow, listRefunds, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { RefundView } from './view.ts'

const PATTERN = '/office/bookings/:reference/refund'
const REASON = { overrule: 'SALES_STAFF_ERROR', reason: 'the bus was dirty inside' }
const simulation = openSimulation()
let dispatcher: Colleague
beforeEach(async () => {
  dispatcher = await addStaff('dispatcher')
})

describe('the page for a price reduction', () => {
  test('checks the typed sum before anything is refunded', async () => {
    const booking = await bought()
    expect(await open(booking, '')).toMatchObject({ paid: 7200, limit: 5000, give: null })
    expect(await open(booking, '5')).toMatchObject({ give: 500, problem: null })
    expect(await open(booking, '5,50', '/el')).toMatchObject({ give: 550 })
  })

  test('names the enquiry that led to it, and nothing else that an address says', async () => {
    const booking = await bought()
    expect(await open(booking, '5', '', 't34avp80')).toMatchObject({ enquiry: 'T34AVP80' })
    expect(await open(booking, '5', '', 'give them all of it')).toMatchObject({ enquiry: '' })
  })

  test.each([
    ['0', 'Enter an amount from €0.01 to €72.00.'],
    ['72.01', 'Enter an amount from €0.01 to €72.00.'],
    ['much', 'Enter the amount in euros, such as 18.00.'],
  ])('refuses %s', async (typed, problem) => {
    expect(await open(await bought(), typed)).toMatchObject({ give: null, problem })
  })

  test('is not for sellers', async () => {
    const { reference } = await bought()
    const as = await addStaff('seller')
    const opened = { as, pattern: PATTERN, params: { reference } } as const
    expect(await openOffice(loader, opened)).toMatchObject({ status: 403 })
  })
})

describe('a price reduction', () => {
  test('is refunded with its reason, within the limit of the role', async () => {
    const booking = await bought()
    const answer = await press(booking, { give: '5000', ...REASON })
    expect(answer).toMatchObject({ status: 303, location: `/office/bookings/${booking.reference}` })
    expect(await listRefunds(booking.orderId)).toMatchObject([{ amountCents: 5000 }])
    expect(await listChangesOf(booking.orderId)).toMatchObject([
      { kind: 'goodwill', overrule: 'SALES_STAFF_ERROR', by: `staff:${dispatcher.staffId}` },
    ])
    expect(await open(booking, '')).toMatchObject({ paid: 2200 })
  })

  test.each([
    ['a cent beyond the limit', { give: '5001' }, 'give'],
    ['nothing', { give: '0' }, 'give'],
    ['no kind of reason', { give: '500', overrule: '' }, 'overrule'],
    ['no reason', { give: '500', reason: '' }, 'reason'],
  ])('is refused with %s', async (_, wrong, fieldId) => {
    const booking = await bought()
    const answer = await press(booking, { ...REASON, ...wrong })
    expect(answer).toMatchObject({ status: 422, shown: { problems: [{ fieldId }] } })
    expect(await listRefunds(booking.orderId)).toEqual([])
  })

  test('beyond the sum of a day is given once a colleague has confirmed it', async () => {
    await reachLimit(dispatcher, 'given')
    const booking = await bought()
    const form = { give: '500', ...REASON }
    const problems = [{ fieldId: 'content', sentence: expect.stringContaining('€5.00 needs a') }]
    const asking = await press(booking, form, true)
    expect(asking).toMatchObject({ status: 422, shown: { problems } })
    expect(await listRefunds(booking.orderId)).toEqual([])
    expect(await confirmFor(dispatcher)).toMatchObject({ amountCents: 500, reason: REASON.reason })
    expect(await press(booking, { ...form, give: '501' }, true)).toMatchObject({ status: 422 })
    expect(await press(booking, form)).toMatchObject({ status: 303 })
    expect(await listRefunds(booking.orderId)).toMatchObject([{ amountCents: 500 }])
  })

  test('is not given by a page that shows an older booking', async () => {
    const booking = await bought()
    await press(booking, { give: '500', ...REASON })
    const as = await addStaff('owner')
    const form = { give: '500', ...REASON }
    const opened = { as, pattern: PATTERN, params: booking } as const
    const answer = await act(action, { ...opened, intent: 'refund', form })
    expect(answer.status).toBe(422)
    expect(await listRefunds(booking.orderId)).toHaveLength(1)
  })
})

async function bought() {
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C', { adult: 4 })])
  const { reference } = await findOrderRow(orderId)
  return { orderId, reference }
}

async function open(
  params: { reference: string },
  give: string,
  prefix = '',
  enquiry = '',
): Promise<RefundView> {
  const query = new URLSearchParams({ give, enquiry }).toString()
  const opened = { as: dispatcher, pattern: PATTERN, params, query, prefix } as const
  return (await openOffice<RefundView>(loader, opened)).shown
}

function press(params: { reference: string }, form: Record<string, string>, isAsking = false) {
  const opened = { as: dispatcher, pattern: PATTERN, params } as const
  return act(action, { ...opened, intent: 'refund', form, isAsking })
}
