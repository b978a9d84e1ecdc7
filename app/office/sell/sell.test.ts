import { beforeEach, describe, expect, test } from 'vitest'

import { expireSale } from '#modules/sales/expire-sale.server.ts'
import { now } from '#platform/clock.server.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { confirmFor, reachLimit } from '#test/fixtures/second-person.ts'
import { endHold } from '#test/simulation/sales.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'

import { action, loader } from './page.tsx'
import type { SellView } from './view.ts'

openSimulation()
const pattern = '/office/sell'
const VISA = '4242 4242 4242 4242'
let bus: string
let seller: Colleague
beforeEach(async () => {
  bus = await anyBus()
  seller = await addStaff('seller')
})

async function open(query: Record<string, string>, as = seller) {
  const asked = { as, pattern, query: String(new URLSearchParams(query)) } as const
  return (await openOffice<SellView>(loader, asked)).shown
}

const CUSTOMER = { name: 'Anna Georgiou', email: 'anna@example.com', language: 'el' }

/** One adult from A to C, as the address and the form say it. */
function journey() {
  const ride = { departure: bus, 'from-stop': 'A', 'to-stop': 'C' }
  return { from: 'A', to: 'C', adults: '1', wheelchairs: '0', ...ride }
}

type Refused = { problems: { fieldId: string; sentence: string }[]; typed: Record<string, string> }

function press(
  intent: string,
  changes: Record<string, string> = {},
  as = seller,
  isAsking = false,
) {
  const form = { ...journey(), ...CUSTOMER, ...changes }
  const query = String(
    new URLSearchParams(Object.keys(journey()).map((name) => [name, form[name as 'from']])),
  )
  return act<Refused>(action, { as, pattern, query, intent, form, isAsking })
}

async function soldBy(location: string) {
  const { searchParams } = new URL(location, 'http://localhost')
  return (await open(Object.fromEntries(searchParams))).sold
}

describe('a sale at the counter', () => {
  test('for cash opens the till in the same form, and says the change to give back', async () => {
    const refused = await press('cash')
    expect(refused.shown.problems).toMatchObject([{ fieldId: 'float' }])
    const sold = await press('cash', { float: '50', given: '20,00' })
    expect(await soldBy(sold.location)).toMatchObject({
      state: 'sold',
      total: 1800,
      change: 200,
      hasEmail: true,
      tickets: [expect.any(String) as string],
    })
    const { isTillOpen } = await open({})
    expect(isTillOpen).toBe(true)
  })

  test('at the card terminal asks for the slip, and refuses the number of the card', async () => {
    const without = await press('terminal', { float: '0' })
    expect(without.shown.problems).toMatchObject([{ fieldId: 'slip' }])
    for (const field of ['slip', 'name', 'email', 'reason']) {
      const refused = await press('terminal', { float: '0', [field]: VISA })
      expect(refused.status).toBe(422)
      expect(refused.shown.problems).toMatchObject([{ fieldId: field }])
      expect(refused.shown.typed[field]).toBe('')
    }
    const sold = await press('terminal', { float: '0', slip: '004711', email: '' })
    expect(await soldBy(sold.location)).toMatchObject({ state: 'sold', hasEmail: false })
  })
})

/** Presses a button with these fields, on the page of the journey that is shown. */
function change(intent: string, asked: Record<string, string>, shown = journey()) {
  const query = String(new URLSearchParams(shown))
  const form = { ...journey(), ...CUSTOMER, ...asked }
  return act<Refused>(action, { as: seller, pattern, query, intent, form })
}

describe('another journey', () => {
  test('keeps what was typed about the traveller, and is looked for at its own address', async () => {
    const moved = await change('choose', { date: '2026-12-24', adults: '2' })
    expect(moved.status).toBe(307)
    const { searchParams } = new URL(moved.location, 'http://localhost')
    expect(Object.fromEntries(searchParams)).toMatchObject({ date: '2026-12-24', adults: '2' })
    expect(searchParams.has('departure')).toBe(false)
    const asked = Object.fromEntries(searchParams)
    const found = await change('choose', asked, { ...asked } as ReturnType<typeof journey>)
    expect(found.status).toBe(200)
    expect(found.shown.typed).toMatchObject({ name: 'Anna Georgiou', email: 'anna@example.com' })
  })

  test('that was not looked for is never sold in place of the one that is shown', async () => {
    expect((await change('link', { date: '2026-12-24' })).status).toBe(307)
    expect((await change('link', { adults: '2' })).status).toBe(307)
    const other = { ...journey(), departure: await anyBus() }
    expect((await change('link', {}, other)).status).toBe(200)
  })

  test('that cannot be read is asked for once, and leads in no circle', async () => {
    const moved = await change('choose', { adults: 'many' })
    expect(moved.status).toBe(307)
    const asked = Object.fromEntries(new URL(moved.location, 'http://localhost').searchParams)
    const again = await change('choose', asked, { ...asked } as ReturnType<typeof journey>)
    expect(again.status).toBe(200)
  })
})

describe('a sale', () => {
  test('by link waits to be paid, and once expired is sent again in one press', async () => {
    const sent = await press('link')
    const sold = await soldBy(sent.location)
    expect(sold).toMatchObject({
      state: 'waiting',
      tickets: [],
      isInMailbox: true,
    })
    const reference = sold?.reference ?? ''
    const early = await act<Refused>(action, {
      as: seller,
      pattern,
      intent: 'again',
      form: { reference },
    })
    expect(early.status).toBe(422)
    await endHold(sold?.orderId ?? '')
    await expireSale(sold?.orderId ?? '', now())
    expect(await soldBy(sent.location)).toMatchObject({ state: 'over' })
    const again = { as: seller, pattern, intent: 'again', form: { reference } } as const
    const next = await act<Refused>(action, again)
    expect(await soldBy(next.location)).toMatchObject({ state: 'waiting' })
  })

  test('free of charge is for those who may, with a code and a reason', async () => {
    const why = { 'code-of-overrule': 'SALES_STAFF_ERROR', reason: 'We sold the wrong day before' }
    expect((await press('free', why)).status).toBe(403)
    const dispatcher = await addStaff('dispatcher')
    const { shown } = await press('free', { reason: why.reason }, dispatcher)
    expect(shown.problems).toMatchObject([{ fieldId: 'code-of-overrule' }])
    const sold = await press('free', why, dispatcher)
    expect(await soldBy(sold.location)).toMatchObject({ state: 'sold', total: 0 })
  })

  test('free of charge beyond the sum of a day is made once a colleague has confirmed it', async () => {
    const why = { 'code-of-overrule': 'SALES_STAFF_ERROR', reason: 'We sold the wrong day before' }
    const as = await addStaff('dispatcher')
    await reachLimit(as, 'given')
    const asking = await press('free', why, as, true)
    expect(asking.shown.problems).toMatchObject([{ fieldId: 'reason' }])
    expect(asking.shown.problems[0]?.sentence).toContain('€18.00 needs a second person')
    expect(await confirmFor(as)).toMatchObject({ amountCents: 1800, reason: why.reason })
    expect((await press('free', { ...why, adults: '2' }, as, true)).status).toBe(422)
    expect(await soldBy((await press('free', why, as)).location)).toMatchObject({ state: 'sold' })
    expect((await press('free', why, as, true)).status).toBe(422)
  })

  test('is refused with the seats that are left, and what was typed stays', async () => {
    const { status, shown } = await press('cash', { float: '50', adults: '11' })
    expect(status).toBe(422)
    expect(shown.problems).toMatchObject([{ fieldId: 'outbound' }])
    expect(shown.problems[0]?.sentence).toContain('10')
    expect(shown.typed).toMatchObject({ name: 'Anna Georgiou' })
    const nothing = await press('cash', { float: '50', departure: 'x' })
    expect(nothing.status).toBe(422)
  })
})
