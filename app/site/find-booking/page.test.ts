import { afterAll, beforeAll, expect, test } from 'vitest'

import type { FormProblem } from '#app/ui/error-summary.tsx'
import { SEND_LINK } from '#modules/orders/reads/find-booking.server.ts'
import { now } from '#platform/clock.server.ts'
import { addBrowser, openPage, type TestBrowser } from '#test/fixtures/open-page.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { listJobs } from '#test/simulation/jobs.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { action } from './page.tsx'

const ANNA = 'anna@example.com'
let bank: SimulatedBank
let anna: TestBrowser
let bought: { reference: string; manageId: string }
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
  anna = addBrowser()
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  const { orderId } = await buy(bank, [ride(bus, 'A', 'C')], { visitor: anna.key })
  bought = await findOrderRow(orderId)
})
afterAll(() => bank.stop())

type Answer = { problems: FormProblem[]; typed: { reference: string; email: string } }

function ask(form: Record<string, string>, browser?: TestBrowser, prefix = '') {
  const asked = { form, ...(browser && { browser }) }
  return openPage<Answer>(action, `${prefix}/find-booking`, asked)
}

test('the response is the same whether or not the booking exists', async () => {
  const same = { status: 303, location: '/find-booking?sent' }
  const { reference } = bought
  expect(await ask({ reference, email: ANNA })).toMatchObject(same)
  expect(await ask({ reference, email: ANNA }, addBrowser())).toMatchObject(same)
  expect(await ask({ reference, email: 'else@example.com' }, anna)).toMatchObject(same)
  expect(await ask({ reference: '00000000', email: ANNA }, anna)).toMatchObject(same)
  expect(await listJobs([SEND_LINK.name])).toHaveLength(4)
  const greek = await ask({ reference, email: ANNA }, undefined, '/el')
  expect(greek.location).toBe('/el/find-booking?sent')
})

test("the buyer's browser is sent to the booking, however the reference is typed", async () => {
  const reference = ` ${bought.reference.slice(0, 4).toLowerCase()} ${bought.reference.slice(4)}`
  const location = `/bookings/${bought.manageId}`
  expect(await ask({ reference, email: ` ${ANNA.toUpperCase()} ` }, anna)).toMatchObject({
    status: 303,
    location,
  })
})

test('a reference is found in what was pasted, or typed on a Greek keyboard', async () => {
  const { reference, manageId } = bought
  const greek = reference.replaceAll(/[ABEHKMNPTXYZ]/g, (letter) => {
    return 'ΑΒΕΗΚΜΝΡΤΧΥΖ'['ABEHKMNPTXYZ'.indexOf(letter)] ?? letter
  })
  const halves = `${reference.slice(0, 4)}–${reference.slice(4)}`
  for (const typed of [`Booking ${reference}.`, `#${reference}`, halves, greek]) {
    const answer = await ask({ reference: typed, email: `<${ANNA}>` }, anna)
    expect(answer).toMatchObject({ status: 303, location: `/bookings/${manageId}` })
  }
})

test('an invalid reference or address is returned as typed', async () => {
  const nothing = await ask({})
  expect(nothing.status).toBe(422)
  expect(nothing.shown.problems.map(({ fieldId }) => fieldId)).toEqual(['reference', 'email'])
  const wrong = await ask({ reference: '12345', email: 'anna@' })
  expect(wrong).toMatchObject({
    status: 422,
    shown: { typed: { reference: '12345', email: 'anna@' } },
  })
  expect(wrong.shown.problems.map(({ fieldId }) => fieldId)).toEqual(['reference', 'email'])
})

test('ten attempts in ten minutes, then a pause', async () => {
  const asked = { reference: '00000000', email: ANNA }
  const answers = []
  for (let tries = 0; tries < 11; tries++) answers.push(await ask(asked, anna))
  expect(answers.at(-1)).toMatchObject({ status: 422, shown: { typed: asked } })
  expect(answers.at(-1)?.shown.problems[0]?.sentence).toContain('Too many attempts')
})
