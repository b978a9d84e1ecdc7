import { expect, test } from 'vitest'

import { addAuthenticator, offerAuthenticator } from '#modules/staff/keys/authenticators.server.ts'
import { codeOf, stepAt } from '#modules/staff/keys/totp.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { loader as dataLoader } from './person.json.ts'
import { action } from './person.tsx'

const simulation = openSimulation()
const PAGE = '/office/bookings/:reference/person'
const PROOF = 'wrote from the address and named the date'
type Shown = { problems: { fieldId: string; sentence: string }[] }

async function addOwner() {
  const colleague = await addStaff('owner')
  const { staffId } = colleague
  const { secret, sealed } = await offerAuthenticator({ staffId, email: 'o@halcyon.example' })
  const code = codeOf(secret, stepAt(now()))
  await inTransaction((tx) => addAuthenticator(tx, { staffId, sealed, code, now: now() }))
  const nextCode = () => {
    shiftClock({ seconds: 30 })
    return codeOf(secret, stepAt(now()))
  }
  return { ...colleague, nextCode }
}

async function buyAs(name: string) {
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  const contact = { name, email: `${name.toLowerCase()}@example.com` }
  const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C')], { contact })
  return findOrderRow(orderId)
}

type Owner = Awaited<ReturnType<typeof addOwner>>

function press(as: Owner, reference: string, intent: string, form: Record<string, string>) {
  const sent = { ...form, code: as.nextCode() }
  return act<Shown>(action, { as, pattern: PAGE, params: { reference }, intent, form: sent })
}

function takeFile(as: Colleague, reference: string) {
  const pattern = '/office/bookings/:reference/person.json'
  return openOffice<unknown>(dataLoader, { as, pattern, params: { reference } })
}

test('an export is audited before its file can be taken, by this member and soon', async () => {
  const owner = await addOwner()
  const { reference } = await buyAs('Zenon')
  expect((await takeFile(owner, reference)).status).toBe(404)
  const refused = await press(owner, reference, 'export', { 'proof-export': 'mail' })
  expect(refused).toMatchObject({ status: 422, shown: { problems: [{ fieldId: 'proof-export' }] } })
  expect(await press(owner, reference, 'export', { 'proof-export': PROOF })).toMatchObject({
    status: 303,
    location: `/office/bookings/${reference}/person.json`,
  })
  const file = await takeFile(owner, reference)
  expect(file.status).toBe(200)
  expect(file.headers.get('Content-Disposition')).toContain(`person-${reference}.json`)
  expect((await takeFile(await addOwner(), reference)).status).toBe(404)
  shiftClock({ minutes: 16 })
  expect((await takeFile(owner, reference)).status).toBe(404)
})

test('a person is erased once all journeys are over, and not before', async () => {
  const owner = await addOwner()
  const { reference, orderId } = await buyAs('Kimon')
  const early = await press(owner, reference, 'erase', { 'proof-erase': PROOF })
  expect(early).toMatchObject({ status: 422, shown: { problems: [{ fieldId: 'proof-erase' }] } })
  shiftClock({ hours: 72 })
  const done = await press(await addOwner(), reference, 'erase', { 'proof-erase': PROOF })
  expect(done).toMatchObject({ status: 303, location: `/office/bookings/${reference}` })
  expect(await findOrderRow(orderId)).toMatchObject({ contactName: null, search: null })
})

test('a dispatcher can do neither', async () => {
  const dispatcher = await addStaff('dispatcher')
  const { reference } = await buyAs('Solon')
  const asked = { as: dispatcher, pattern: PAGE, params: { reference } } as const
  expect(await act(action, { ...asked, intent: 'erase' })).toMatchObject({ status: 403 })
  expect((await takeFile(dispatcher, reference)).status).toBe(403)
})
