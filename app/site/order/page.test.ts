import { beforeEach, describe, expect, test } from 'vitest'

import type { OrderPageView } from '#app/components/order/view.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addBrowser, openPage, type TestBrowser } from '#test/fixtures/open-page.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, comeBack, findOrderRow, listMails, ride } from '#test/simulation/travellers.ts'

import { action as cancelAction } from './cancel/page.tsx'
import { action, loader } from './page.tsx'
import { loader as stateLoader } from './state.ts'

const simulation = openSimulation()
let bus: string
let leaves: Temporal.Instant
let anna: TestBrowser
beforeEach(async () => {
  anna = addBrowser()
  leaves = now().add({ hours: 48 })
  bus = await addDeparture({ departsAt: leaves })
})

async function bought(...rides: ReturnType<typeof ride>[]) {
  const { orderId } = await buy(simulation.bank, rides, { visitor: anna.key })
  const { manageId, reference } = await findOrderRow(orderId)
  return { orderId, manageId, reference }
}

function look(id: string, rest = '', prefix = '') {
  return openPage<OrderPageView>(loader, `${prefix}/bookings/x${rest}`, { params: { id } })
}

function press(id: string, intent: string) {
  const path = '/bookings/x'
  return openPage<{ problems: FormProblem[] }>(action, path, { params: { id }, form: { intent } })
}

async function giveUpAll(id: string, refund: number) {
  const form = { refund: String(refund) }
  const answer = await openPage(cancelAction, '/bookings/x/cancel?what=all', {
    params: { id },
    form,
  })
  expect(answer.status).toBe(303)
}

test('after departure the order says that the bus is on its way, and when it is due to arrive', async () => {
  const { manageId } = await bought(ride(bus, 'A', 'C'))
  shiftClock({ hours: 48, minutes: 1 })
  const { shown } = await look(manageId)
  expect(shown.next).toMatch(/^Your bus left at \d\d:\d\d and is due to arrive at \d\d:\d\d\.$/)
  expect(shown.next).toContain(shown.items[0]?.departs)
  const greek = await look(manageId, '', '/el')
  expect(greek.shown.next).toMatch(/^Το λεωφορείο σας αναχώρησε σ\S+ \d\d:\d\d και αναμένεται/)
})

test('a late bus has not left by its planned time, and the order says when it is expected', async () => {
  const { manageId } = await bought(ride(bus, 'A', 'C'))
  await reportDelay({ departureId: bus, fromPosition: 0, minutes: 40, by: ADMIN, now: now() })
  shiftClock({ hours: 47, minutes: 59 })
  expect((await look(manageId)).shown.items).toMatchObject([{ hasToBeThere: true }])
  shiftClock({ minutes: 31 })
  const { shown } = await look(manageId)
  expect(shown.next).toMatch(/^This bus is running about 40 minutes late/)
  const late = expect.stringContaining('We expect it to leave at')
  expect(shown.items).toMatchObject([
    { state: 'to-come', isMain: true, canCancel: false, hasToBeThere: false, late },
  ])
  const { shown: greek } = await look(manageId, '', '/el')
  expect(greek.next).toBe(greek.items[0]?.late)
  shiftClock({ minutes: 11 })
  expect((await look(manageId)).shown).toMatchObject({
    next: expect.stringMatching(/^Your bus left at/),
    items: [{ state: 'left' }],
  })
})

describe('the view of an order', () => {
  test('states the next step and, for every ride, its status and its deadline for changes', async () => {
    const { manageId, reference } = await bought(ride(bus, 'A', 'C', { adult: 2, child: 1 }))
    const { shown } = await look(manageId)
    expect(shown).toMatchObject({ reference, status: 'confirmed', isUrgent: false, done: null })
    expect(shown.next).toMatch(/^Your next bus leaves on .* Be at the stop by \d\d:\d\d\.$/)
    expect(shown.items).toMatchObject([
      {
        itemId: `${reference}-1`,
        title: 'Almond Square to Cape Airport',
        state: 'to-come',
        isMain: true,
        party: '2\u00A0adults, 1\u00A0child',
        total: 4500,
        ticketId: expect.any(String),
        deadline: expect.stringMatching(/^Until \d\d:\d\d on \w+ \d+ \w+ 20\d\d you can change/),
        canChange: true,
        canCancel: true,
        canCorrect: false,
        wheelchair: { state: 'can-ask', most: 2 },
      },
    ])
    expect(shown.money).toMatchObject([
      { label: 'Paid', amount: 4500, detail: expect.stringContaining('card •••• 1111') },
    ])
    expect(shown.documents).toMatchObject([
      { number: expect.stringMatching(/^R-\d{6}$/), total: 4500 },
    ])
    expect(shown.contact).toMatchObject({ name: 'Anna Georgiou', email: 'anna@example.com' })
  })

  test('is in Greek at the Greek address', async () => {
    const { manageId } = await bought(ride(bus, 'A', 'C'))
    const { shown } = await look(manageId, '', '/el')
    expect(shown.next).toMatch(/^Επόμενη αναχώρηση: /)
    expect(shown.items[0]?.party).toBe('1\u00A0ενήλικας')
  })

  test('opens for no other id', async () => {
    const { manageId } = await bought(ride(bus, 'A', 'C'))
    for (const id of [newAccessToken(), manageId.toUpperCase(), `${manageId}x`, '', "'--"]) {
      expect(await look(id)).toMatchObject({ status: 404 })
      expect(await press(id, 'resend')).toMatchObject({ status: 404 })
      expect(await press(id, 'give-up')).toMatchObject({ status: 404 })
    }
  })

  test('says plainly when nothing is refunded any more, and when the ride is over', async () => {
    const soon = await addDeparture({ departsAt: now().add({ hours: 5 }) })
    const { manageId } = await bought(ride(soon, 'A', 'B'))
    const within = await look(manageId)
    expect(within.shown.items[0]).toMatchObject({
      canCorrect: true,
      canChange: false,
      deadline: expect.stringContaining('can no longer be changed or refunded'),
    })
    shiftClock({ minutes: 61 })
    const after = (await look(manageId)).shown.items[0]
    expect(after).toMatchObject({ canCorrect: false, canCancel: true })
    expect(after?.deadline).toContain('no longer be changed or refunded')
    shiftClock({ hours: 5 })
    const over = (await look(manageId)).shown
    expect(over.items[0]).toMatchObject({ state: 'over', canCancel: false, deadline: null })
    expect(over.next).toMatch(/^All journeys in this booking are over/)
  })
})

describe('a refund', () => {
  test('is on its way to the card until it has been sent, and the page waits for it', async () => {
    const { manageId } = await bought(ride(bus, 'A', 'C'))
    await giveUpAll(manageId, 1700)
    const { shown } = await look(manageId)
    expect(shown).toMatchObject({ status: 'refunded', isMoving: true })
    expect(shown.money.at(-1)).toMatchObject({
      amount: -1700,
      progress: expect.stringMatching(
        /^On its way to your card •••• 1111\. Most banks .* 3 to 10 /,
      ),
    })
    expect(await ask(manageId)).toEqual({ outcome: 'processing' })
    await doJobs()
    const sent = (await look(manageId)).shown
    expect(sent).toMatchObject({ isMoving: false })
    expect(sent.money.at(-1)?.progress).toMatch(/^Sent to your card •••• 1111 on /)
    expect(await ask(manageId)).toEqual({ outcome: 'known' })
    expect(sent.documents.map(({ label }) => label.split(' ')[0])).toEqual(['Receipt', 'Credit'])
  })

  test('that failed is followed up by staff, and the page says so', async () => {
    const { orderId, paymentId, providerRef } = await buy(simulation.bank, [ride(bus, 'A', 'C')])
    const { manageId } = await findOrderRow(orderId)
    await giveUpAll(manageId, 1700)
    await doJobs()
    await simulation.bank.control(`/orders/${providerRef}/refund_fail`)
    await comeBack(paymentId)
    const { shown } = await look(manageId)
    expect(shown.money.at(-1)).toMatchObject({ isTrouble: true })
    expect(shown.money.at(-1)?.progress).toContain('will contact you')
  })
})

async function ask(id: string): Promise<unknown> {
  const answer: unknown = await stateLoader({ params: { id } } as never)
  return (answer as Response).json()
}

describe('a completed act', () => {
  test('is confirmed if the query names it and it is true', async () => {
    const { manageId } = await bought(ride(bus, 'A', 'C'))
    await giveUpAll(manageId, 1700)
    const { shown } = await look(manageId)
    const key = shown.history[0]?.key ?? ''
    const done = (await look(manageId, `?done=${key}`)).shown.done
    expect(done?.sentences[0]).toBe('We are refunding €17.00 the way you paid.')
    for (const untrue of ['', 'x', 'bought', newAccessToken()]) {
      expect((await look(manageId, `?done=${untrue}`)).shown.done).toBeNull()
    }
  })

  test('the tickets are sent again, five times a day', async () => {
    const { manageId, orderId } = await bought(ride(bus, 'A', 'C'))
    for (let sent = 0; sent < 5; sent++) {
      const location = `/bookings/${manageId}?done=resent`
      expect(await press(manageId, 'resend')).toMatchObject({ status: 303, location })
    }
    const refused = await press(manageId, 'resend')
    expect(refused.status).toBe(422)
    expect(refused.shown.problems[0]?.sentence).toContain('5 times')
    expect(await listMails(orderId)).toHaveLength(6)
  })
})

test('a cancelled bus shows the next ones and a full refund, one tap each', async () => {
  const later = await addDeparture({ departsAt: leaves.add({ hours: 1 }) })
  const full = await addDeparture({ departsAt: leaves.add({ minutes: 30 }), seats: 1 })
  const { manageId } = await bought(ride(bus, 'A', 'C', { adult: 2 }))
  await cancelDeparture({
    departureId: bus,
    by: ADMIN,
    reason: 'snow',
    now: now(),
  })
  const { shown } = await look(manageId)
  expect(shown).toMatchObject({ isUrgent: true, status: 'confirmed' })
  expect(shown.items[0]).toMatchObject({ state: 'not-running', ticketId: null, deadline: null })
  const others = shown.items[0]?.others.map(({ key }) => key)
  expect(others).toContain(later)
  expect(others).not.toContain(full)

  const path = `/bookings/x/cancel?ride.${shown.items[0]?.bookingId}=all`
  const asked = { params: { id: manageId }, form: { refund: '3600' } }
  expect(await openPage(cancelAction, path, asked)).toMatchObject({ status: 303 })
  const after = (await look(manageId)).shown
  expect(after).toMatchObject({ status: 'refunded', isUrgent: false })
  expect(after.money.at(-1)).toMatchObject({ amount: -3600 })
})
