import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { action as pressOnSession } from '#app/office/till/one.tsx'
import { action as pressAtTill, loader as loadTill } from '#app/office/till/page.tsx'
import type { TillView } from '#app/office/till/view.server.ts'
import { closeBoarding } from '#modules/boarding/counts/close-boarding.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { findSale, openDoors, walkUp } from '#test/simulation/door.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { cancelAll, sellNow } from '#test/simulation/sales.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { listRefunds, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { TodayView } from './view.ts'

openSimulation()
type Refused = { problems: { fieldId: string; sentence: string }[] }
let slips = Number(String(now().epochMilliseconds).slice(-6))
let owner: Colleague
let seller: Colleague
beforeAll(async () => {
  owner = await addStaff('owner')
})
beforeEach(async () => {
  seller = await addStaff('seller', 'accountant')
  await till('open', { float: '50' })
})

const today = (as = owner) => openOffice<TodayView>(loader, { as, pattern: '/office' })
const till = (intent: string, form: Record<string, string>, isAsking = false) =>
  act<Refused>(pressAtTill, { as: seller, pattern: '/office/till', intent, form, isAsking })
const decide = (intent: 'confirm' | 'refuse', approval: string, as = owner) =>
  act<Refused>(action, { as, pattern: '/office', intent, form: { approval } })

/** The request of this seller, as it is on Today. */
async function findRequest(as = owner) {
  const { approvals = [] } = (await today(as)).shown
  return approvals.at(-1)
}

async function cancelledCardSale(): Promise<string> {
  const by = { kind: 'staff', staffId: seller.staffId } as const
  slips += 1
  const handedOver = { means: 'card-terminal', slip: `9${slips}` } as const
  const { orderId } = await sellNow(by, ride(await anyBus(), 'A', 'C'), { handedOver })
  await cancelAll(orderId, 1700)
  await doJobs()
  return (await listRefunds(orderId))[0]?.refundId ?? ''
}

describe('cash for a card sale', () => {
  test('is paid out once a colleague has confirmed it, and is on Today of the owner', async () => {
    const refund = await cancelledCardSale()
    expect((await till('refund-in-cash', { refund })).shown.problems).toMatchObject([
      { fieldId: `cash-${refund}` },
    ])
    const wish = { refund, reason: 'The card was lost' }
    const first = await till('refund-in-cash', wish, true)
    expect(first.shown.problems[0]?.sentence).toMatch(/^Nothing was done: €17.00 needs a second/)

    const own = await findRequest(seller)
    expect(own).toMatchObject({ isOwn: true, amount: '€17.00', reason: 'The card was lost' })
    const tried = await decide('confirm', own?.approvalId ?? '', seller)
    expect(tried.shown.problems).toMatchObject([{ fieldId: 'approvals' }])
    expect((await decide('confirm', own?.approvalId ?? '')).status).toBe(303)

    expect((await till('refund-in-cash', wish)).status).toBe(303)
    const view = await openOffice<TillView>(loadTill, { as: seller, pattern: '/office/till' })
    expect(view.shown.till?.entries.at(-1)).toMatchObject({ means: 'cash', amount: '−€17.00' })
    const { given = [] } = (await today()).shown
    expect(given).toContainEqual(
      expect.objectContaining({ kind: 'card-in-cash', amount: '€17.00', confirmed: '€17.00' }),
    )
  })

  test('that a colleague refuses stays in the drawer', async () => {
    const wish = { refund: await cancelledCardSale(), reason: 'The card was lost' }
    await till('refund-in-cash', wish, true)
    await decide('refuse', (await findRequest())?.approvalId ?? '')
    expect((await till('refund-in-cash', wish, true)).status).toBe(422)
  })

  test('is confirmed by those with the right alone, and a request of nonsense is no fault', async () => {
    expect((await decide('confirm', 'nonsense')).status).toBe(422)
    expect((await decide('confirm', 'nonsense', await addStaff('seller'))).status).toBe(403)
  })
})

describe('a sale at the door whose people may have travelled', () => {
  const door = openDoors()

  test('is undone as soon as a colleague confirms it', async () => {
    await door.one.exchange(door.closed)
    const sold = await door.one.sell(walkUp(0, 1, 2), door.after(19))
    await door.one.exchange(door.after(19))
    await door.one.undo(door.after(19))
    const leaving = { departureId: door.bus, position: 0, by: ADMIN, now: door.after(20) }
    await closeBoarding(leaving)
    await door.one.exchange(door.after(20))
    shiftClock(now().until(door.after(21)))
    owner = await addStaff('owner')

    const request = await findRequest()
    expect(request).toMatchObject({ amount: '€18.00', reason: 'The bus had left the stop' })
    expect((await decide('confirm', request?.approvalId ?? '')).status).toBe(303)
    expect(await findSale(sold?.reference ?? '')).toMatchObject([{ status: 'cancelled' }])
    const { given = [] } = (await today()).shown
    const row = { kind: 'undone-aboard', times: '1', amount: '€18.00', confirmed: '€18.00' }
    expect(given).toContainEqual(expect.objectContaining(row))
  })
})

test('nobody corrects the own till alone', async () => {
  const { location } = await till('close', { counted: '30' })
  const id = new URL(location, 'http://localhost').searchParams.get('closed') ?? ''
  const correct = (as: Colleague, isAsking = false) => {
    const form = { amount: '-20', reason: 'Taken to the safe' }
    const page = { pattern: '/office/tills/:id', params: { id } } as const
    return act<Refused>(pressOnSession, { as, ...page, intent: 'correct', form, isAsking })
  }
  expect((await correct(seller, true)).shown.problems).toMatchObject([{ fieldId: 'amount' }])
  await decide('confirm', (await findRequest())?.approvalId ?? '')
  expect((await correct(seller)).status).toBe(303)
  expect((await correct(await addStaff('accountant'))).status).toBe(303)
})

test('nobody takes cash to the safe alone', async () => {
  const move = { amount: '0.01', reason: 'To the safe' }
  const alone = await till('pay-out', move, true)
  expect(alone.shown.problems[0]?.sentence).toContain('needs a second person')
  await decide('confirm', (await findRequest())?.approvalId ?? '')
  expect((await till('pay-out', move)).status).toBe(303)
})

test('the slips of a seller are a sum beside the others, to be compared with the list of the terminal', async () => {
  const by = { kind: 'staff', staffId: seller.staffId } as const
  const bus = await anyBus()
  await sellNow(by, ride(bus, 'A', 'C'), { handedOver: { means: 'card-terminal', slip: '4711' } })
  await sellNow(by, ride(bus, 'A', 'C'), { handedOver: { means: 'card-terminal', slip: '4712' } })
  const { given = [] } = (await today()).shown
  expect(given).toContainEqual(
    expect.objectContaining({ kind: 'on-terminal', times: '2', amount: '€36.00', confirmed: '–' }),
  )
})
