import { beforeEach, describe, expect, test } from 'vitest'

import type { HandedOver } from '#modules/payments/till/enter-payment.server.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { confirmFor } from '#test/fixtures/second-person.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { cancelAll, sellNow } from '#test/simulation/sales.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { findOrderRow, listRefunds, ride } from '#test/simulation/travellers.ts'

import { loader as loadAll } from './all.tsx'
import { action as actOnSession, loader as loadSession } from './one.tsx'
import { action, loader } from './page.tsx'
import type { ClosedTill, TillsView, TillView } from './view.server.ts'

openSimulation()
const pattern = '/office/till'
let seller: Colleague
beforeEach(async () => {
  seller = await addStaff('seller')
})

async function open(query = '') {
  return (await openOffice<TillView>(loader, { as: seller, pattern, query })).shown
}

type Refused = { problems: { fieldId: string }[] }

function press(intent: string, form: Record<string, string> = {}, isAsking = false) {
  return act<Refused>(action, { as: seller, pattern, intent, form, isAsking })
}

function sell(handedOver: HandedOver = { means: 'cash' }) {
  const by = { kind: 'staff', staffId: seller.staffId } as const
  return anyBus().then((bus) => sellNow(by, ride(bus, 'A', 'C'), { handedOver }))
}

/** Cancels a sale, and returns its refund. */
async function cancelled(orderId: string): Promise<string> {
  await cancelAll(orderId, 1700)
  await doJobs()
  const [refund] = await listRefunds(orderId)
  return refund?.refundId ?? ''
}

describe('the till of a seller', () => {
  test('is opened, moved and closed, and says what it expects only after the count', async () => {
    expect(await open()).toMatchObject({ till: null })
    expect((await press('open', { float: 'much' })).shown.problems).toMatchObject([
      { fieldId: 'float' },
    ])
    await press('open', { float: '50' })
    await sell()
    expect((await press('pay-out', { amount: '20' })).shown.problems).toMatchObject([
      { fieldId: 'reason' },
    ])
    const toSafe = { amount: '20', reason: 'To the safe' }
    expect((await press('pay-out', toSafe, true)).status).toBe(422)
    await confirmFor(seller)
    await press('pay-out', toSafe)
    await press('pay-in', { amount: '5,50', reason: 'Coins' })
    const shown = await open()
    expect(shown.till?.entries.map(({ amount }) => amount)).toEqual(['€18.00', '−€20.00', '€5.50'])
    expect(JSON.stringify(shown)).not.toContain('53.50')

    const { location } = await press('close', { counted: '53,00' })
    const { closed, till } = await open(new URL(location, 'http://localhost').search.slice(1))
    expect(till).toBeNull()
    expect(closed?.count).toEqual({
      expected: '€53.50',
      counted: '€53.00',
      difference: '−€0.50',
      agrees: false,
    })
  })

  test('pays out the refund of a sale, once the money was handed over', async () => {
    await press('open', { float: '50' })
    const { orderId } = await sell()
    const refund = await cancelled(orderId)
    await press('pay-refund', { refund })
    expect(await listRefunds(orderId)).toMatchObject([{ state: 'succeeded' }])
    const again = await press('pay-refund', { refund })
    expect(again.status).toBe(422)
  })

  test('pays no cash for what came in at the terminal, whatever the form says', async () => {
    await press('open', { float: '50' })
    const { orderId } = await sell({ means: 'card-terminal', slip: '1201' })
    const refund = await cancelled(orderId)
    const asCash = await press('pay-refund', { refund, means: 'cash' })
    expect(asCash.shown.problems).toMatchObject([{ fieldId: `slip-${refund}` }])
    expect((await press('pay-refund', { refund, slip: '1201' })).status).toBe(422)
    expect((await press('pay-refund', { refund, slip: '1202' })).status).toBe(303)
    expect((await open()).till?.entries).toMatchObject([
      { means: 'card-terminal', amount: '€18.00' },
      { means: 'card-terminal', amount: '−€17.00' },
    ])
  })

  test('lists no waiting refund before somebody asks for a booking', async () => {
    await press('open', { float: '50' })
    await cancelled((await sell()).orderId)
    expect(await open()).toMatchObject({ refunds: [], mayFind: true })
  })
})

test('a driver sees and pays out the refunds of the own door, and of nobody else', async () => {
  await press('open', { float: '50' })
  const foreign = await sell()
  const refund = await cancelled(foreign.orderId)
  const { reference } = await findOrderRow(foreign.orderId)
  seller = await addStaff('driver')
  await press('open', { float: '50' })
  const own = await cancelled((await sell()).orderId)
  const query = new URLSearchParams({ reference }).toString()
  expect(await open(query)).toMatchObject({ refunds: [{ refundId: own }], mayFind: false })
  const tried = await press('pay-refund', { refund })
  expect(tried.shown.problems).toMatchObject([{ fieldId: `slip-${refund}` }])
  expect((await press('pay-refund', { refund: own })).status).toBe(303)
  expect((await press('refund-in-cash', { refund: own, reason: 'x' })).status).toBe(403)
})

test('a refund is found by its booking, however many older ones wait', async () => {
  await press('open', { float: '50' })
  const older = await sell()
  const wanted = await sell()
  for (const { orderId } of [older, wanted]) await cancelAll(orderId, 1700)
  await doJobs()
  const { reference } = await findOrderRow(wanted.orderId)
  const typed = ` ${reference.slice(0, 4)}-${reference.slice(4).toLowerCase()}`
  const { refunds } = await open(new URLSearchParams({ reference: typed }).toString())
  expect(refunds).toMatchObject([{ reference }])
  expect(await open('reference=7K3MWQ2P')).toMatchObject({ refunds: [], wanted: '7K3MWQ2P' })
})

describe('all tills', () => {
  test('are listed for the accountant, who adds what was missing', async () => {
    await press('open', { float: '50' })
    const { location } = await press('close', { counted: '30' })
    const id = new URL(location, 'http://localhost').searchParams.get('closed') ?? ''
    const accountant = await addStaff('accountant')
    const all = { as: accountant, pattern: '/office/tills' } as const
    const { tills } = (await openOffice<TillsView>(loadAll, all)).shown
    expect(tills.find(({ sessionId }) => sessionId === id)?.count?.difference).toBe('−€20.00')

    const one = { as: accountant, pattern: '/office/tills/:id', params: { id } } as const
    const bare = await act(actOnSession, { ...one, intent: 'correct', form: { amount: '-20' } })
    expect(bare.status).toBe(422)
    const form = { amount: '−20', reason: 'Taken to the safe' }
    await act(actOnSession, { ...one, intent: 'correct', form })
    const { shown } = await openOffice<ClosedTill>(loadSession, one)
    expect(shown.entries).toMatchObject([{ kind: 'correction', amount: '−€20.00' }])
  })

  test('are not for sellers, and an unknown one does not exist', async () => {
    const refused = await openOffice(loadAll, { as: seller, pattern: '/office/tills' })
    expect(refused.status).toBe(403)
    const as = await addStaff('accountant')
    const params = { id: 'no-such-till' }
    const missing = await openOffice(loadSession, { as, pattern: '/office/tills/:id', params })
    expect(missing.status).toBe(404)
  })
})
