import { beforeEach, expect, test } from 'vitest'

import type { FormProblem } from '#app/ui/error-summary.tsx'
import { now, shiftClock } from '#platform/clock.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, listMails, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'

const simulation = openSimulation()
let orderId: string
let manageId: string
beforeEach(async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  orderId = (await buy(simulation.bank, [ride(bus, 'A', 'C')])).orderId
  manageId = (await findOrderRow(orderId)).manageId
})

type Answer = { problems: FormProblem[]; typed: object; emailAsked: string; refusal: string | null }

const MARIA = { name: 'Maria Ioannou', email: 'maria@example.com' }

function save(form: Record<string, string>, id = manageId) {
  return openPage<Answer>(action, '/bookings/x/contact', { params: { id }, form })
}

function look(id = manageId) {
  const asked = { params: { id } }
  return openPage<{ nameFixed: string | null; hasToCome: boolean }>(loader, '/bookings/x', asked)
}

test('a new group leader at a new address: both addresses are notified', async () => {
  const answer = await save(MARIA)
  expect(answer.status).toBe(303)
  expect(answer.location).toMatch(new RegExp(`^/bookings/${manageId}\\?done=`))
  expect(await findOrderRow(orderId)).toMatchObject({ contactName: 'Maria Ioannou' })
  const told = (await listMails(orderId)).filter(({ kind }) => kind === 'contact')
  expect(told.map(({ address }) => address).toSorted()).toEqual([
    'anna@example.com',
    'maria@example.com',
  ])
})

test('an invalid form is returned as typed', async () => {
  const answer = await save({ name: '', email: 'maria@' })
  expect(answer).toMatchObject({ status: 422, shown: { typed: { name: '', email: 'maria@' } } })
  expect(answer.shown.problems.map(({ fieldId }) => fieldId)).toEqual(['name', 'email'])
})

test('an address that looks mistyped is asked about, once', async () => {
  const mistyped = { ...MARIA, email: 'maria@gmial.com' }
  const asked = await save(mistyped)
  expect(asked).toMatchObject({ status: 422, shown: { emailAsked: 'maria@gmial.com' } })
  expect(await save({ ...mistyped, 'email-asked': 'maria@gmial.com' })).toMatchObject({
    status: 303,
  })
})

test('within 24 hours the name is fixed, and the address can still be changed', async () => {
  shiftClock({ hours: 25 })
  expect((await look()).shown).toMatchObject({ nameFixed: expect.any(String), hasToCome: true })
  const refused = await save(MARIA)
  expect(refused).toMatchObject({ status: 422, shown: { problems: [{ fieldId: 'name' }] } })
  const { contactName } = await findOrderRow(orderId)
  expect(await save({ name: contactName ?? '', email: MARIA.email })).toMatchObject({ status: 303 })
})

test('an unchanged form and a past ride are refused with a sentence', async () => {
  const { contactName } = await findOrderRow(orderId)
  const same = { name: contactName ?? '', email: 'anna@example.com' }
  expect((await save(same)).shown.refusal).toContain('You have not changed anything')
  shiftClock({ hours: 49 })
  expect((await look()).shown.hasToCome).toBe(false)
  expect((await save({ ...same, email: MARIA.email })).shown.refusal).toContain('already left')
})

test('only the holder can do so', async () => {
  for (const id of [newAccessToken(), '', 'x']) {
    expect(await look(id)).toMatchObject({ status: 404 })
    expect(await save(MARIA, id)).toMatchObject({ status: 404 })
  }
})
