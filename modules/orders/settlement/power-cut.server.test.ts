import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { doJobs, poll } from '#test/simulation/jobs.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  findOrderRow,
  goToBank,
  listMails,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'

/*
 * A fault at each step of a transaction, up to its commit. The transaction leaves no trace, and the
 * retried job completes the work.
 */

const simulation = openSimulation()

const SETTLING = [
  'payments',
  'ledger_entries',
  'seat_holds',
  'orders',
  'bookings',
  'tickets',
  'mails',
  'pgboss.job',
  'receipt_counters',
  'receipts',
]

describe('confirming an order', () => {
  test.each([...SETTLING, 'commit'])(
    'that fails at %s leaves nothing, and is done later',
    async (step) => {
      const visitor = addTraveller()
      await choose(visitor, ride(await anyBus(), 'A', 'C', { adult: 2, wheelchairUsers: 1 }))
      const attempt = await goToBank(visitor, simulation.bank)
      await simulation.bank.payAtBank(attempt.url)
      const before = await everything()
      await failingAt(step, async () => {
        await expect(comeBack(attempt.paymentId)).rejects.toThrow('power cut')
      })
      expect(await everything()).toEqual(before)

      await poll()
      expect(await findOrderRow(attempt.orderId)).toMatchObject({ status: 'confirmed' })
      expect(await listMails(attempt.orderId)).toHaveLength(1)
    },
  )
})

describe('refunding late money', () => {
  const steps = ['payments', 'ledger_entries', 'refunds', 'orders', 'mails', 'pgboss.job', 'commit']
  test.each(steps)('that fails at %s leaves nothing, and is done later', async (step) => {
    const bus = await anyBus({ seats: 1 })
    const visitor = addTraveller()
    await choose(visitor, ride(bus, 'A', 'C'))
    const attempt = await goToBank(visitor, simulation.bank)
    shiftClock({ minutes: 16 })
    await poll()
    shiftClock({ minutes: 15 })
    await buy(simulation.bank, [ride(bus, 'A', 'C')])
    await simulation.bank.control(`/orders/${attempt.providerRef}/pay`)
    await simulation.bank.tell(attempt.providerRef)

    const before = await everything()
    await failingAt(step, () => expect(doJobs()).rejects.toThrow('power cut'))
    expect(await everything()).toEqual(before)
    await doJobs()
    expect(await comeBack(attempt.paymentId)).toMatchObject({
      outcome: 'given-back',
      givenBack: { state: 'succeeded' },
    })
  })

  test.each(['refunds', 'payments', 'ledger_entries'])(
    'that cannot record the answer at %s is asked for again, and refunds once',
    async (step) => {
      const visitor = addTraveller()
      await choose(visitor, ride(await anyBus(), 'A', 'C'))
      const first = await goToBank(visitor, simulation.bank)
      await simulation.bank.leaveForGood(first.url)
      await comeBack(first.paymentId)
      const second = await goToBank(visitor, simulation.bank)
      await simulation.bank.payAtBank(second.url)
      await comeBack(second.paymentId)
      await simulation.bank.control(`/orders/${first.providerRef}/pay`)
      await comeBack(first.paymentId)

      await failingAt(step, () => expect(doJobs()).rejects.toThrow('power cut'))
      expect(await simulation.bank.provider.fetch(first.providerRef)).toMatchObject({
        refunded: 1800,
      })
      await doJobs()
      expect(await simulation.bank.provider.fetch(first.providerRef)).toMatchObject({
        refunded: 1800,
      })
      expect(await comeBack(first.paymentId)).toMatchObject({ givenBack: { state: 'succeeded' } })
    },
  )
})

describe('going to pay', () => {
  const steps = ['orders', 'seat_holds', 'payments', 'pgboss.job', 'commit']
  test.each(steps)(
    'that fails at %s leaves the cart as it was, and nothing at the bank',
    async (step) => {
      const visitor = addTraveller()
      await choose(visitor, ride(await anyBus(), 'A', 'C'))
      const before = await everything()
      const calls = simulation.bank.line.calls.length
      await failingAt(step, async () => {
        await expect(pressPay(visitor, simulation.bank)).rejects.toThrow('power cut')
      })
      expect(await everything()).toEqual(before)
      expect(simulation.bank.line.calls).toHaveLength(calls)
      expect(await pressPay(visitor, simulation.bank)).toMatchObject({ ok: true })
    },
  )
})

/** Makes every write to this table fail during `work`, or the commit. */
async function failingAt(step: string, work: () => Promise<unknown>): Promise<void> {
  const [kind, table, when] =
    step === 'commit'
      ? ['constraint trigger', 'orders', 'after insert or update']
      : ['trigger', step, 'before insert or update or delete']
  const late = step === 'commit' ? 'deferrable initially deferred' : ''
  const trigger = `create ${kind} cut ${when} on ${table} ${late} for each row execute function cut_power()`
  await asOwner(async (owner) => {
    await sql`create or replace function cut_power() returns trigger language plpgsql
      as $$ begin raise exception 'power cut'; end $$`.execute(owner)
    await sql.raw(trigger).execute(owner)
  })
  try {
    await work()
  } finally {
    await asOwner((owner) => sql.raw(`drop trigger cut on ${table}`).execute(owner))
  }
}

/** All rows of these tables as text, and every mail sent. */
async function everything(): Promise<Record<string, unknown>> {
  const tables = ['refunds', 'mailbox_messages', ...SETTLING]
  const rows = await Promise.all(
    tables.map(async (table) => {
      const found = await sql<{
        row: string
      }>`select t::text as row from ${sql.table(table)} as t`.execute(db)
      return [table, found.rows.map(({ row }) => row).toSorted()] as const
    }),
  )
  return Object.fromEntries(rows)
}
