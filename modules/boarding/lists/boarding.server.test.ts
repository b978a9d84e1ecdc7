import { beforeEach, describe, expect, test } from 'vitest'

import { countAboard } from '#modules/boarding/counts/count-aboard.server.ts'
import { tick, type NewTick } from '#modules/boarding/counts/ticks.server.ts'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, choose, addTraveller, ride } from '#test/simulation/travellers.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { findManifest } from './find-manifest.server.ts'

const simulation = openSimulation()
let bus: string
let leavesAt: Temporal.Instant
beforeEach(async () => {
  leavesAt = now().add({ hours: 48 })
  bus = await addDeparture({ departsAt: leavesAt })
})

async function getManifest(locale: 'en' | 'el' = 'en') {
  const manifest = await findManifest(bus, { locale, now: now() })
  if (!manifest) throw new Error('no manifest')
  return manifest
}

async function buyAs(name: string, ...rides: Parameters<typeof buy>[1]) {
  const contact = { name, email: 'anna@example.com' }
  const { orderId } = await buy(simulation.bank, rides, { contact })
  const { bookingId } = await db
    .selectFrom('bookings')
    .select('bookingId')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return bookingId
}

function tickOff(bookingId: string, changed: Partial<NewTick> = {}) {
  return tick({
    departureId: bus,
    bookingId,
    aboard: 2,
    position: 0,
    by: ADMIN,
    now: leavesAt,
    ...changed,
  })
}

function listTicks() {
  return db
    .selectFrom('scans')
    .select(['boarded', 'position', 'scannedBy'])
    .where('departureId', '=', bus)
    .orderBy('seq')
    .execute()
}

describe('the manifest', () => {
  test('groups the passengers by the stop where they board, and totals every leg', async () => {
    await buyAs('Zoe', ride(bus, 'A', 'C', { adult: 2, infant: 1 }))
    await buyAs('Anna', ride(bus, 'B', 'D', { adult: 1, student: 1 }))
    await choose(addTraveller(), ride(bus, 'A', 'B'))
    const { stops, people, aboard, routeName } = await getManifest()
    const seen = stops.map(({ shortName, boards, leaves, leg }) => {
      return [shortName, boards.map((one) => one.leader), leaves.map((one) => one.leader), leg]
    })
    expect(seen).toEqual([
      ['Almond Square', ['Zoe'], [], { people: 3, seats: 2, wheelchairUsers: 0 }],
      ['Bay Road', ['Anna'], [], { people: 5, seats: 4, wheelchairUsers: 0 }],
      ['Cape Airport', [], ['Zoe'], { people: 2, seats: 2, wheelchairUsers: 0 }],
      ['Dune Steps', [], ['Anna'], null],
    ])
    expect({ people, aboard, routeName }).toEqual({
      people: 5,
      aboard: 0,
      routeName: 'Almond Square to Dune Steps',
    })
    expect((await getManifest('el')).stops[0]?.boards[0]?.to).toBe('Αεροδρόμιο Ακρωτηρίου')
  })

  test('sorts Greek and Latin names together', async () => {
    for (const name of ['Παπαδόπουλος', 'Zoe', 'Simon', 'Papadopoulos', 'Άννα']) {
      await buyAs(name, ride(bus, 'A', 'B'))
    }
    const names = (await getManifest()).stops[0]?.boards.map(({ leader }) => leader)
    expect(names).toEqual(['Άννα', 'Papadopoulos', 'Παπαδόπουλος', 'Simon', 'Zoe'])
  })

  test('names the reference, the issue of the ticket and the wheelchair, and no address or price', async () => {
    await buyAs('Anna', ride(bus, 'A', 'C', { adult: 2, wheelchairUsers: 1 }))
    const manifest = await getManifest()
    const party = manifest.stops[0]?.boards[0]
    expect(party).toMatchObject({ ride: 1, issue: 1, wheelchairUsers: 1, seats: 1, people: 2 })
    expect(party?.reference).toMatch(/^[0-9A-Z]{8}$/)
    expect(party?.wheelchairNumber).toBeTruthy()
    expect(JSON.stringify(manifest)).not.toMatch(/example\.com|cents|1800/i)
  })

  test('of an unknown departure does not exist', async () => {
    for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
      expect(await findManifest(id, { locale: 'en', now: now() })).toBeUndefined()
    }
  })
})

describe('a tick', () => {
  test('counts the people of a booking aboard, and is taken back', async () => {
    const anna = await buyAs('Anna', ride(bus, 'A', 'C', { adult: 2 }))
    await buyAs('Zoe', ride(bus, 'A', 'C'))
    expect(await tickOff(anna)).toEqual({ ok: true })
    expect(await countAboard([bus])).toEqual(
      new Map([[bus, { aboard: 2, booked: 3, lastTickAt: leavesAt }]]),
    )
    expect((await getManifest()).stops[0]?.boards[0]).toMatchObject({
      leader: 'Anna',
      aboard: 2,
      tickedBy: 'admin:maria',
    })
    expect(await tickOff(anna, { aboard: 0 })).toEqual({ ok: true })
    expect((await countAboard([bus])).get(bus)).toMatchObject({ aboard: 0, booked: 3 })
    expect(await listTicks()).toEqual([
      { boarded: 2, position: 0, scannedBy: 'admin:maria' },
      { boarded: -2, position: 0, scannedBy: 'admin:maria' },
    ])
  })

  test('that comes twice is written once, with one entry in the audit', async () => {
    const anna = await buyAs('Anna', ride(bus, 'A', 'C', { adult: 2 }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => tickOff(anna)))
    for (const answer of answers) expect(answer).toEqual({ ok: true })
    expect(await listTicks()).toHaveLength(1)
    const entries = db.selectFrom('auditEntries').where('subject', '=', `manifest:${bus}`)
    expect(await entries.select(['actor', 'action', 'after']).execute()).toEqual([
      { actor: 'admin:maria', action: 'ticked', after: { aboard: 2, bookingId: anna } },
    ])
  })

  test('waits for another one of the same booking', async () => {
    const anna = await buyAs('Anna', ride(bus, 'A', 'C', { adult: 2 }))
    const moments = { scannedAt: leavesAt, receivedAt: leavesAt }
    const other = { boarded: 2, position: 0, scannedBy: 'admin:eleni', ...moments }
    const release = await hold(async (tx) => {
      const booking = tx.selectFrom('bookings').select('bookingId').where('bookingId', '=', anna)
      await booking.forNoKeyUpdate().execute()
      await tx
        .insertInto('scans')
        .values({ ...other, deviceNo: 0, departureId: bus, bookingId: anna })
        .execute()
    })
    const mine = tickOff(anna)
    await Promise.race([untilWaiting(1), mine])
    await release()
    expect(await mine).toEqual({ ok: true })
    expect(await listTicks()).toMatchObject([{ scannedBy: 'admin:eleni' }])
  })
})

describe('a tick that breaks a rule', () => {
  test('of more people than are booked is refused', async () => {
    const anna = await buyAs('Anna', ride(bus, 'A', 'C', { adult: 1, infant: 1 }))
    expect(await tickOff(anna, { aboard: 3 })).toMatchObject({ reason: 'too-many', people: 2 })
    expect(await listTicks()).toEqual([])
  })

  test('of a booking that is not on this list is refused', async () => {
    const anna = await buyAs('Anna', ride(bus, 'B', 'C', { adult: 2 }))
    const refused = { ok: false, reason: 'not-on-the-list' }
    const other = await addDeparture({ departsAt: leavesAt })
    expect(await tickOff(anna, { departureId: other, position: 1 })).toEqual(refused)
    expect(await tickOff(anna, { position: 0 })).toEqual(refused)
    expect(await tickOff(anna, { position: 2 })).toEqual(refused)
    expect(await tickOff('x')).toEqual(refused)
    expect(await tickOff(anna, { position: 1 })).toEqual({ ok: true })
  })

  test('on a bus that does not run is refused', async () => {
    const anna = await buyAs('Anna', ride(bus, 'A', 'C', { adult: 2 }))
    await cancelDeparture({ departureId: bus, by: ADMIN, reason: 'no driver', now: now() })
    expect(await tickOff(anna)).toEqual({ ok: false, reason: 'not-running' })
  })

  test('is taken back no more after the bus has arrived', async () => {
    const anna = await buyAs('Anna', ride(bus, 'A', 'C', { adult: 2 }))
    await tickOff(anna)
    const after = leavesAt.add({ hours: 3 })
    expect(await tickOff(anna, { aboard: 0, now: after })).toMatchObject({ reason: 'has-arrived' })
    expect((await countAboard([bus])).get(bus)?.aboard).toBe(2)
  })
})

test('a tick of the release before this one is a scan, and its next number a difference', async () => {
  const anna = await buyAs('Anna', ride(bus, 'A', 'C', { adult: 2 }))
  const seen = { bookingId: anna, position: 0, tickedBy: 'admin:maria', tickedAt: leavesAt }
  for (const aboard of [2, 2, 1]) {
    await db
      .insertInto('boardingTicks')
      .values({ ...seen, aboard })
      .execute()
  }
  expect((await listTicks()).map(({ boarded }) => boarded)).toEqual([2, -1])
  expect((await countAboard([bus])).get(bus)).toMatchObject({ aboard: 1, booked: 2 })
})

test('a departure without a booking is not counted', async () => {
  expect(await countAboard([bus])).toEqual(new Map())
  expect(await countAboard([])).toEqual(new Map())
})
