import { beforeEach, expect, test } from 'vitest'

import { linkBooking } from '#modules/enquiries/link-booking.server.ts'
import { receiveEnquiry } from '#modules/enquiries/receive-enquiry.server.ts'
import { choose as chooseAfter } from '#modules/incidents/choices/choose.server.ts'
import { listPayments } from '#modules/payments/payments.server.ts'
import { audit, countEntries } from '#platform/audit.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { cancelAndTell, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { firstBooking } from '#test/simulation/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  buy,
  choose,
  findOrderRow,
  goToBank,
  listMails,
  ride,
} from '#test/simulation/travellers.ts'

import { action as contactAction, loader as contactLoader } from './contact.tsx'
import { action, loader } from './page.tsx'
import type { BookingView } from './view.ts'

const simulation = openSimulation()
const CONTACT = { name: 'Ελένη Γεωργίου', email: 'eleni@example.com', phone: '99 123456' }
let seller: Colleague
let orderId: string
let reference: string

beforeEach(async () => {
  seller = await addStaff('seller')
  const bus = await addDeparture({ departsAt: now().add({ hours: 72 }) })
  const rides = [ride(bus, 'A', 'C', { adult: 2 })]
  orderId = (await buy(simulation.bank, rides, { contact: CONTACT })).orderId
  reference = (await findOrderRow(orderId)).reference
})

const PAGE = '/office/bookings/:reference'

function look(as = seller, prefix = '') {
  return openOffice<BookingView>(loader, { as, pattern: PAGE, params: { reference }, prefix })
}

function press(intent: string, form: Record<string, string> = {}, as = seller) {
  return act<{ problems: { fieldId: string; sentence: string }[] }>(action, {
    as,
    pattern: PAGE,
    params: { reference },
    intent,
    form,
  })
}

test('everything about a booking is on its page, in either language', async () => {
  for (const prefix of ['', '/el']) {
    const { status, shown } = await look(seller, prefix)
    expect(status).toBe(200)
    expect(shown).toMatchObject({
      reference,
      status: 'confirmed',
      contact: { name: CONTACT.name, phone: '•••• 3456', isPhoneShown: false, hasAccount: false },
      journeys: [{ place: '1', state: 'to-come', ticketNumber: `${reference}-1`, total: 3600 }],
      money: [{ amount: 3600 }],
      documents: [{ total: 3600 }],
      mails: [{ isLost: false }],
      can: { resend: true, contact: true, cancel: true, extend: false, person: true },
    })
    expect(shown.journeys[0]?.deadline).not.toBeNull()
    expect(shown.timeline.length).toBeGreaterThanOrEqual(3)
  }
})

test('what happened also tells decisions about payments, in words of either language', async () => {
  const [payment] = await inTransaction((tx) => listPayments(tx, orderId))
  const by = { kind: 'staff', staffId: seller.staffId } as const
  const decided = {
    by,
    subject: `payment:${payment?.paymentId}`,
    reason: 'the bank wrote',
    now: now(),
  }
  await inTransaction((tx) => audit(tx, { ...decided, action: 'dispute-won' }))
  for (const [prefix, what] of [
    ['', 'Dispute won'],
    ['/el', 'Η αμφισβήτηση έληξε υπέρ μας'],
  ] as const) {
    const { timeline } = (await look(seller, prefix)).shown
    const entry = timeline.find((one) => one.what === what)
    expect(entry?.about).toContain('the bank wrote')
  }
})

test('an unknown reference is not found', async () => {
  const params = { reference: 'ZZZZZZZZ' }
  expect(await openOffice(loader, { as: seller, pattern: PAGE, params })).toMatchObject({
    status: 404,
  })
})

test('an unpaid order has its page too', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await addDeparture({ departsAt: now().add({ hours: 50 }) }), 'A', 'C'))
  const waiting = await goToBank(visitor, simulation.bank)
  reference = (await findOrderRow(waiting.orderId)).reference
  expect((await look()).shown).toMatchObject({
    status: 'awaiting-payment',
    journeys: [{ state: 'unpaid', deadline: null }],
    can: { resend: false, extend: true },
  })
})

test('what happened also tells that the bus was cancelled, and each refund with its sum', async () => {
  const { departureId } = await firstBooking(orderId)
  await cancelAndTell(departureId)
  const { token } = await getChoice(orderId)
  const refund = { token, choice: { kind: 'refund' }, by: ADMIN, now: now() } as const
  expect(await chooseAfter(refund)).toMatchObject({ ok: true })
  const { timeline } = (await look()).shown
  expect(timeline).toContainEqual(
    expect.objectContaining({ what: expect.stringMatching(/^Bus of .+: Cancelled$/) }),
  )
  expect(timeline.map(({ what }) => what)).toContain('Refund of €36.00: on its way')
  const greek = (await look(seller, '/el')).shown.timeline.map(({ what }) => what)
  expect(greek).toContainEqual(expect.stringMatching(/^Δρομολόγιο .+: Ακύρωση$/))
})

test('the telephone number is shown to its reader alone, for a quarter of an hour', async () => {
  expect(await press('see-phone')).toMatchObject({ location: `/office/bookings/${reference}` })
  expect((await look()).shown.contact).toMatchObject({ phone: '+357 99 123456' })
  expect((await look(await addStaff('seller'))).shown.contact.phone).toBe('•••• 3456')
  shiftClock({ minutes: 16 })
  expect((await look()).shown.contact.phone).toBe('•••• 3456')
  const accountant = await addStaff('accountant')
  expect(await press('see-phone', {}, accountant)).toMatchObject({ status: 403 })
})

test('the tickets are sent again, once for each press', async () => {
  const before = (await listMails(orderId)).length
  expect(await press('resend')).toMatchObject({ status: 303 })
  expect(await listMails(orderId)).toHaveLength(before + 1)
})

test('a note is kept with its author, and an empty one refused', async () => {
  const refused = await press('note', { note: '  ' })
  expect(refused).toMatchObject({ status: 422, shown: { problems: [{ fieldId: 'note' }] } })
  const card = { note: 'card 4242 4242 4242 4242' }
  expect(await press('note', card)).toMatchObject({ status: 422 })
  const text = 'Travels with a cello'
  expect(await press('note', { note: text })).toMatchObject({ status: 303 })
  const { notes } = (await look()).shown
  expect(notes).toMatchObject([{ text }])
})

test('a longer hold and a new ticket are refused where they are not possible', async () => {
  expect(await press('extend')).toMatchObject({ status: 422 })
  expect(await press('reissue')).toMatchObject({ status: 422 })
})

const CONTACT_PAGE = '/office/bookings/:reference/contact'

function save(form: Record<string, string>, as = seller) {
  const asked = { as, pattern: CONTACT_PAGE, params: { reference }, intent: 'contact' } as const
  return act<{ problems: { fieldId: string; sentence: string }[] }>(contactAction, {
    ...asked,
    form,
  })
}

async function seen(): Promise<string> {
  return String(await countEntries(`order:${orderId}`))
}

test('the contact is changed as the traveller could; the number stays unless another is typed', async () => {
  const params = { reference }
  const shown = await openOffice(contactLoader, { as: seller, pattern: CONTACT_PAGE, params })
  expect(shown).toMatchObject({ status: 200, shown: { name: CONTACT.name, hasPhone: true } })
  const wanted = { name: 'Maria Georgiou', email: 'maria@example.com', phone: '' }
  expect(await save({ ...wanted, seen: await seen() })).toMatchObject({ status: 303 })
  expect(await findOrderRow(orderId)).toMatchObject({
    contactName: 'Maria Georgiou',
    contactPhone: '+35799123456',
  })
  const without = { ...wanted, 'no-phone': 'yes', seen: await seen() }
  expect(await save(without)).toMatchObject({ status: 303 })
  expect(await findOrderRow(orderId)).toMatchObject({ contactPhone: null })
})

test('a contact that a colleague changed meanwhile is not overwritten', async () => {
  const before = await seen()
  const colleague = await addStaff('dispatcher')
  await save({ name: 'First Change', email: CONTACT.email, seen: before }, colleague)
  const refused = await save({ name: 'Second Change', email: CONTACT.email, seen: before })
  expect(refused.status).toBe(422)
  expect(refused.shown.problems[0]?.sentence).toMatch(/changed this booking at .*Contact details/)
  expect(await findOrderRow(orderId)).toMatchObject({ contactName: 'First Change' })
})

test('an invalid contact names its fields', async () => {
  const refused = await save({ name: '', email: 'x', phone: '1', seen: await seen() })
  expect(refused.shown.problems.map(({ fieldId }) => fieldId)).toEqual(['name', 'email', 'phone'])
})

async function write(email: string): Promise<string> {
  const fields = { email, topic: 'complaint', message: 'The bus was an hour late.' }
  const contact = { kind: 'contact', fields, suspicions: [] } as const
  return (await receiveEnquiry({ ...contact, locale: 'en', visitor: email, now: now() })).reference
}

test('enquiries that are linked to it or come from its buyer are named', async () => {
  const [own, linked] = [await write('Eleni@example.com'), await write('son@example.com')]
  await linkBooking({ reference: linked, booking: reference, by: ADMIN, seen: 0, now: now() })
  const { enquiries } = (await look()).shown
  expect(new Map(enquiries.map((one) => [one.reference, one.isLinked]))).toEqual(
    new Map([
      [own, false],
      [linked, true],
    ]),
  )
})
