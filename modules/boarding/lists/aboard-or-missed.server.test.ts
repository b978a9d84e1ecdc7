import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { countAboard } from '#modules/boarding/counts/count-aboard.server.ts'
import { listOpenConflicts } from '#modules/boarding/counts/open-conflicts.server.ts'
import { receiveScans } from '#modules/boarding/counts/receive-scans.server.ts'
import { tick } from '#modules/boarding/counts/ticks.server.ts'
import type { SentScan } from '#modules/boarding/package/sync.ts'
import { judgeScan } from '#modules/boarding/verdict/judge-scan.ts'
import { readText } from '#modules/boarding/verdict/read-text.ts'
import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { amend, quoteAmendment } from '#modules/orders/self-service/amend.server.ts'
import { findHeldOrder } from '#modules/orders/self-service/find-order.server.ts'
import { quoteNextBus, takeNextBus } from '#modules/orders/self-service/missed.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'
import { getChoice } from '#test/fixtures/cancelled-bus.ts'
import { changeStopAndTell } from '#test/fixtures/closed-stop.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'
import { buyIn, giveUp, type Held } from '#test/simulation/holders.ts'
import { asks, firstBooking, listAuditOf, overrule } from '#test/simulation/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture, withdrawAll } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { findManifest } from './find-manifest.server.ts'
import { makePackage } from './make-package.server.ts'

/* A ticket rides once: a party that is aboard did not miss its bus, whichever of the two is told first. */

const simulation = openSimulation()
const ORIGIN = 'http://localhost:3000'
const DRIVER = { kind: 'staff', staffId: '' } as { kind: 'staff'; staffId: string }
beforeAll(async () => {
  DRIVER.staffId = (await addStaffMember({ roles: ['driver'] })).staffId
})
let bus: string
let next: string
let left: Temporal.Instant
let anna: Held
let seq: number
let phone: string
beforeEach(async () => {
  await withdrawAll()
  const noon = dateInCyprus(now()).add({ days: 1 }).toZonedDateTime({
    timeZone: 'Asia/Nicosia',
    plainTime: '12:00',
  })
  bus = await addDeparture({ departsAt: noon.toInstant() })
  next = await addDeparture({ departsAt: noon.add({ hours: 1 }).toInstant() })
  left = noon.add({ minutes: 10 }).toInstant()
  anna = await buyIn('en', simulation.bank, ride(bus, 'A', 'C', { adult: 2 }))
  seq = 0
  phone = randomUUID()
})

/** The phone of a driver tells that these people of the party have stepped aboard. */
function scan(boarded: number, departureId = bus) {
  seq += 1
  const place = { ride: `${anna.reference}-1`, departureId, position: 0 }
  const scans: SentScan[] = [{ seq, boarded, at: now().epochMilliseconds, ...place }]
  return receiveScans({ deviceId: phone, scans, by: DRIVER, now: now() })
}

async function tickAt(aboard: number, departureId = bus) {
  const { bookingId } = await firstBooking(anna.orderId)
  return tick({ departureId, bookingId, aboard, position: 0, by: DRIVER, now: left })
}

async function getTicket() {
  const [ticket] = await listTickets(anna.orderId, 'en', now())
  if (!ticket) throw new Error('no ticket')
  return ticket
}

const quote = async () => quoteNextBus((await getTicket()).ticketId, left)
const report = async () =>
  takeNextBus((await getTicket()).ticketId, { shownDepartureId: next, now: left })
const counted = (aboard: number) => ({ ok: false, reason: 'counted-aboard', aboard, people: 2 })

/** Locks the booking; after that the first to ask gets it first. */
async function holdBooking() {
  const { bookingId } = await firstBooking(anna.orderId)
  return hold((tx) =>
    tx
      .selectFrom('bookings')
      .select('bookingId')
      .where('bookingId', '=', bookingId)
      .forNoKeyUpdate()
      .execute(),
  )
}

const findParty = async () => {
  const manifest = await findManifest(bus, { locale: 'en', now: left })
  const parties = manifest?.stops.flatMap(({ boards }) => boards) ?? []
  return parties.find(({ reference }) => reference === anna.reference)
}
const findBreaches = async () => {
  const breaches = await checkInvariants(db, { now: now() })
  return breaches.filter((breach) => breach.startsWith('I18'))
}

describe('a party that is moved to another stop of the bus that it is aboard of', () => {
  beforeEach(async () => {
    anna = await buyIn('en', simulation.bank, ride(bus, 'B', 'C', { adult: 2 }))
    await scan(2)
    await changeStopAndTell(bus, { stopId: 'B' })
    const { token, offers } = await getChoice(anna.orderId)
    const offerId = offers.find(({ fromStopId }) => fromStopId === 'A')?.offerId ?? ''
    const choice = { kind: 'move', offerId } as const
    const moved = await choose({ token, choice, by: TRAVELLER, now: now() })
    if (!moved.ok) throw new Error(moved.reason)
  })
  test('is aboard on the list, and a tick counts nobody twice', async () => {
    expect(await findParty()).toMatchObject({ aboard: 2, elsewhere: 0, tooMany: 0 })
    expect(await tickAt(2)).toEqual({ ok: true })
    expect((await countAboard([bus])).get(bus)).toMatchObject({ aboard: 2, booked: 4 })
    expect(await tickAt(1)).toEqual({ ok: true })
    expect(await findParty()).toMatchObject({ aboard: 1 })
    expect(await findBreaches()).toEqual([])
  })

  test('is too many once another phone lets one more aboard', async () => {
    await scan(1)
    const found = (await listOpenConflicts(99)).filter(({ departureId }) => departureId === bus)
    expect(found).toMatchObject([
      { tooMany: 1, people: 2, counts: [{ boarded: 2 }, { boarded: 1 }] },
    ])
    expect(await findBreaches()).toEqual([])
    await scan(-1)
    expect(await listOpenConflicts(99)).not.toContainEqual(found[0])
  })
})

describe('a party that is aboard', () => {
  test('did not miss its bus, whether a phone or the office counted it', async () => {
    expect(await quote()).toMatchObject({ ok: true, departureId: next })
    await scan(2)
    expect(await quote()).toEqual(counted(2))
    expect(await report()).toEqual(counted(2))
    await scan(-2)
    expect(await tickAt(2)).toEqual({ ok: true })
    expect(await report()).toEqual(counted(2))
    const held = await findHeldOrder(anna.manageId, 'en', left)
    expect(held?.items[0]?.can.miss).toBe(false)
    expect(await firstBooking(anna.orderId)).toMatchObject({ departureId: bus, missed: false })
  })

  test('of another bus that took it along did not miss its own either', async () => {
    await scan(2, next)
    expect(await report()).toEqual(counted(2))
  })

  test('in part is not divided between two buses', async () => {
    await scan(1)
    expect(await report()).toEqual(counted(1))
  })

  test('by mistake, and taken back, may take the next bus', async () => {
    await scan(2)
    await scan(-2)
    const held = await findHeldOrder(anna.manageId, 'en', left)
    expect(held?.items[0]?.can.miss).toBe(true)
    expect(await report()).toMatchObject({ ok: true })
  })

  test('stays aboard when a seat is cancelled: its new ticket missed nothing', async () => {
    await scan(2)
    const staying = { ...(await firstBooking(anna.orderId)).passengers, adult: 1 }
    await giveUp(anna, { refund: 1700, staying })
    expect(await report()).toEqual({ ...counted(1), people: 1 })
  })

  test('is moved by staff with a reason, which is in the audit', async () => {
    await scan(2)
    const { ticketId } = await getTicket()
    const staff = await asks(anna.orderId)
    const press = { shownDepartureId: next, staff, now: left }
    expect(await takeNextBus(ticketId, press)).toEqual(counted(2))
    const moved = await takeNextBus(ticketId, { ...press, overrule: overrule() })
    expect(moved).toMatchObject({ ok: true })
    expect(await listAuditOf(anna.orderId)).toMatchObject([
      { action: 'missed', overrule: 'CONNECTION_BROKEN', reason: 'their flight was late' },
    ])
  })
})

/** The correction of a date, within the hour of buying. */
async function correction() {
  const { bookingId } = await firstBooking(anna.orderId)
  const to = ride(bus, 'A', 'C', { adult: 2 })
  return { manageId: anna.manageId, bookingId, to, now: now() }
}

async function correct() {
  const shown = { surcharge: cents(0), refund: cents(0) }
  return amend({ ...(await correction()), shown, locale: 'en', origin: ORIGIN })
}

describe('a date that is corrected within the hour of buying', () => {
  let soon: string
  beforeEach(async () => {
    soon = await addDeparture({ departsAt: now().add({ minutes: 40 }) })
    anna = await buyIn('en', simulation.bank, ride(soon, 'A', 'C', { adult: 2 }))
  })

  test('stays as it is for a party that is aboard, until the count is taken back', async () => {
    expect(await quoteAmendment(await correction())).toMatchObject({ kind: 'corrected' })
    await scan(1, soon)
    expect(await quoteAmendment(await correction())).toEqual(counted(1))
    expect(await correct()).toEqual(counted(1))
    await scan(-1, soon)
    expect(await correct()).toMatchObject({ ok: true })
  })

  test('waits for a scan of the same moment', async () => {
    const release = await holdBooking()
    const scanned = scan(2, soon)
    await untilWaiting(1)
    const corrected = correct()
    await untilWaiting(2)
    await release()
    expect(await scanned).toMatchObject({ lastSeq: 1, refused: [] })
    expect(await corrected).toEqual(counted(2))
  })
})

describe('a scan and a report at the same moment', () => {
  test('with the scan first: the report is refused', async () => {
    const release = await holdBooking()
    const scanned = scan(2)
    await untilWaiting(1)
    const reported = report()
    await untilWaiting(2)
    await release()
    expect(await scanned).toMatchObject({ lastSeq: 1, refused: [] })
    expect(await reported).toEqual(counted(2))
  })

  test('with the report first: the people are counted under the new ticket', async () => {
    const release = await holdBooking()
    const reported = report()
    await untilWaiting(1)
    const scanned = scan(2)
    await untilWaiting(2)
    await release()
    expect(await reported).toMatchObject({ ok: true })
    expect(await scanned).toMatchObject({ lastSeq: 1, refused: [] })
    await expectSpent()
  })

  test('with the report first: the office is told that the party is off the list', async () => {
    const release = await holdBooking()
    const reported = report()
    await untilWaiting(1)
    const ticked = tickAt(2)
    await untilWaiting(2)
    await release()
    expect(await reported).toMatchObject({ ok: true })
    expect(await ticked).toEqual({ ok: false, reason: 'not-on-the-list' })
  })
})

test('a scan that arrives after the report spends the ticket for the next bus', async () => {
  expect(await report()).toMatchObject({ ok: true })
  expect(await scan(2)).toMatchObject({ refused: [] })
  await expectSpent()
})

test('a scan that arrives after the second ride makes a conflict of both', async () => {
  expect(await report()).toMatchObject({ ok: true })
  await scan(2, next)
  expect(await listOpenConflicts(10)).toEqual([])
  await scan(2)
  const { bookingId } = await firstBooking(anna.orderId)
  expect(await listOpenConflicts(10)).toMatchObject([{ bookingId, people: 2, tooMany: 2 }])
})

/** Expects that the list of the next bus has the party elsewhere, and that its door stops it. */
async function expectSpent(): Promise<void> {
  const manifest = await findManifest(next, { locale: 'en', now: left })
  expect(manifest?.stops[0]?.boards).toMatchObject([{ aboard: 0, elsewhere: 2, people: 2 }])
  expect(await tickAt(2, next)).toMatchObject({ ok: false, reason: 'too-many', people: 0 })
  const day = dateInCyprus(left)
  const { pack } = await makePackage({
    staffId: DRIVER.staffId,
    stopId: 'A',
    day,
    known: [],
    now: left,
  })
  const read = await readText((await getTicket()).code, pack)
  const scans = pack.departures.flatMap((one) => one.scans)
  const verdict = judgeScan({ pack, scans, read, here: { departureId: next, position: 0 } })
  expect(verdict).toMatchObject({ is: 'all-aboard', people: 2 })
}
