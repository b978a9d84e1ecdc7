import { beforeEach, expect, test } from 'vitest'

import { receiveEnquiry } from '#modules/enquiries/receive-enquiry.server.ts'
import { now } from '#platform/clock.server.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './one.tsx'
import type { EnquiryView } from './view.server.ts'

const pattern = '/office/enquiries/:reference'
const simulation = openSimulation()
let as: Colleague
let reference: string
let sent = 0
let email: string

beforeEach(async () => {
  email = `anna${(sent += 1)}@example.com`
  as = await addStaff('seller')
  reference = await addEnquiry()
})

async function addEnquiry(fields: { 'booking-reference'?: string } = {}): Promise<string> {
  const name = { 'first-name': 'Anna', 'last-name': 'Georgiou' }
  const message = 'The bus was an hour late.'
  const enquiry = await receiveEnquiry({
    kind: 'contact',
    fields: { ...name, email, topic: 'complaint', message, ...fields },
    suspicions: [],
    locale: 'el',
    visitor: 'anna',
    now: now(),
  })
  return enquiry.reference
}

async function bought(name: string, address: string): Promise<string> {
  const rides = [ride(await anyBus(), 'A', 'C', { adult: 1 })]
  const { orderId } = await buy(simulation.bank, rides, {
    contact: { name, email: address, phone: '' },
  })
  return (await findOrderRow(orderId)).reference
}

async function open(): Promise<EnquiryView> {
  return (await openOffice<EnquiryView>(loader, { as, pattern, params: { reference } })).shown
}

type Refused = {
  problems: { fieldId: string }[]
  typed: Record<string, string>
  shown?: Record<string, string>
}

async function press(intent: string, form: Record<string, string> = {}) {
  const fields = { seen: String((await open()).seen), ...form }
  return act<Refused>(action, { as, pattern, params: { reference }, intent, form: fields })
}

test('a booking is linked once its buyer was shown, and the link can be removed', async () => {
  const booking = await bought('Άννα Γεωργίου', 'other@example.com')
  const { status, shown } = await press('link', { booking: booking.toLowerCase(), step: 'check' })
  expect([status, shown.shown]).toEqual([
    200,
    { reference: booking, name: 'Άννα Γεωργίου', email: 'other@example.com', agreement: 'name' },
  ])
  expect((await open()).booking).toBeNull()
  // The press links the booking that was checked, even if the field has changed since.
  expect((await press('link', { booking: 'AAAA1111', checked: booking })).status).toBe(303)
  expect((await open()).booking).toBe(booking)
  expect((await press('unlink')).status).toBe(303)
  expect((await open()).booking).toBeNull()
})

async function agreementOf(booking: string) {
  return (await press('link', { booking, step: 'check' })).shown.shown?.['agreement']
}

test('a buyer with the same address, and a stranger, are told from each other', async () => {
  expect(await agreementOf(await bought('A. Georgiou', email.toUpperCase()))).toBe('address')
  expect(await agreementOf(await bought('Anna Andreou', 'andreou@example.com'))).toBe('nothing')
})

test('the reference in the enquiry is proposed first, and then the latest booking', async () => {
  expect((await open()).guess).toBe('')
  const latest = await bought('Anna Georgiou', email)
  expect((await open()).guess).toBe(latest)
  reference = await addEnquiry({ 'booking-reference': 'T34AVP80' })
  expect((await open()).guess).toBe('T34AVP80')
})

test('a reference under which nothing was bought is refused, and stays in its field', async () => {
  for (const form of [{ booking: 'ZZZZ9999', step: 'check' }, { checked: 'ZZZZ9999' }]) {
    const { status, shown } = await press('link', form)
    expect(status).toBe(422)
    expect(shown.problems).toMatchObject([{ fieldId: 'booking' }])
    expect(shown.typed).toMatchObject(form)
  }
})
