import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

import { reportDay } from '#modules/bookkeeping/settlement/settlement-report.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
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

import { findCommand } from './admin/commands.ts'

const simulation = openSimulation()
const SIGNED = ['--by', 'maria', '--reason', 'told so by the bank']

test('a departure is found by its date, and cancelled once by its id', async () => {
  const bus = await addDeparture({ departsAt: Temporal.Instant.from('2027-05-04T06:30:00Z') })
  const { stdout } = await admin('departure', 'list', '2027-05-04')
  expect(stdout).toBe(`${bus}  09:30 route 1, A to D, 0 of 10 sold, planned\n`)

  const wish = ['departure', 'cancel', bus, ...SIGNED]
  expect(await admin(...wish)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('0 bookings'),
  })
  expect(await admin(...wish)).toMatchObject({
    status: 1,
    stderr: 'Nothing was done: it has already been cancelled.\n',
  })
  expect((await admin('departure', 'differences')).stdout).toBe(
    'No departures differ from the timetable.\n',
  )
  const entries = db.selectFrom('auditEntries').select(['actor', 'reason'])
  expect(await entries.where('subject', '=', `departure:${bus}`).execute()).toEqual([
    { actor: 'admin:maria', reason: 'told so by the bank' },
  ])
})

test('a payment of a wrong amount is listed, shown, and accepted once', async () => {
  const { paymentId, orderId, providerRef } = await goToPay()
  await simulation.bank.control(`/orders/${providerRef}/pay`, { amount: 1799 })
  expect((await admin('payment', 'ask', paymentId)).stdout).toBe('State: review.\n')
  const { reference } = await findOrderRow(orderId)
  expect((await admin('payment', 'list')).stdout).toMatch(
    new RegExp(`^${paymentId}  review: asked €18.00, captured €17.99, .*${reference}`),
  )
  const accept = ['payment', 'accept', paymentId, ...SIGNED]
  expect(await admin(...accept)).toMatchObject({
    status: 1,
    stderr: 'Nothing was done: €0.01 short; pass --write-off to cover it.\n',
  })
  expect((await admin(...accept, '--write-off')).stdout).toContain('€0.01 was short')
  expect((await admin('payment', 'list')).stdout).toBe('No payments need attention.\n')

  const { stdout } = await admin('payment', 'show', reference.toLowerCase())
  expect(stdout).toContain(`Order ${reference}, confirmed`)
  expect(stdout).toContain(`Payment ${paymentId}: review, accepted`)
  expect(stdout).toMatch(/€0.01 {2}made-good {2}made-good:/)
  expect(stdout).toContain('admin:maria: payment:')
  expect(stdout).toContain('“told so by the bank”')
})

test('keys of tickets are listed, renewed and retired', async () => {
  expect((await admin('ticket-key', 'list')).stdout).toMatch(
    /^1 {2}signs from 2026-12-02 09:00; its codes count until 2028-12-01 09:00\n$/,
  )
  expect((await admin('ticket-key', 'renew', ...SIGNED)).status).toBe(0)
  expect((await admin('ticket-key', 'retire', '1', ...SIGNED)).status).toBe(0)
  expect((await admin('ticket-key', 'list')).stdout).toMatch(/^2 {2}signs from .*\n$/)
  expect(await admin('ticket-key', 'retire', '1', ...SIGNED)).toMatchObject({
    status: 1,
    stderr: 'Nothing was done: there is no such key.\n',
  })
})

test('a failed refund is listed, shown and sent again; a dispute is closed', async () => {
  const { paymentId, orderId, providerRef } = await goToPay()
  await simulation.bank.control(`/orders/${providerRef}/pay`, { amount: 1801 })
  await comeBack(paymentId)
  expect((await admin('payment', 'return', paymentId, ...SIGNED)).stdout).toContain(
    '€18.01 will be refunded',
  )
  await doJobs()
  await simulation.bank.control(`/orders/${providerRef}/refund_fail`)
  await comeBack(paymentId)
  const [refund] = await listRefunds(orderId)
  const refundId = refund?.refundId ?? ''
  expect((await admin('refund', 'list')).stdout).toMatch(
    new RegExp(`^${refundId}  €18.01 needs-attention \\(the provider refused it\\)`),
  )
  expect((await admin('refund', 'show', refundId)).stdout).toContain(`Refund ${refundId}: €18.01`)

  await simulation.bank.control(`/orders/${providerRef}/dispute`)
  const retry = ['refund', 'retry', refundId, ...SIGNED]
  expect((await admin(...retry)).stderr).toContain('its payment is disputed')
  expect((await admin('payment', 'list')).stdout).toContain(`${paymentId}  disputed`)
  expect((await admin('payment', 'dispute', paymentId, 'won', ...SIGNED)).stdout).toContain(
    '1 refunds were held back',
  )
  expect((await admin(...retry)).stdout).toContain('since the provider had refused this one')
  await doJobs()
  expect((await admin('refund', 'list')).stdout).toBe('No refunds need attention.\n')
})

test('while the bank is closed nothing can be decided', async () => {
  const { paymentId, providerRef } = await goToPay()
  await simulation.bank.control(`/orders/${providerRef}/pay`, { amount: 1 })
  await comeBack(paymentId)
  await simulation.bank.outage({ mode: '503', calls: 99 })
  expect(await admin('payment', 'ask', paymentId)).toMatchObject({
    status: 1,
    stdout: 'The provider did not answer. Last known state: review.\n',
  })
  expect(await admin('payment', 'return', paymentId, ...SIGNED)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('the provider does not answer'),
  })
})

test('the settlement report of a day is shown once it exists', async () => {
  const day = dateInCyprus(now()).toString()
  expect(await admin('settlement', day)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is no report'),
  })
  await reportDay(dateInCyprus(now()), now())
  expect(await admin('settlement', day)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/at sandbox\n {2}captured +€36\.01\n(.*\n)+.*All agree\.\n$/),
  })
})

test('a guest is exported, erased after the last ride, and erased again after a restore', async () => {
  const contact = { name: 'Gregory Guest', email: 'gregory@example.com' }
  await buy(simulation.bank, [ride(await anyBus(), 'A', 'B')], { contact })
  const { stdout } = await admin('person', 'export', 'Gregory@example.com')
  expect(JSON.parse(stdout)).toMatchObject({ orders: [{ contactName: contact.name }] })

  const erase = ['person', 'erase', 'Gregory@example.com', ...SIGNED]
  expect(await admin(...erase)).toMatchObject({
    status: 1,
    stderr: 'Nothing was done: a journey is still to come; cancel it, or wait until it has left.\n',
  })
  shiftClock({ hours: 72 })
  expect((await admin(...erase)).stdout).toBe(
    'Erased from 1 bookings, and from all that was written.\n',
  )
  expect((await admin('person', 'replay')).stdout).toBe('Erased again: 0.\n')
})

const ID = '0'.repeat(26)

test.each([
  [['departure', 'cancel', 'x', ...SIGNED]],
  [['departure', 'cancel', '00000000-0000-4000-8000-000000000000', '--by', 'maria']],
  [['departure', 'list', 'tomorrow']],
  [['payment', 'accept', ID]],
  [['payment', 'return', ID, '--by', 'maria', '--reason', ' ']],
  [['payment', 'dispute', ID, 'perhaps', ...SIGNED]],
  [['refund', 'retry', 'all', ...SIGNED]],
  [['settlement', 'yesterday']],
  [['person', 'erase', 'anna@example.com']],
  [['person', 'erase', 'anna', ...SIGNED]],
  [[]],
])('%o is not a command', (words) => {
  expect(findCommand(words)).toBeUndefined()
})

test('the program runs a valid command, and explains the usage of an invalid one', async () => {
  await addDeparture({ departsAt: Temporal.Instant.from('2027-06-04T06:30:00Z') })
  const understood = await start('departure', 'list', '2027-06-04')
  expect(understood).toMatchObject({ status: 0, stdout: expect.stringContaining('0 of 10 sold') })
  expect(await start('payment', 'accept', ID)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('payment accept <payment id> [--write-off] --by <name>'),
  })
})

/** Asynchronous, since the bank in this process must keep answering. */
function start(...words: string[]) {
  const script = join(import.meta.dirname, 'admin.ts')
  const ended = Promise.withResolvers<{ status: number; stdout: string; stderr: string }>()
  execFile(process.execPath, [script, ...words], (error, stdout, stderr) =>
    ended.resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
  )
  return ended.promise
}

async function goToPay() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus({ departsAt: now().add({ hours: 50 }) }), 'A', 'C'))
  return goToBank(visitor, simulation.bank)
}

/** Runs a command in this process, since a new one is slow to start, and returns its output. */
async function admin(...words: string[]) {
  using out = vi.spyOn(console, 'log').mockImplementation(() => {})
  using err = vi.spyOn(console, 'error').mockImplementation(() => {})
  const status = await findCommand(words)?.()
  const [stdout = '', stderr = ''] = [out, err].map((spy) =>
    spy.mock.calls.map(([line]) => `${String(line)}\n`).join(''),
  )
  return { status, stdout, stderr }
}
