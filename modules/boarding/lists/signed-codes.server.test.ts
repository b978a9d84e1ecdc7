import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { countAboard } from '#modules/boarding/counts/count-aboard.server.ts'
import { receiveScans } from '#modules/boarding/counts/receive-scans.server.ts'
import type { BoardingPackage, PackedTicket, Scan } from '#modules/boarding/package/package.ts'
import { allScans, countBus } from '#modules/boarding/phone/duty.ts'
import { judgeScan } from '#modules/boarding/verdict/judge-scan.ts'
import { readText } from '#modules/boarding/verdict/read-text.ts'
import { nameDay } from '#modules/boarding/words/words.ts'
import { writeSignedCode } from '#modules/tickets/ticket-code.ts'
import { departureMark, type TicketFacts } from '#modules/tickets/ticket-facts.ts'
import {
  listTicketKeys,
  renewTicketKey,
  retireTicketKey,
} from '#modules/tickets/ticket-keys.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { LOCALES } from '#platform/locale.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'
import { SAMPLE_KEY, SAMPLE_SIGNER } from '#test/fixtures/sample-ticket-key.ts'
import { amendTo, buyIn, giveUp, type Held } from '#test/simulation/holders.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

import { makePackage } from './make-package.server.ts'

/* Signed codes of real sales at the door, before and after the list knows them. */

const simulation = openSimulation()
const TWO = { adult: 1, child: 1 }
let staffId: string
beforeAll(async () => {
  ;({ staffId } = await addStaffMember({ roles: ['driver'] }))
})
let bus: string
let later: string
beforeEach(async () => {
  const noon = dateInCyprus(now()).add({ days: 1 }).toZonedDateTime({
    timeZone: 'Asia/Nicosia',
    plainTime: '12:00',
  })
  bus = await addDeparture({ departsAt: noon.toInstant() })
  later = await addDeparture({ departsAt: noon.add({ hours: 1 }).toInstant() })
})

const buyFor = (departureId = bus) => buyIn('en', simulation.bank, ride(departureId, 'A', 'C', TWO))

async function getPack(): Promise<BoardingPackage> {
  const day = dateInCyprus(now()).add({ days: 1 })
  return (await makePackage({ staffId, stopId: 'A', day, known: [], now: now() })).pack
}

/** The signed code of the newest ticket of an order. */
async function codeOf({ orderId }: Held): Promise<string> {
  const { signedCode } = await db
    .selectFrom('tickets')
    .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
    .select('signedCode')
    .where('orderId', '=', orderId)
    .orderBy('issuedAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return signedCode ?? 'not signed'
}

type Door = { pack: BoardingPackage; scans?: Scan[]; departureId?: string }

async function show(text: string, { pack, scans = [], departureId = bus }: Door) {
  const here = { departureId, position: 0 }
  return judgeScan({ pack, scans, read: await readText(text, pack), here })
}

const earlier = (pack: BoardingPackage, minutes: number) => ({
  ...pack,
  madeAt: pack.madeAt - minutes * 60_000,
})

test('a ticket that was bought after the list is known by its signature', async () => {
  const pack = await getPack()
  const code = await codeOf(await buyFor())
  const verdict = await show(code, { pack })
  expect(verdict).toMatchObject({ is: 'newer', people: 2, boards: [1, 2] })
  const changed = `${code.slice(0, 20)}${code[20] === 'A' ? 'B' : 'A'}${code.slice(21)}`
  expect(await show(changed, { pack })).toMatchObject({ is: 'not-ours', boards: [] })
  expect(await show(code, { pack: { ...pack, keys: [] } })).toMatchObject({ is: 'unlisted' })
  // It is for another bus of the day as well, which is judged as with a listed one.
  expect(await show(await codeOf(await buyFor(later)), { pack })).toMatchObject({ is: 'later-bus' })
})

test('on the list the same code says what the list says, void ones too', async () => {
  const [kept, changed, cancelled] = [await buyFor(), await buyFor(), await buyFor()]
  const codes = await Promise.all([kept, changed, cancelled].map(codeOf))
  await amendTo(changed, ride(later, 'A', 'C', TWO), { bank: simulation.bank })
  await giveUp(cancelled, { refund: 2600 })
  const pack = await getPack()
  const verdicts = []
  for (const code of codes) verdicts.push((await show(code, { pack: earlier(pack, 60) })).is)
  expect(verdicts).toEqual(['aboard', 'replaced', 'given-up'])
})

test('a ticket that was issued before the list and is not on it is good no more', async () => {
  const pack = await getPack()
  const code = await codeOf(await buyFor())
  const madeLater = { ...pack, madeAt: now().add({ minutes: 5 }).epochMilliseconds }
  expect(await show(code, { pack: madeLater })).toMatchObject({ is: 'older', boards: [] })
})

test('a ticket for a day that the phone does not have is of another day, however old it is', async () => {
  const departsAt = now().add({ hours: 24 * 9 })
  const far = await addDeparture({ departsAt })
  const code = await codeOf(await buyFor(far))
  const pack = await getPack()
  for (const minutes of [-60, 60]) {
    expect(await show(code, { pack: earlier(pack, minutes) })).toMatchObject({
      is: 'other-day',
      day: dateInCyprus(departsAt).toString(),
      boards: [],
    })
    expect(LOCALES.map((locale) => nameDay('2026-12-06', locale))).toEqual([
      'Sun 6 Dec',
      'Κυρ 6 Δεκ',
    ])
  }
})

test('a ticket for the last bus of a day, not listed yet, is counted on the first one of the next', async () => {
  const midnight = startOfDay(dateInCyprus(now()).add({ days: 1 }))
  const last = await addDeparture({ departsAt: midnight.subtract({ minutes: 15 }) })
  const first = await addDeparture({ departsAt: midnight.add({ minutes: 30 }) })
  const pack = await getPack()
  const anna = await buyFor(last)
  const { ticket, ...verdict } = await show(await codeOf(anna), { pack, departureId: first })
  expect(verdict).toMatchObject({ is: 'earlier-bus', isValid: true, boards: [1, 2] })

  const at = now().epochMilliseconds
  const scan = { seq: 1, departureId: first, position: 0, boarded: 2, at }
  const scans = [{ ...scan, ride: ticket?.number ?? '' }]
  const by = { kind: 'staff', staffId } as const
  const received = await receiveScans({ deviceId: randomUUID(), scans, by, now: now() })
  expect(received).toMatchObject({ lastSeq: 1, refused: [] })
  expect((await countAboard([first])).get(first)).toMatchObject({ aboard: 2 })
  const listed = await getPack()
  const door = { pack: listed, scans: allScans({ pack: listed }, []), departureId: first }
  expect(await show(await codeOf(anna), door)).toMatchObject({ is: 'all-aboard' })
})

test('a bus after midnight by the timetable of the day before yesterday is missed until the night after', async () => {
  const yesterday = dateInCyprus(now()).subtract({ days: 1 })
  const departsAt = startOfDay(yesterday).add({ minutes: 30 })
  const late = await addDeparture({ departsAt })
  await db
    .updateTable('departures')
    .set({ serviceDate: yesterday.subtract({ days: 1 }) })
    .where('departureId', '=', late)
    .execute()
  const packedAt = async (at: Temporal.Instant) => {
    const { pack } = await makePackage({ staffId, stopId: 'A', day: yesterday, known: [], now: at })
    return pack.departures.some(({ departureId }) => departureId === late)
  }
  // Its last stop is 90 minutes from the first.
  expect(await packedAt(departsAt.add({ hours: 24 }))).toBe(true)
  expect(await packedAt(departsAt.add({ hours: 26 }))).toBe(false)
})

test('a sample of a demonstration is told from a ticket of the company', async () => {
  const pack = { ...(await getPack()), keys: [SAMPLE_KEY] }
  const facts: TicketFacts = {
    code: '0123456789abcdefghjkmnpqrs',
    departure: departureMark(bus),
    departsAt: Math.floor(pack.madeAt / 1000) * 1000,
    issuedAt: Math.floor(pack.madeAt / 1000) * 1000 + 60_000,
    from: 0,
    to: 2,
    people: 2,
    seats: 2,
    wheelchairs: 0,
    missed: false,
    demonstration: true,
  }
  const code = writeSignedCode(facts, SAMPLE_SIGNER)
  const live = { ...pack, isDemonstration: false }
  expect(await show(code, { pack: live })).toMatchObject({ is: 'sample', boards: [] })
  const ours = writeSignedCode({ ...facts, demonstration: false }, SAMPLE_SIGNER)
  expect(await show(ours, { pack: live })).toMatchObject({ is: 'newer', people: 2 })
})

test('people of a ticket that is not listed yet are counted once, before and after it is', async () => {
  const pack = await getPack()
  const anna = await buyFor()
  const code = await codeOf(anna)
  const { ticket } = await show(code, { pack })
  const place = { departureId: bus, position: 0, boarded: 2 }
  const scan = { seq: 1, ride: ticket?.number ?? '', ...place, at: now().epochMilliseconds }
  const own = [{ ...scan, device: 1 }]
  const isAboard = { is: 'all-aboard', people: 2 }

  const before = allScans({ pack }, own)
  expect(await show(code, { pack, scans: before })).toMatchObject(isAboard)
  const packed = pack.departures.find(({ departureId }) => departureId === bus)!
  expect(countBus({ pack }, packed, before)).toEqual({ aboard: 2, booked: 2 })

  const listed = await getPack()
  const after = allScans({ pack: listed }, own)
  expect(after).toMatchObject([{ ride: `${anna.reference}-1` }])
  expect(await show(code, { pack: listed, scans: after })).toMatchObject(isAboard)

  const by = { kind: 'staff', staffId } as const
  const unknown = { ...scan, seq: 2, ride: 'f'.repeat(16) }
  const sent = { deviceId: randomUUID(), scans: [scan, unknown], by, now: now() }
  expect(await receiveScans(sent)).toMatchObject({ lastSeq: 1, refused: [2] })
  expect((await countAboard([bus])).get(bus)).toMatchObject({ aboard: 2, booked: 2 })
})

test('a listed ticket boards after its key was retired, and one that is not listed does not', async () => {
  const [listed, newer] = [await buyFor(), await buyFor()]
  const decision = { by: { kind: 'staff', staffId } as const, reason: 'It was seen', now: now() }
  const [signer] = await listTicketKeys(now())
  await retireTicketKey(signer?.keyId ?? 0, decision)
  const pack = await getPack()
  const isNewer = ({ number }: PackedTicket) => number.startsWith(newer.reference)
  const before = {
    ...pack,
    departures: pack.departures.map((one) => ({
      ...one,
      tickets: one.tickets.filter((ticket) => !isNewer(ticket)),
    })),
  }
  const codes = await Promise.all([listed, newer].map(codeOf))
  expect(codes.every((code) => code.startsWith('H1'))).toBe(true)
  const verdicts = await Promise.all(codes.map((code) => show(code, { pack: before })))
  expect(verdicts).toMatchObject([
    { is: 'aboard', people: 2, boards: [1, 2] },
    { is: 'unlisted', boards: [] },
  ])
  await renewTicketKey(decision)
})

test('a phone carries the public keys that count, and no retired one', async () => {
  const { keys } = await getPack()
  expect(keys).toEqual(await listTicketKeys(now()))
  expect(keys.length).toBeGreaterThan(0)
  const [newest] = keys
  const decision = { by: { kind: 'staff', staffId } as const, reason: 'It was seen', now: now() }
  await retireTicketKey(newest?.keyId ?? 0, decision)
  expect((await getPack()).keys.map(({ keyId }) => keyId)).not.toContain(newest?.keyId)
})
