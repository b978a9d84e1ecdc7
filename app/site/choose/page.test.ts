import { beforeEach, expect, test } from 'vitest'

import type { OrderPageView } from '#app/components/order/view.ts'
import { loader as openOrder } from '#app/site/order/page.tsx'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import { breakOff, quoteBreakOff } from '#modules/incidents/departures/break-off.server.ts'
import {
  cancelDeparture,
  tellHolders,
} from '#modules/incidents/departures/cancel-departure.server.ts'
import { reviveDeparture } from '#modules/incidents/departures/revive-departure.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { buyUnderNewTerms, cancelAndTell, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { changeStopAndTell, GATE } from '#test/fixtures/closed-stop.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { findOrderRow, listRefunds, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { ChoiceView } from './view.ts'

const simulation = openSimulation()
let orderId: string
let token: string
let best: string
beforeEach(async () => {
  shiftClock({ hours: 36 })
  await decideChoices(now())
  const leaves = now().add({ hours: 5 })
  const bus = await addDeparture({ departsAt: leaves })
  await addDeparture({ departsAt: leaves.add({ hours: 1 }) })
  await addDeparture({ departsAt: leaves.subtract({ hours: 1 }) })
  orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 3 }))
  await cancelAndTell(bus)
  ;({ token, best } = await getChoice(orderId))
})

function look(prefix = '') {
  return openPage<ChoiceView>(loader, `${prefix}/choose/${token}`, { params: { token } })
}

function press(form: Record<string, string>, prefix = '') {
  return openPage<{ problem: string }>(action, `${prefix}/choose/${token}`, {
    params: { token },
    form,
  })
}

test('the link of the mail shows the kept seats, the deadline and what happens without an answer, and was seen', async () => {
  const { shown } = await look('/el')
  expect(shown).toMatchObject({ is: 'open', total: 5400, canRefund: true })
  expect(shown.offers).toHaveLength(2)
  expect(shown.movedTo).not.toBeNull()
  expect(shown.group).toEqual([{ category: 'adult', of: 3, fare: 1800 }])
  const choice = await getChoice(orderId)
  expect(choice.seenAt).not.toBeNull()
  const unknown = '0123456789abcdefghjkmnpqrs'
  expect((await openPage(loader, '/choose/none', { params: { token: unknown } })).status).toBe(404)
})

test('one press takes a bus, another one changes to the other, and a third takes the money', async () => {
  const pressed = await press({ choice: best }, '/el')
  expect(pressed).toMatchObject({ status: 303, location: `/el/choose/${token}` })
  const { shown } = await look()
  expect(shown).toMatchObject({ is: 'moved', canRefund: true })
  const other = shown.offers.find(({ isChosen }) => !isChosen)
  await press({ choice: other?.offerId ?? '' })
  expect((await look()).shown.newBus).toMatchObject({ times: other?.times })
  await press({ choice: 'refund' })
  expect((await look()).shown).toMatchObject({ is: 'refunded', offers: [], canRefund: false })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 5400 }])
  expect((await press({ choice: best })).shown.problem).toContain('refund')
})

test('one of a group takes the bus, and two are refunded', async () => {
  await press({ choice: best, 'travelling-adult': '1' })
  expect((await look()).shown).toMatchObject({ is: 'moved', party: '1\u00A0adult', total: 1800 })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 3600 }])
  const refused = await press({ choice: best, 'travelling-adult': '9' })
  expect(refused.status).toBe(422)
})

test('two of a group stay on their bus, and the page says that the third has the money', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 6 }) })
  orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 3 }))
  await changeStopAndTell(bus, { stopId: 'A', place: GATE })
  ;({ token } = await getChoice(orderId))
  expect((await look()).shown).toMatchObject({
    is: 'open',
    canStay: true,
    seatsToStay: 3,
    seats: 3,
  })
  const nobody = await press({ choice: 'stay', 'travelling-adult': '0' })
  expect(nobody).toMatchObject({ status: 422, shown: { problem: expect.stringContaining('many') } })
  expect((await press({ choice: 'stay', 'travelling-adult': '2' }, '/el')).status).toBe(303)
  const party = '2\u00A0adults'
  expect((await look()).shown).toMatchObject({ is: 'stays', party, partly: party, total: 3600 })
  expect((await look()).shown).toMatchObject({ newBus: null, seatsToStay: 2 })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 1800 }])
  await press({ choice: 'refund' })
  const late = await press({ choice: 'stay', 'travelling-adult': '1' })
  expect(late.shown.problem).toContain('refund is already on its way')
})

test('without an answer the page says what was done, and the money can be had until the new bus leaves', async () => {
  const { decideBy, offers } = await getChoice(orderId)
  shiftClock({ minutes: Math.ceil(now().until(decideBy).total('minutes')) })
  expect((await look()).shown).toMatchObject({ is: 'over', offers: [] })
  await decideChoices(now())
  expect((await look()).shown).toMatchObject({ is: 'moved-unasked', canRefund: true })
  expect((await press({ choice: best })).status).toBe(303)
  const [bus] = offers
  const leaves = bus?.departsAt ?? now()
  shiftClock({ minutes: Math.ceil(now().until(leaves).total('minutes')) })
  expect((await look()).shown).toMatchObject({ is: 'moved-unasked', canRefund: false })
  expect((await press({ choice: 'refund' })).status).toBe(422)
})

test('the booking leads to the choice while seats are kept', async () => {
  const { manageId } = await findOrderRow(orderId)
  const order = async () =>
    (
      await openPage<{ items: { choiceToken: string | null }[] }>(openOrder, '/bookings/x', {
        params: { id: manageId },
      })
    ).shown
  expect((await order()).items[0]?.choiceToken).toBe(token)
  shiftClock({ hours: 12 })
  expect((await order()).items[0]?.choiceToken).toBeNull()
  await decideChoices(now())
})

test('the page and the booking say why, in the language of each, until the bus runs after all', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 6 }) })
  orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C'))
  const why = { en: 'There is a strike.', el: 'Πραγματοποιείται απεργία.' }
  expect((await look()).shown.reason).toBeNull()
  await cancelAndTell(bus, why)
  ;({ token } = await getChoice(orderId))
  expect((await look()).shown.reason).toBe(why.en)
  expect((await look('/el')).shown.reason).toBe(why.el)
  const { manageId } = await findOrderRow(orderId)
  const params = { id: manageId }
  const { shown } = await openPage<OrderPageView>(openOrder, '/el/bookings/x', { params })
  expect(shown.items).toMatchObject([{ state: 'not-running', reason: why.el }])
  await reviveDeparture({ departureId: bus, by: ADMIN, reason: 'settled', now: now() })
  await decideChoices(now())
  expect((await look()).shown).toMatchObject({ is: 'runs', reason: null })
})

test('a bus that is cancelled after it was offered cannot be pressed, and the page leads to the newest choice', async () => {
  const { offers } = await getChoice(orderId)
  const [first] = offers
  const departureId = first?.departureId ?? ''
  await cancelDeparture({ departureId, by: ADMIN, reason: 'no driver', now: now() })
  const { shown } = await look()
  expect(shown).toMatchObject({ is: 'open', movedTo: null })
  expect(shown.offers.map(({ offerId }) => offerId)).toEqual([offers[1]?.offerId])
  const refused = await press({ choice: best }, '/el')
  expect(refused).toMatchObject({
    status: 422,
    shown: { problem: expect.stringContaining('θέσεις') },
  })
  await tellHolders(now())
  expect((await look()).shown.offers).toHaveLength(1)
})

test('passengers of the offered bus that is cancelled too are led to the mail about it', async () => {
  await press({ choice: best })
  const [first] = (await getChoice(orderId)).offers
  await cancelAndTell(first?.departureId ?? '')
  expect((await look()).shown).toMatchObject({
    is: 'cancelled-again',
    offers: [],
    newBus: null,
    canRefund: false,
  })
})

test.each([
  ['broke-down', 1, 'B', 'will not reach', 'δεν θα φτάσει'],
  ['never-came', 0, 'A', 'is not coming', 'δεν θα έρθει'],
] as const)(
  'a bus that %s is not called cancelled by the page of those who wait for it',
  async (ending, fromPosition, stop, en, el) => {
    const leaves = now().add({ hours: 2 })
    const bus = await addDeparture({ departsAt: leaves })
    orderId = await buyUnderNewTerms(simulation.bank, ride(bus, stop, 'D'))
    shiftClock({ hours: 2, minutes: 5 })
    const shown = await quoteBreakOff(bus, fromPosition)
    const wish = { departureId: bus, fromPosition, shown, reason: 'engine', by: ADMIN, now: now() }
    expect(await breakOff(wish)).toMatchObject({ ok: true })
    await tellHolders(now())
    ;({ token } = await getChoice(orderId))
    const [inEnglish, inGreek] = [await look(), await look('/el')]
    expect(inEnglish.shown).toMatchObject({ is: 'open', ending })
    expect(inEnglish.shown.news?.sentence).toContain(en)
    expect(inGreek.shown.news?.sentence).toContain(el)
    await decideChoices(now())
  },
)
