import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { closeBoarding } from '#modules/boarding/counts/close-boarding.server.ts'
import { countAboard } from '#modules/boarding/counts/count-aboard.server.ts'
import { receiveScans } from '#modules/boarding/counts/receive-scans.server.ts'
import { reopenBoarding } from '#modules/boarding/counts/reopen-boarding.server.ts'
import { tick } from '#modules/boarding/counts/ticks.server.ts'
import type { SentScan } from '#modules/boarding/package/sync.ts'
import { judgeScan } from '#modules/boarding/verdict/judge-scan.ts'
import { readText } from '#modules/boarding/verdict/read-text.ts'
import { listEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus, minutesSince } from '#platform/time.ts'
import { cancelAndTell } from '#test/fixtures/cancelled-bus.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'
import { amendTo, buyIn, giveUp, type Held } from '#test/simulation/holders.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { findManifest } from './find-manifest.server.ts'
import { makePackage } from './make-package.server.ts'

const simulation = openSimulation()
const DRIVER = { kind: 'staff', staffId: '' } as { kind: 'staff'; staffId: string }
beforeAll(async () => {
  DRIVER.staffId = (await addStaffMember({ roles: ['driver'] })).staffId
})
let bus: string
let later: string
let anna: Held
let ONE: string
let TWO: string
beforeEach(async () => {
  ;[ONE, TWO] = [randomUUID(), randomUUID()]
  // Noon of tomorrow: both buses are of one day at any hour at which the test runs.
  const noon = dateInCyprus(now()).add({ days: 1 }).toZonedDateTime({
    timeZone: 'Asia/Nicosia',
    plainTime: '12:00',
  })
  bus = await addDeparture({ departsAt: noon.toInstant() })
  later = await addDeparture({ departsAt: noon.add({ hours: 1 }).toInstant() })
  anna = await buyIn('en', simulation.bank, ride(bus, 'A', 'C', { adult: 2, child: 2 }))
})

function scan(seq: number, boarded: number, changed: Partial<SentScan> = {}): SentScan {
  const place = { ride: `${anna.reference}-1`, departureId: bus, position: 0 }
  return { seq, boarded, at: now().epochMilliseconds, ...place, ...changed }
}

function send(deviceId: string, ...scans: SentScan[]) {
  return receiveScans({ deviceId, scans, by: DRIVER, now: now() })
}

async function pack(known: readonly string[] = [], stopId = 'A') {
  const day = dateInCyprus(now()).add({ days: 1 })
  return makePackage({ staffId: DRIVER.staffId, stopId, day, known, now: now() })
}

const aboardOf = async (departureId: string) => (await countAboard([departureId])).get(departureId)
const listConflicts = async () =>
  db
    .selectFrom('boardingConflicts')
    .select(['tooMany'])
    .where('bookingId', '=', await getBookingId())
    .execute()
const listAudit = () =>
  db
    .selectFrom('auditEntries')
    .select(['subject', 'action', 'after'])
    .where('subject', '=', `manifest:${bus}`)
    .orderBy('enteredAt')
    .execute()

async function getBookingId(): Promise<string> {
  const { bookingId } = await db
    .selectFrom('bookings')
    .select('bookingId')
    .where('orderId', '=', anna.orderId)
    .executeTakeFirstOrThrow()
  return bookingId
}

async function getCode({ orderId }: Held) {
  const tickets = await db
    .selectFrom('tickets')
    .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
    .select(['code', 'number'])
    .where('orderId', '=', orderId)
    .orderBy('issuedAt')
    .execute()
  return tickets
}

describe('a phone', () => {
  test('gets a number, which it keeps', async () => {
    const first = await send(ONE)
    expect(first).toEqual({
      device: expect.any(Number),
      lastSeq: 0,
      refused: [],
      isRevoked: false,
    })
    expect((await send(TWO)).device).not.toBe(first.device)
    expect((await send(ONE)).device).toBe(first.device)
  })

  test('and the list in the office count the same people', async () => {
    const { device } = await send(ONE, scan(1, 3))
    expect(await aboardOf(bus)).toMatchObject({ aboard: 3, booked: 4 })
    const at = now().add({ hours: 36 })
    const ticked = { departureId: bus, bookingId: await getBookingId(), position: 0 }
    expect(await tick({ ...ticked, aboard: 4, by: DRIVER, now: at })).toEqual({ ok: true })
    expect(await aboardOf(bus)).toMatchObject({ aboard: 4, booked: 4 })
    const manifest = await findManifest(bus, { locale: 'en', now: now() })
    expect(manifest).toMatchObject({ aboard: 4, people: 4 })
    expect(manifest?.stops[0]?.boards[0]).toMatchObject({ aboard: 4, tooMany: 0 })
    const { pack: packed } = await pack()
    const scans = packed.departures.find(({ departureId }) => departureId === bus)?.scans
    expect(scans?.map((one) => [one.device, one.boarded])).toEqual([
      [0, 1],
      [device, 3],
    ])
  })

  test('sends a scan twice, which is one scan with one entry in the audit', async () => {
    const { device } = await send(ONE, scan(1, 2), scan(2, 1))
    expect(await send(ONE, scan(1, 2), scan(2, 1))).toEqual({
      device,
      lastSeq: 2,
      refused: [],
      isRevoked: false,
    })
    expect(await aboardOf(bus)).toMatchObject({ aboard: 3 })
    const after = { device, scans: 2, boarded: 3 }
    expect(await listAudit()).toEqual([{ subject: `manifest:${bus}`, action: 'scanned', after }])
  })

  test('is told which of its scans belong to nothing of ours', async () => {
    const strange = [
      scan(1, 1, { ride: 'ZZZZZZZZ-1' }),
      scan(2, 1, { departureId: randomUUID() }),
      scan(3, 1, { position: 99 }),
    ]
    expect(await send(ONE, ...strange, scan(4, 1))).toMatchObject({ refused: [1, 2, 3] })
    expect(await aboardOf(bus)).toMatchObject({ aboard: 1 })
  })

  test('sends another scan under a number that is taken, which is refused and not lost unseen', async () => {
    await send(ONE, scan(1, 2))
    expect(await send(ONE, scan(1, 1), scan(2, 1))).toMatchObject({ lastSeq: 2, refused: [1] })
    expect(await send(ONE, scan(3, 1), scan(3, -1))).toMatchObject({ lastSeq: 3, refused: [3] })
    expect(await aboardOf(bus)).toMatchObject({ aboard: 4 })
  })

  test('counts no more at once than a party has, and takes off nobody who is not aboard', async () => {
    expect(await send(ONE, scan(1, 5), scan(2, -1), scan(3, 4))).toMatchObject({ refused: [1, 2] })
    expect(await send(TWO, scan(1, -5), scan(2, -4))).toMatchObject({ refused: [1] })
    expect(await aboardOf(bus)).toMatchObject({ aboard: 0 })
    expect(await listConflicts()).toEqual([])
  })

  test('with a clock that was never set counts now', async () => {
    await send(ONE, scan(1, 1, { at: 0 }))
    const { lastTickAt } = (await aboardOf(bus)) ?? {}
    expect(lastTickAt && minutesSince(lastTickAt, now())).toBe(0)
  })
})

describe('two phones', () => {
  test('that let the same people aboard make a conflict, until one takes them back (I18)', async () => {
    await send(ONE, scan(1, 4))
    await send(TWO, scan(1, 4))
    expect(await listConflicts()).toEqual([{ tooMany: 4 }])
    expect(await aboardOf(bus)).toMatchObject({ aboard: 4, booked: 4 })
    const manifest = await findManifest(bus, { locale: 'en', now: now() })
    expect(manifest?.stops[0]?.boards[0]).toMatchObject({ aboard: 4, tooMany: 4 })
    await send(TWO, scan(2, -4))
    expect(await listConflicts()).toEqual([])
    expect(await aboardOf(bus)).toMatchObject({ aboard: 4 })
  })

  test('that send at once wait for each other, so that no conflict is missed', async () => {
    const release = await hold(async (tx) => {
      const booking = tx.selectFrom('bookings').select('bookingId')
      await booking.where('orderId', '=', anna.orderId).forNoKeyUpdate().execute()
    })
    const both = [send(ONE, scan(1, 4)), send(TWO, scan(1, 4))]
    await untilWaiting(2)
    await release()
    await Promise.all(both)
    expect(await listConflicts()).toEqual([{ tooMany: 4 }])
  })
})

test('people taken along are counted on the bus that they ride, and not on their own', async () => {
  await send(ONE, scan(1, 4, { departureId: later }))
  expect(await aboardOf(later)).toMatchObject({ aboard: 4, booked: 0 })
  expect(await aboardOf(bus)).toMatchObject({ aboard: 0, booked: 4 })
  expect(await findManifest(later, { locale: 'en', now: now() })).toMatchObject({ aboard: 4 })
  const ticked = { departureId: bus, bookingId: await getBookingId(), position: 0, aboard: 4 }
  const at = now().add({ hours: 36 })
  // They cannot be ticked aboard both.
  expect(await tick({ ...ticked, by: DRIVER, now: at })).toMatchObject({ reason: 'too-many' })
})

describe('a package', () => {
  test('knows a ticket by its code, which it does not contain', async () => {
    const [first] = await getCode(anna)
    const { code, number } = first ?? { code: '', number: '' }
    const { pack: packed, mine } = await pack()
    const both = [bus, later].map((departureId) => ({ departureId, position: 0 }))
    expect(mine).toEqual(expect.arrayContaining(both))
    const read = await readText(code.toUpperCase(), packed)
    const here = { departureId: bus, position: 0 }
    const verdict = judgeScan({ pack: packed, scans: [], read, here })
    expect(verdict).toMatchObject({ is: 'aboard', people: 4, ticket: { number, seats: 4 } })
    expect(JSON.stringify(packed)).not.toContain(code)
  })

  test('has names of the own departures alone, and no price, address or telephone number', async () => {
    await db.updateTable('orders').set({ contactPhone: '+35799123456' }).execute()
    const { pack: packed } = await pack()
    const text = JSON.stringify(packed)
    expect(text).toContain('Anna Georgiou')
    expect(text).not.toMatch(/@|35799123456|cents|price/i)
    const elsewhere = await pack([], 'D')
    expect(elsewhere.mine).toEqual([])
    expect(JSON.stringify(elsewhere.pack)).not.toContain('Georgiou')
    expect(JSON.stringify(elsewhere.pack)).toContain(anna.reference)
  })

  test('is sent again only as far as it has changed', async () => {
    const first = await pack()
    const known = first.pack.departures.map(({ version }) => version)
    expect((await pack(known)).pack.departures).toEqual([])
    await send(ONE, scan(1, 2))
    const { pack: changed } = await pack(known)
    expect(changed.departures.map(({ departureId }) => departureId)).toEqual([bus])
  })

  test('knows what became of void tickets', async () => {
    const zoe = await buyIn('en', simulation.bank, ride(bus, 'A', 'B'))
    await amendTo(anna, ride(later, 'A', 'C', { adult: 2, child: 2 }), { bank: simulation.bank })
    await giveUp(zoe, { refund: 800 })
    const { pack: packed } = await pack()
    const [first, second] = await getCode(anna)
    const tickets = packed.departures.flatMap((one) => one.tickets)
    const today = dateInCyprus(now()).toString()
    expect(tickets.find(({ number }) => number === first?.number)).toMatchObject({
      state: 'replaced',
      voidOn: today,
      successor: second?.number,
    })
    expect(tickets.find(({ number }) => number.startsWith(zoe.reference))).toMatchObject({
      state: 'given-up',
      voidOn: today,
    })
    expect(packed.days[today]).toEqual({ en: expect.any(String), el: expect.any(String) })
    expect(packed.stops.A).toEqual({ en: 'Almond Square', el: 'Πλατεία Αμυγδάλου' })
    // People aboard are named by the ride, whichever issue of its ticket they showed.
    await send(ONE, scan(1, 4, { departureId: later }))
    const scans = (await pack()).pack.departures.flatMap((one) => one.scans)
    const theirs = scans.filter(({ departureId }) => departureId === later)
    expect(theirs).toMatchObject([{ ride: `${anna.reference}-1`, boarded: 4 }])
  })

  test('has the free seats of each leg', async () => {
    const { pack: packed } = await pack()
    const free = packed.departures.find(({ departureId }) => departureId === bus)?.free
    const seats = free?.map((leg) => leg.seats) ?? []
    expect(seats).toHaveLength(3)
    expect((seats[2] ?? 0) - (seats[0] ?? 0)).toBe(4)
  })
})

const left = (changed = {}) =>
  closeBoarding({ departureId: bus, position: 0, by: DRIVER, now: now(), ...changed })

describe('boarding', () => {
  test('is closed once, with an entry in the audit, and a late scan still counts', async () => {
    const at = now().add({ hours: 36 })
    expect(await left({ now: at })).toEqual({ ok: true })
    expect(await left({ now: at })).toEqual({ ok: false, reason: 'closed-already' })
    expect(await listAudit()).toMatchObject([{ action: 'boarding-closed', after: { position: 0 } }])
    await send(ONE, scan(1, 4))
    expect(await aboardOf(bus)).toMatchObject({ aboard: 4 })
    const manifest = await findManifest(bus, { locale: 'en', now: at })
    expect(manifest?.closed).toEqual([{ position: 0, closedAt: at }])
    const { pack: packed } = await pack()
    expect(packed.departures.find(({ departureId }) => departureId === bus)?.closed).toEqual([0])
  })

  test('is closed at the moment of the press, though the phone had a network only later', async () => {
    const heard = now().add({ hours: 36 })
    const closedAt = async () => (await findManifest(bus, { locale: 'en', now: heard }))?.closed
    const pressed = heard.subtract({ minutes: 10 })
    expect(await left({ now: heard, at: pressed.epochMilliseconds })).toEqual({ ok: true })
    expect(await closedAt()).toEqual([
      { position: 0, closedAt: Temporal.Instant.fromEpochMilliseconds(pressed.epochMilliseconds) },
    ])
    // A clock that is ahead, or years off, is not believed.
    for (const [position, wrong] of [
      [1, heard.add({ minutes: 5 })],
      [2, heard.subtract({ hours: 24 * 400 })],
    ] as const) {
      await left({ position, now: heard, at: wrong.epochMilliseconds })
      expect(await closedAt()).toContainEqual({ position, closedAt: heard })
    }
  })

  test('is opened again at the stop that was left last, for a quarter of an hour, with an entry in the audit', async () => {
    const at = now().add({ hours: 36 })
    const closedAt = async () => (await findManifest(bus, { locale: 'en', now: at }))?.closed
    const reopen = (changed: { position?: number; now?: Temporal.Instant } = {}) =>
      reopenBoarding({ departureId: bus, position: 0, by: DRIVER, now: at, ...changed })
    expect(await reopen()).toEqual({ ok: false, reason: 'left-no-more' })
    await left({ now: at })
    const late = at.add({ minutes: 15, seconds: 1 })
    expect(await reopen({ now: late })).toMatchObject({ reason: 'left-too-long-ago' })
    expect(await reopen({ position: 1 })).toMatchObject({ reason: 'left-no-more' })
    expect(await reopen({ now: at.add({ minutes: 15 }) })).toEqual({ ok: true })
    expect(await closedAt()).toEqual([])
    const { pack: packed } = await pack()
    expect(packed.departures.find(({ departureId }) => departureId === bus)?.closed).toEqual([])
    expect(await reopen()).toEqual({ ok: false, reason: 'left-no-more' })
    const [entry] = await listEntries(`departure:${bus}`, 1)
    expect(entry).toMatchObject({
      action: 'boarding-reopened',
      after: { position: 0, stopId: 'A' },
    })

    const again = at.add({ minutes: 16 })
    expect(await left({ now: again })).toEqual({ ok: true })
    await left({ now: again, position: 1 })
    expect(await reopen()).toEqual({ ok: false, reason: 'left-no-more' })
    await send(ONE, scan(1, 1, { position: 2 }))
    expect(await reopen({ position: 1 })).toEqual({ ok: false, reason: 'boarded-beyond' })
    expect(await closedAt()).toHaveLength(2)
  })

  test('that has not begun, or is at no stop of the bus, is not closed', async () => {
    expect(await left({ now: now().subtract({ hours: 48 }) })).toMatchObject({
      reason: 'boarding-not-open',
    })
    const at = now().add({ hours: 36 })
    for (const changed of [{ position: 9 }, { departureId: randomUUID() }, { departureId: 'x' }]) {
      expect(await left({ ...changed, now: at })).toMatchObject({ reason: 'no-such-stop' })
    }
    await cancelAndTell(bus)
    expect(await left({ now: at })).toMatchObject({ reason: 'not-running' })
  })
})

describe('boarding that was opened again', () => {
  let at: Temporal.Instant
  const minute = (minutes: number) => at.add({ minutes })
  const isClosed = async () =>
    ((await findManifest(bus, { locale: 'en', now: at }))?.closed ?? []).length > 0
  const reopen = (minutes: number) =>
    reopenBoarding({ departureId: bus, position: 0, by: DRIVER, now: minute(minutes) })
  /** Pressed on a phone without a network, which the office hears later. */
  const press = (minutes: number, heard: number, position = 0) =>
    left({ position, at: minute(minutes).epochMilliseconds, now: minute(heard) })
  beforeEach(async () => {
    at = Temporal.Instant.fromEpochMilliseconds(now().add({ hours: 36 }).epochMilliseconds)
    await press(0, 0)
    await reopen(5)
  })

  test('is not closed again by an earlier press that arrives later, however often it is sent', async () => {
    const refusal = { ok: false, reason: 'reopened-since', reopenedAt: minute(5) }
    for (const heard of [6, 7, 60]) expect(await press(4, heard)).toEqual(refusal)
    expect(await isClosed()).toBe(false)
    const { pack: packed } = await pack()
    expect(packed.departures.find(({ departureId }) => departureId === bus)?.closed).toEqual([])
    // Of another stop the office has said nothing.
    expect(await press(4, 6, 1)).toEqual({ ok: true })
  })

  test('is closed by a later press, also one that is heard before an earlier one', async () => {
    expect(await press(5, 8)).toEqual({ ok: true })
    expect(await press(4, 9)).toMatchObject({ reason: 'reopened-since' })
    expect(await isClosed()).toBe(true)
    expect(await reopen(10)).toEqual({ ok: true })
    expect(await press(8, 11)).toMatchObject({ reopenedAt: minute(10) })
    expect(await left({ now: minute(12) })).toEqual({ ok: true })
  })

  test.each(['the office', 'the phone'])(
    'stays open after a press at the same moment, if %s is first by a hair',
    async (first) => {
      await press(6, 6)
      const acts = [() => reopen(7), () => press(6, 8)]
      if (first === 'the phone') acts.reverse()
      const release = await hold((tx) =>
        sql`select from departures where departure_id = ${bus} for no key update`.execute(tx),
      )
      const done: Promise<{ ok: boolean }>[] = []
      for (const act of acts) {
        done.push(act())
        await untilWaiting(done.length)
      }
      await release()
      expect((await Promise.all(done)).filter(({ ok }) => ok)).toHaveLength(1)
      expect(await isClosed()).toBe(false)
    },
  )
})
