import { sql } from 'kysely'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { countAboard } from '#modules/boarding/counts/count-aboard.server.ts'
import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { listDueEnquiries } from '#modules/enquiries/inbox.server.ts'
import { listDay, listDutiesOf, listOnNoDuty, listUndriven } from '#modules/fleet/duties.server.ts'
import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { findNoticesFor } from '#modules/notices/shown-notices.server.ts'
import { getProvider } from '#modules/payments/providers.server.ts'
import { findOwnTill } from '#modules/payments/till/till.server.ts'
import { listDepartures } from '#modules/seats/list-departures.server.ts'
import { listDriverIds } from '#modules/staff/people/list-members.server.ts'
import { demonstrationMember } from '#modules/staff/sign-in/demonstration.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { LOCALES } from '#platform/locale.ts'
import { dateInCyprus, isBefore, TIME_ZONE } from '#platform/time.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { LIMIT_MILLISECONDS } from '#test/fixtures/one-limit.ts'

import { openDemonstrationBank, type DemonstrationBank } from './bank.ts'
import { foundCompany } from './found-company.ts'
import { isBeingFounded } from './is-being-founded.server.ts'

const ORDERS_BEFORE_KILL = 12
const PATIENCE = { timeout: LIMIT_MILLISECONDS, interval: 100 }

const folder = mkdtempSync(join(tmpdir(), 'demonstration-'))
/** Three in the morning, when little is on the road. */
const until = now()
  .toZonedDateTimeISO(TIME_ZONE)
  .add({ days: 1 })
  .with({ hour: 3, minute: 0, second: 0, millisecond: 0 })
  .toInstant()
/** For programs that are started here. */
const clockFile = join(folder, 'clock')
let bank: DemonstrationBank
beforeAll(async () => {
  shiftClock({ milliseconds: until.epochMilliseconds - now().epochMilliseconds })
  writeFileSync(
    clockFile,
    String(until.epochMilliseconds - Temporal.Now.instant().epochMilliseconds),
  )
  await loadSeed(until)
  bank = await openDemonstrationBank(join(folder, 'sandbox-bank.sqlite'))
})
afterAll(async () => {
  await bank.stop()
  rmSync(folder, { recursive: true })
})

test('a company whose program was killed in the middle is founded by the next one, without a double', async () => {
  const killed = start({ CLOCK_FILE: clockFile })
  await vi.waitUntil(async () => (await countOrders()) >= ORDERS_BEFORE_KILL, PATIENCE)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  // Meanwhile the site reports no payment of last month as one that waits.
  expect(await isBeingFounded(now())).toBe(true)
  expect(await foundCompany(smallCompany())).toBe('founded')
  expect(await isBeingFounded(now())).toBe(false)

  const provider = getProvider('sandbox', 'job')
  expect(await checkInvariants(db, { now: now(), bank: provider })).toEqual([])
  expect(await listDistinct('alerts', 'kind')).not.toContain('promise-broken')
  const { languages } = await countCompany()
  expect(languages).toBe(2)
  const doubles = db.selectFrom('orders').select('visitor').groupBy('visitor')
  expect(await doubles.having(db.fn.countAll(), '>', 1).execute()).toEqual([])
  const orders = await countOrders()
  expect(orders).toBeGreaterThan(100)
  expect(orders).toBeLessThan(160)
})

test('staff find something to do in it', async () => {
  expect(await listDistinct('orders', 'status')).toContain('payment-review')
  expect(await listDistinct('mails', 'state')).toEqual(expect.arrayContaining(['refused', 'sent']))
  const kinds = await listDistinct('changes', 'kind')
  expect(kinds).toEqual(expect.arrayContaining(['cancelled', 'amended', 'goodwill']))
  const wheelchairs = db.selectFrom('bookings').select('bookingId').where('wheelchairUsers', '>', 0)
  expect((await wheelchairs.execute()).length).toBeGreaterThan(0)
  const due = await listDueEnquiries(now())
  expect(due.some(({ dueOn }) => dueOn)).toBe(true)
})

test('at three in the morning too, a bus of the next hours is late, and another cancelled', async () => {
  const [since, until6] = [now(), now().add({ hours: 6 })]
  const departures = await listDepartures({ since, until: until6, now: now() })
  const cancelled = departures.filter(({ status }) => status === 'cancelled')
  expect(cancelled).toHaveLength(1)
  const reports = await db.selectFrom('departureDelays').selectAll().execute()
  expect(reports).toMatchObject([{ minutes: 25, enteredBy: 'staff:demonstration-dispatcher' }])
  const late = departures.find(({ departureId }) => departureId === reports[0]?.departureId)
  expect(late?.sold).toBeGreaterThan(0)
  const kinds = await listDistinct('mails', 'kind')
  expect(kinds).toEqual(expect.arrayContaining(['running-late', 'departure-cancelled']))
})

test('drivers have ticked most of those who left within the last hours', async () => {
  const left = await listDepartures({
    since: now().subtract({ hours: 20 }),
    until: now(),
    now: now(),
  })
  const counts = [...(await countAboard(left.map(({ departureId }) => departureId))).values()]
  const sum = (of: 'aboard' | 'booked') => counts.reduce((total, count) => total + count[of], 0)
  expect(sum('booked')).toBeGreaterThan(0)
  expect(sum('aboard')).toBeGreaterThan(sum('booked') / 2)
})

test('vehicles, drivers and duties of the day are there, and one duty of these hours has lost its driver', async () => {
  const today = dateInCyprus(now())
  const { duties } = await listDay(today)
  const runs = duties.flatMap((duty) => duty.runs)
  expect(runs.length).toBeGreaterThan(30)
  expect(await listOnNoDuty(today)).toEqual([])
  expect(runs.filter(({ vehicleId }) => vehicleId).length).toBeGreaterThan(runs.length * 0.8)
  const own = duties.find(({ driverId }) => driverId === demonstrationMember('driver').staffId)
  const next = runs.map(({ from }) => from).filter((from) => isBefore(now(), from))
  const [first] = next.toSorted((one, other) => Temporal.Instant.compare(one, other))
  expect(own?.runs.map(({ from }) => String(from))).toContain(String(first))
  expect((await listDutiesOf(today.add({ days: 1 }))).length).toBe(duties.length)
  const span = { from: now(), until: now().add({ hours: 12 }) }
  expect(
    await listUndriven(span, { today, most: 100, driverIds: await listDriverIds() }),
  ).not.toEqual([])
})

test('the till of the seller is open with the sales of these hours; those of other days are counted', async () => {
  const till = await findOwnTill(demonstrationMember('seller').staffId)
  const means = till?.entries.map((entry) => entry.means) ?? []
  expect(means.length).toBeGreaterThan(2)
  expect(new Set(means)).toEqual(new Set(['cash', 'card-terminal']))
  const counted = db.selectFrom('tillSessions').select('differenceCents')
  const differences = await counted.where('closedAt', 'is not', null).orderBy('openedAt').execute()
  expect(differences).toEqual([{ differenceCents: 0 }, { differenceCents: -200 }])
  const channels = await db
    .selectFrom('orders')
    .select(['channel', 'status'])
    .distinct()
    .where('channel', '!=', 'web')
    .execute()
  expect(channels).toEqual(
    expect.arrayContaining([
      { channel: 'counter', status: 'confirmed' },
      { channel: 'phone', status: 'confirmed' },
      { channel: 'phone', status: 'expired' },
    ]),
  )
})

test('staff have written notes, overruled a rule for a reason, and answered letters', async () => {
  const notes = await db.selectFrom('orderNotes').select('author').execute()
  expect(notes.length).toBeGreaterThan(1)
  const overruled = db.selectFrom('auditEntries').select(['actor', 'overrule', 'reason'])
  expect(await overruled.where('overrule', 'is not', null).execute()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        actor: 'staff:demonstration-seller',
        overrule: 'INABILITY_TO_TRAVEL',
      }),
      expect.objectContaining({
        actor: 'staff:demonstration-dispatcher',
        overrule: 'EQUIPMENT_FAILURE',
      }),
    ]),
  )
  const states = await listDistinct('enquiries', 'state')
  expect(new Set(states)).toEqual(new Set(['answered', 'new', 'open']))
  expect(await listDistinct('enquiryMessages', 'kind')).toContain('reply')
})

test('a notice is on the timetables that call at its stop, in every language', async () => {
  for (const locale of LOCALES) {
    const shown = await findNoticesFor({ locale, routeId: '1', now: now() })
    expect(shown).toHaveLength(1)
    expect(await findNoticesFor({ locale, routeId: undefined, now: now() })).toEqual([])
  }
})

test('it is founded once; a run that was interrupted goes on without doing anything twice', async () => {
  const before = await countCompany()
  expect(await foundCompany(smallCompany())).toBe('already-there')
  await asOwner(async (owner) => {
    await sql`grant delete on audit_entries to current_user`.execute(owner)
    await sql`delete from audit_entries where subject = 'demonstration' and action = 'done'`.execute(
      owner,
    )
  })
  expect(await foundCompany(smallCompany())).toBe('founded')
  expect(await countCompany()).toEqual(before)
})

test('the program that the server starts finds the company there, and ends', async () => {
  expect(await endOf(start({ CLOCK_FILE: clockFile }))).toBe(0)
})

test('the program never makes a company in live mode', async () => {
  const before = await countCompany()
  expect(await endOf(start({ MODE: 'live' }))).toBe(1)
  expect(await countCompany()).toEqual(before)
})

/** The program of the server, for a small company. */
function start(more: Record<string, string>): ChildProcess {
  const env = { ...process.env, DATA_DIR: folder, SMTP_URL: '', ...more }
  const program = join(import.meta.dirname, 'run.ts')
  return spawn(process.execPath, [program, String(BOOKINGS_A_DAY)], { env, stdio: 'ignore' })
}

async function endOf(program: ChildProcess): Promise<unknown> {
  const [code] = await once(program, 'exit')
  return code
}

const BOOKINGS_A_DAY = 2

async function countOrders(): Promise<number> {
  const all = db.selectFrom('orders').select(db.fn.countAll<number>().as('orders'))
  return (await all.executeTakeFirstOrThrow()).orders
}

/** With fewer travellers than a demonstration has. */
function smallCompany() {
  return { bank, until, bookingsADay: BOOKINGS_A_DAY, pace: 0 }
}

/** Everything that a second company would add to. */
async function countCompany() {
  const { orders, languages } = await db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.count<number>('locale').distinct().as('languages'),
    ])
    .where('status', 'in', ['confirmed', 'cancelled'])
    .executeTakeFirstOrThrow()
  const tables = [
    'scans',
    'duties',
    'dutyDepartures',
    'tillSessions',
    'tillEntries',
    'notices',
    'orderNotes',
  ] as const
  const rows = await Promise.all(
    [...tables, ...(['departureDelays', 'enquiries', 'enquiryMessages', 'mails'] as const)].map(
      (table) => db.selectFrom(table).select(db.fn.countAll().as('rows')).executeTakeFirstOrThrow(),
    ),
  )
  return { orders, languages, rows: rows.map((one) => Number(one.rows)) }
}

async function listDistinct(table: string, column: string): Promise<unknown[]> {
  const { rows } = await sql<{ value: unknown }>`
    select distinct ${sql.ref(column)} as value from ${sql.table(table)}`.execute(db)
  return rows.map(({ value }) => value)
}
