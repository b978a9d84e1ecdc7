import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { SEND_MAIL } from '#modules/mail/outbox.server.ts'
import { isDatabaseAway } from '#platform/connection/database-trouble.server.ts'
import { connect, db, type Database } from '#platform/db.server.ts'
import { stopEnqueueing } from '#platform/jobs/jobs.server.ts'
import { keepWebLimits } from '#test/fixtures/web-limits.ts'

import { doJobs, listJobs } from './jobs.ts'
import { anyBus, openSimulation } from './simulation.ts'
import {
  addTraveller,
  choose,
  comeBack,
  findOrderRow,
  getPaymentOf,
  goToBank,
  listMails,
  pressPay,
  ride,
} from './travellers.ts'
import { wireToDatabase, type Trouble } from './wire.ts'

/*
 * The connection between program and database refuses, falls silent, and is cut at the worst
 * moment. Callers get an error soon, nothing unrecorded is charged, and once the connection is back
 * everything continues without help. The database itself stays up: the tests read it past the
 * broken connection.
 */

await keepWebLimits()
const straight = process.env.DATABASE_URL ?? ''
const wire = await wireToDatabase(straight)
process.env.DATABASE_URL = wire.url

const simulation = openSimulation()
let books: Database
let visitor: string

beforeAll(() => {
  books = connect(straight)
})
beforeEach(async () => {
  visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
})
afterAll(async () => {
  await books.destroy()
  wire.is('none')
})

/** The first job that a program enqueues opens its connection for jobs, which then stays open. */
test('a program that cannot open its connection for jobs gets an error, and tries again with the next order', async () => {
  await sql`select 1`.execute(db)
  wire.is('refuses-new')
  expect(isDatabaseAway(await faultOf(pressPay(visitor, simulation.bank)))).toBe(true)
  wire.is('none')
  expect(await pressPay(visitor, simulation.bank)).toMatchObject({ ok: true })
})

test.each<Trouble>(['refuses', 'is-silent'])(
  'a connection that %s on the way to payment: an error within seconds, no call to the bank, and the button works later',
  async (trouble) => {
    const calls = simulation.bank.line.calls.length
    wire.is(trouble)
    const started = performance.now()
    expect(isDatabaseAway(await faultOf(pressPay(visitor, simulation.bank)))).toBe(true)
    expect(performance.now() - started).toBeLessThan(8000)
    expect(simulation.bank.line.calls).toHaveLength(calls)
    wire.is('none')
    const { url, paymentId } = await goToBank(visitor, simulation.bank)
    await simulation.bank.payAtBank(url)
    expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  },
)

test('a database that disappears silently is dropped on every connection, and its successor is found', async () => {
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.1)`.execute(db)))
  wire.is('old-are-silent')
  const faults = await Promise.all(
    Array.from({ length: 10 }, () => faultOf(sql`select 1`.execute(db))),
  )
  expect(faults.filter((fault) => !isDatabaseAway(fault))).toEqual([])
  expect(await sql`select 1`.execute(db)).toMatchObject({ rows: [{}] })
  const promising = await pressPay(visitor, simulation.bank).catch((fault: unknown) => fault)
  if (isDatabaseAway(promising)) await pressPay(visitor, simulation.bank)
  expect(await getPaymentOf(visitor)).toMatchObject({ state: 'open' })
  wire.is('none')
})

/** As people do: each presses again until it works, but not for ever. */
async function pressUntilItWorks(person: string): Promise<boolean> {
  for (let tries = 0; tries < 30; tries++) {
    const pressed = await pressPay(person, simulation.bank).catch((fault: unknown) => fault)
    if (!isDatabaseAway(pressed)) return (pressed as { ok?: boolean }).ok === true
  }
  return false
}

test('a database that takes three seconds to let anybody in is reached again, while a crowd presses', async () => {
  const crowd = Array.from({ length: 12 }, addTraveller)
  for (const person of crowd) await choose(person, ride(await anyBus(), 'A', 'C'))
  await stopEnqueueing()
  wire.is('refuses')
  expect(isDatabaseAway(await faultOf(pressPay(visitor, simulation.bank)))).toBe(true)
  wire.is('is-slow')
  const pressed = await Promise.all([visitor, ...crowd].map(pressUntilItWorks))
  expect(pressed.filter((isPaying) => !isPaying)).toEqual([])
  wire.is('none')
})

test('a query without a response fails after a second', async () => {
  const silent = await wireToDatabase(straight)
  silent.is('is-silent')
  const caller = connect(silent.url)
  const started = performance.now()
  expect(isDatabaseAway(await faultOf(sql`select 1`.execute(caller)))).toBe(true)
  expect(performance.now() - started).toBeLessThan(3000)
  await caller.destroy()
  await silent.stop()
})

test('the connection falls silent after the bank took the money: the callback gets a 500 and is retried', async () => {
  const { url, providerRef } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url)
  wire.is('is-silent')
  await simulation.bank.tell(providerRef)
  expect(simulation.bank.door.answered.at(-1)).toBe(500)
  wire.is('none')
  await simulation.bank.tell(providerRef)
  await doJobs()
  expect(await getPaymentOf(visitor)).toMatchObject({ state: 'paid' })
})

test('the response to the commit is lost: the order is confirmed once, whichever caller asks again', async () => {
  const { url, paymentId, orderId } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url)
  wire.cutAfter('commit')
  expect(isDatabaseAway(await faultOf(comeBack(paymentId)))).toBe(true)
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  expect(await findOrderRow(orderId)).toMatchObject({ status: 'confirmed' })
  expect(await listMails(orderId)).toHaveLength(1)
  const mails = (await listJobs([SEND_MAIL.name])).length
  await comeBack(paymentId)
  expect(await listJobs([SEND_MAIL.name])).toHaveLength(mails)
})

test('the response to the commit is lost on the way to payment: the next click leads to the same page', async () => {
  const calls = () => simulation.bank.line.calls.filter((call) => call === 'open').length
  const before = calls()
  wire.cutAfter('commit')
  const first = await pressPay(visitor, simulation.bank).catch((fault: unknown) => fault)
  expect(isDatabaseAway(first)).toBe(true)
  expect(await pressPay(visitor, simulation.bank)).toMatchObject({ ok: true })
  expect(calls()).toBe(before + 1)
  const payments = await books
    .selectFrom('payments')
    .innerJoin('orders', 'orderId', 'payableId')
    .where('visitor', '=', visitor)
    .select('paymentId')
    .execute()
  expect(payments).toHaveLength(1)
})

function faultOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (outcome) => ({ outcome }),
    (fault: unknown) => fault,
  )
}
