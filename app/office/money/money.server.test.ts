import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { reportDay } from '#modules/bookkeeping/settlement/settlement-report.server.ts'
import { parkRefund } from '#modules/payments/refunds.server.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { act, addStaff, giveCodes, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { confirmFor, reachLimit } from '#test/fixtures/second-person.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { anyBus } from '#test/simulation/simulation.ts'
import { addTimetable } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  findOrderRow,
  goToBank,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'

import { loader as dayLoader } from './day.tsx'
import { loader as worklist } from './page.tsx'
import { action as pressPayment, loader as openPayment } from './payment.tsx'
import { action as pressRefund, loader as openRefund } from './refund.tsx'
import { loader as settlement } from './settlement.tsx'
import type { ActView, DayView, Fact, SettledView, StoryView, WaitingView } from './view.ts'

let bank: SimulatedBank
let nikos: Colleague
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
beforeEach(async () => {
  nikos = await addStaff('accountant')
})
afterAll(() => bank.stop())

const PAYMENT = '/office/money/payments/:id'
const REFUND = '/office/money/refunds/:id'
const SAID = { reason: 'as agreed on the telephone' }

type Shown = { story: StoryView; facts: Fact[]; acts: ActView<string>[]; mayDecide: boolean }
type Refusal = { intent: string; problems: { fieldId: string; sentence: string }[] }

describe('a payment in review', () => {
  test('is on the worklist, with what to do, until it is accepted', async () => {
    const { paymentId, orderId } = await payOddly(1801)
    const line = (await listWaiting()).find(({ to }) => to.endsWith(paymentId))
    expect(line).toMatchObject({ sum: '€18.01 instead of €18.00', toDo: 'accept or return' })
    const { acts } = (await look(paymentId)).shown
    expect(acts.map(({ intent, button }) => [intent, button])).toEqual([
      ['accept', 'Accept, and refund €0.01'],
      ['return', 'Return €18.01'],
    ])
    const answer = await press(paymentId, 'accept', SAID)
    expect(answer).toMatchObject({ status: 303, location: `/office/money/payments/${paymentId}` })
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'confirmed' })
    expect((await listWaiting()).map(({ to }) => to)).not.toContain(line?.to)
    const { story, acts: left } = (await look(paymentId)).shown
    expect(left).toEqual([])
    expect(story.events).toContainEqual(
      expect.objectContaining({ about: SAID.reason, what: expect.stringMatching(/accepted/) }),
    )
  })

  test('that does not cover the fare is made good only by the act that says so, with a code', async () => {
    const { paymentId } = await payOddly(1700)
    const [makeGood] = (await look(paymentId)).shown.acts
    expect(makeGood).toMatchObject({
      intent: 'make-good',
      confirm: 'L2',
      button: 'Accept, and pay the missing €1.00',
    })
    const refused = await press(paymentId, 'accept', SAID)
    expect(refused.status).toBe(422)
    expect(refused.shown.problems).toEqual([
      { fieldId: 'reason-accept', sentence: '€1.00 is missing. The company can make it good.' },
    ])
    const answer = await press(paymentId, 'make-good', SAID)
    expect(answer.status).toBe(403)
  })

  test('is returned in full', async () => {
    const { paymentId, orderId } = await payOddly(1801)
    await press(paymentId, 'return', SAID)
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'cancelled' })
    expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 1801 }])
    const again = await press(paymentId, 'return', SAID)
    expect(again.shown.problems[0]?.sentence).toBe('It was already decided: returned.')
  })

  test('is not decided without a reason, nor by a colleague who only reads', async () => {
    const { paymentId } = await payOddly(1801)
    const answer = await press(paymentId, 'return', { reason: ' ' })
    expect(answer.shown.problems[0]?.sentence).toBe('Give a reason for this decision.')
    const auditor = await addStaff('auditor')
    expect((await look(paymentId, auditor)).shown.mayDecide).toBe(false)
    const refused = await press(paymentId, 'return', SAID, auditor)
    expect(refused.status).toBe(403)
  })

  test('refuses in Greek as well', async () => {
    const { paymentId } = await payOddly(1700)
    const answer = await act<Refusal>(pressPayment, {
      as: nikos,
      pattern: PAYMENT,
      prefix: '/el',
      params: { id: paymentId },
      intent: 'accept',
      form: SAID,
    })
    expect(answer.shown.problems[0]?.sentence).toBe(
      'Λείπουν 1,00\u00A0€. Μπορεί να τα καλύψει η εταιρεία.',
    )
  })
})

describe('a disputed payment', () => {
  test('is recorded as won', async () => {
    const { paymentId } = await dispute()
    const { acts } = (await look(paymentId)).shown
    expect(acts.map(({ intent }) => intent)).toEqual(['dispute-won', 'dispute-lost'])
    expect((await press(paymentId, 'dispute-won', SAID)).status).toBe(303)
    const again = await press(paymentId, 'dispute-lost', SAID)
    expect(again.shown.problems[0]?.sentence).toBe('It was already decided: dispute won.')
  })

  test('is recorded as lost, with the sum on the button', async () => {
    const { paymentId } = await dispute()
    const lost = (await look(paymentId)).shown.acts[1]
    expect(lost?.button).toBe('Record: lost, €18.00 taken back')
    expect((await press(paymentId, 'dispute-lost', SAID)).status).toBe(303)
    const { facts } = (await look(paymentId)).shown
    expect(facts).toContainEqual({ name: 'Taken back', value: '€18.00' })
  })
})

describe('the provider', () => {
  test('is asked about an open payment, and the audit says who asked', async () => {
    const visitor = addTraveller()
    await choose(visitor, ride(await anyBus(), 'A', 'C'))
    const { paymentId } = await goToBank(visitor, bank)
    expect((await look(paymentId)).shown.acts).toMatchObject([{ intent: 'ask' }])
    expect((await press(paymentId, 'ask')).status).toBe(303)
  })

  test('that does not answer leaves everything as it was', async () => {
    const { paymentId } = await payOddly(1801)
    await bank.outage({ mode: '503', calls: 100 })
    const answer = await press(paymentId, 'accept', SAID)
    await bank.endFaults()
    expect(answer.shown.problems[0]?.sentence).toMatch(/^The provider is not responding/)
  })
})

test('a shortfall is made good beyond the sum of a day once a colleague has confirmed it', async () => {
  await reachLimit(nikos, 'given')
  const { paymentId, orderId } = await payOddly(1700)
  const code = await giveCodes(nikos)
  const makeGood = async (isAsking = false) =>
    press(paymentId, 'make-good', { ...SAID, code: await code() }, nikos, isAsking)
  const asking = await makeGood(true)
  expect(asking.shown.problems).toMatchObject([{ fieldId: 'reason-make-good' }])
  expect(asking.shown.problems[0]?.sentence).toContain('€1.00 needs a second person')
  expect(await findOrderRow(orderId)).toMatchObject({ status: 'payment-review' })
  expect(await confirmFor(nikos)).toMatchObject({ amountCents: 100, ...SAID })
  expect((await makeGood()).status).toBe(303)
  expect(await findOrderRow(orderId)).toMatchObject({ status: 'confirmed' })
})

describe('a refund that is stuck', () => {
  test('is sent again', async () => {
    const { refundId } = await oweStuck()
    const { acts, story } = (await lookAtRefund(refundId)).shown
    expect(acts.map(({ intent }) => intent)).toEqual(['retry', 'paid-otherwise', 'paid-in-portal'])
    expect(story.refunds).toHaveLength(1)
    const answer = await pressIt(refundId, 'retry')
    expect(answer).toMatchObject({ status: 303, location: `/office/money/refunds/${refundId}` })
    expect((await lookAtRefund(refundId)).shown.acts).toEqual([])
    const again = await pressIt(refundId, 'retry')
    expect(again.shown.problems[0]?.sentence).toMatch(/^The refund is to be sent/)
  })

  test('was paid another way', async () => {
    const { refundId } = await oweStuck()
    expect((await pressIt(refundId, 'paid-otherwise')).status).toBe(303)
    const { facts } = (await lookAtRefund(refundId)).shown
    expect(facts[0]).toEqual({ name: 'State', value: 'paid another way' })
  })

  test('was paid another way, which a colleague confirms beyond the sum of a day', async () => {
    await reachLimit(nikos, 'paid-otherwise')
    const { refundId, orderId } = await oweStuck()
    const asking = await pressIt(refundId, 'paid-otherwise', true)
    expect(asking.shown.problems).toMatchObject([{ fieldId: 'reason-paid-otherwise' }])
    expect(await listRefunds(orderId)).toMatchObject([{ state: 'needs-attention' }])
    expect(await confirmFor(nikos)).toMatchObject({ amountCents: 1801, ...SAID })
    expect((await pressIt(refundId, 'paid-otherwise')).status).toBe(303)
  })

  test('was paid in the portal, once it is found there', async () => {
    const { refundId, paymentId, providerRef } = await oweStuck()
    const early = await pressIt(refundId, 'paid-in-portal')
    expect(early.shown.problems[0]?.sentence).toMatch(/^No refund of this amount was made/)
    await bank.control(`/orders/${providerRef}/portal_refund`, { amount: 1801 })
    await comeBack(paymentId)
    expect((await pressIt(refundId, 'paid-in-portal')).status).toBe(303)
  })
})

describe('settlement', () => {
  test('has a row for each day and provider, which leads to the report of the day', async () => {
    await buy(bank, [ride(await anyBus(), 'A', 'C')])
    const today = dateInCyprus(now())
    await reportDay(today, now())
    const opened = { as: nikos, pattern: '/office/money/settlement' } as const
    const { shown } = await openOffice<{ rows: SettledView[] }>(settlement, opened)
    const row = shown.rows.find(({ to }) => to.endsWith(today.toString()))
    expect(row).toMatchObject({ provider: 'sandbox' })
    const day = {
      as: nikos,
      pattern: '/office/money/settlement/:day',
      params: { day: today.toString() },
    } as const
    const report = await openOffice<{ reports: DayView[] }>(dayLoader, day)
    expect(report.shown.reports).toMatchObject([{ provider: 'sandbox', state: row?.state }])
  })

  test.each(['2026-13-01', 'yesterday', '2020-01-01'])('there is no report of %s', async (day) => {
    const asked = { as: nikos, pattern: '/office/money/settlement/:day', params: { day } } as const
    expect((await openOffice(dayLoader, asked)).status).toBe(404)
  })
})

test('a payment or refund that does not exist is not found', async () => {
  expect((await look('x'.repeat(26))).status).toBe(404)
  expect((await lookAtRefund('x'.repeat(26))).status).toBe(404)
})

async function listWaiting(): Promise<WaitingView[]> {
  const opened = { as: nikos, pattern: '/office/money' } as const
  return (await openOffice<{ waiting: WaitingView[] }>(worklist, opened)).shown.waiting
}

function look(id: string, as = nikos) {
  return openOffice<Shown>(openPayment, { as, pattern: PAYMENT, params: { id } })
}

function lookAtRefund(id: string) {
  return openOffice<Shown>(openRefund, { as: nikos, pattern: REFUND, params: { id } })
}

function press(
  id: string,
  intent: string,
  form: Record<string, string> = {},
  as = nikos,
  isAsking = false,
) {
  const page = { as, pattern: PAYMENT, params: { id } } as const
  return act<Refusal>(pressPayment, { ...page, intent, form, isAsking })
}

function pressIt(id: string, intent: string, isAsking = false) {
  const page = { as: nikos, pattern: REFUND, params: { id } } as const
  return act<Refusal>(pressRefund, { ...page, intent, form: SAID, isAsking })
}

async function payOddly(amount: number) {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const attempt = await goToBank(visitor, bank)
  await bank.control(`/orders/${attempt.providerRef}/pay`, { amount })
  await comeBack(attempt.paymentId, visitor)
  return attempt
}

async function dispute() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const attempt = await goToBank(visitor, bank)
  await bank.control(`/orders/${attempt.providerRef}/pay`)
  await comeBack(attempt.paymentId, visitor)
  await bank.control(`/orders/${attempt.providerRef}/dispute`)
  await comeBack(attempt.paymentId, visitor)
  return attempt
}

/** A payment that bought nothing, whose refund got no answer. */
async function oweStuck() {
  const attempt = await payOddly(1801)
  await press(attempt.paymentId, 'return', SAID)
  const [refund] = await listRefunds(attempt.orderId)
  const refundId = refund?.refundId ?? ''
  await parkRefund(refundId)
  return { ...attempt, refundId }
}
