import { beforeEach, expect, test } from 'vitest'

import { listMyBuses } from '#modules/boarding/lists/my-departures.server.ts'
import { makeCalendar } from '#modules/documents/calendar.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import { addDuty, addToDuty } from '#modules/fleet/change-duty.server.ts'
import { listDeparturesOfDriver, listOnNoDuty, listUndriven } from '#modules/fleet/duties.server.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import { findIncident, listAskedBookings } from '#modules/incidents/reads/find-incident.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { renewDepartures } from '#modules/timetable/make-departures.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus, isBefore } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { cancelAndTell, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { listDifferences } from '#test/fixtures/differences.ts'
import { departureOf, publishTrips } from '#test/fixtures/published-trips.ts'
import { atTen, bookingOf, countChoices, retime, takeOver } from '#test/fixtures/retimed-bus.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { buy, countPlacesTaken, listMails, listRefunds, ride } from '#test/simulation/travellers.ts'

import { retimeDepartures } from './retime-departures.server.ts'
import { quoteRetiming } from './retime-quote.server.ts'
import { tellRetimed } from './retimed-bus.server.ts'

const simulation = openSimulation()
let leaves: Temporal.Instant
let bus: string
let run = 0
beforeEach(async () => {
  shiftClock({ hours: 96 })
  await decideChoices(now())
  run += 1
  leaves = atTen(2)
  await publish()
  bus = await departureOf(trip())
})

const trip = () => `T${run}`
const later = () => `L${run}`

/** The timetable with our bus at other times, and the next one two hours later. */
function publish(shifts?: readonly number[], { seats = 10 } = {}) {
  return publishTrips([
    { tripId: trip(), leaves, seats, ...(shifts && { shifts }) },
    { tripId: later(), leaves: leaves.add({ hours: 2 }) },
  ])
}

const by = (minutes: number) => [minutes, minutes, minutes, minutes]

const buyRide = async (party = {}, from: 'A' | 'B' = 'A') =>
  buy(simulation.bank, [ride(bus, from, 'C', party)])
const kindsOf = async (orderId: string) => (await listMails(orderId)).map(({ kind }) => kind)
const countToldTimes = async (orderId: string) =>
  (await kindsOf(orderId)).filter((kind) => kind === 'retimed').length

async function answer(orderId: string, kind: 'move' | 'refund') {
  const { token, best } = await getChoice(orderId)
  const choice = kind === 'move' ? { kind, offerId: best } : { kind }
  return choose({ token, choice, by: TRAVELLER, now: now() })
}

test('a bus that leaves earlier has its new times everywhere, with the same tickets, and its passengers choose', async () => {
  const { orderId } = await buyRide({ adult: 2 })
  const [before] = await listTickets(orderId, 'en', now())
  await publish(by(-7))
  const quote = await quoteRetiming([bus], now())
  expect(quote).toMatchObject({
    counts: { departures: 1, bookings: 1, passengers: 2, withChoice: 1 },
    paid: 3600,
    retimings: [{ departureId: bus, isPinned: false, obstacle: null }],
  })
  const incidentId = await retime(bus)
  const booking = await bookingOf(orderId)
  expect(booking).toMatchObject({
    departureId: await departureOf(trip()),
    departsAt: leaves.subtract({ minutes: 7 }),
    retimedFrom: leaves,
    retimings: 1,
    // The right to cancel lasts as long as it was sold.
    noticeFrom: leaves,
  })
  expect(booking.departureId).not.toBe(bus)
  const [ticket] = await listTickets(orderId, 'en', now())
  expect(ticket).toMatchObject({
    ticketId: before?.ticketId,
    code: before?.code,
    departsAt: booking.departsAt,
  })
  expect(ticket?.signedCode).not.toBe(before?.signedCode)
  expect(makeCalendar(before ? [before] : [])).toContain('SEQUENCE:0')
  expect(makeCalendar(ticket ? [ticket] : [])).toContain('SEQUENCE:1')
  expect([await countPlacesTaken(bus), await countPlacesTaken(booking.departureId)]).toEqual([0, 2])
  expect(await kindsOf(orderId)).toContain('retimed')
  expect(await findIncident(incidentId)).toMatchObject({ kind: 'retimed', cause: 'summer' })
  const choice = await getChoice(orderId)
  expect(choice).toMatchObject({ state: 'told', defaultChoice: 'stay' })
  expect(choice.offers).toMatchObject([{ departureId: await departureOf(later()) }])
  expect(await listDifferences()).toEqual([])
  // Nothing is left to be done by the next import or renewal.
  await publish(by(-7))
  expect((await bookingOf(orderId)).departureId).toBe(booking.departureId)
  expect(await listDifferences()).toEqual([])
})

/** The timetable with the later bus at another time, which is taken over. */
async function retimeLater(minutes: number): Promise<void> {
  const offered = await departureOf(later())
  const moved = { tripId: later(), leaves: leaves.add({ hours: 2 }), shifts: by(minutes) }
  await publishTrips([{ tripId: trip(), leaves }, moved])
  await retime(offered)
  await decideChoices(now())
}

test('kept seats on a bus that now leaves earlier are offered again, and chosen in time', async () => {
  const { orderId } = await buyRide()
  shiftClock({ minutes: Math.floor(now().until(leaves).total('minutes')) - 120 })
  await cancelAndTell(bus)
  const before = await getChoice(orderId)
  await retimeLater(15)
  const offeredAt = (minutes: number) => leaves.add({ minutes: 120 + minutes })
  expect(await getChoice(orderId)).toMatchObject({
    decideBy: before.decideBy,
    offers: [{ departsAt: offeredAt(15) }],
  })
  expect(await kindsOf(orderId)).not.toContain('new-offers')
  await retimeLater(-180)
  const leavesAt = offeredAt(-180)
  expect(isBefore(leavesAt, before.decideBy)).toBe(true)
  const { decideBy, offers } = await getChoice(orderId)
  expect(offers).toMatchObject([{ departureId: await departureOf(later()), departsAt: leavesAt }])
  expect(isBefore(decideBy, leavesAt)).toBe(true)
  expect((await kindsOf(orderId)).filter((kind) => kind === 'new-offers')).toHaveLength(1)
  expect(await answer(orderId, 'move')).toEqual({ ok: true })
  expect(await bookingOf(orderId)).toMatchObject({ departsAt: leavesAt })
})

test('nobody has to drive the bus that is left without passengers, not even on its duty', async () => {
  const { orderId } = await buyRide()
  await publish(by(-7))
  const target = await departureOf(trip())
  const day = dateInCyprus(leaves)
  const drivers = await Promise.all(
    [1, 2].map(async () => (await addStaffMember({ roles: ['driver'] })).staffId),
  )
  const [first = '', second = ''] = drivers
  const span = { from: leaves.subtract({ hours: 1 }), until: leaves.add({ hours: 1 }) }
  const listed = async (driverIds: readonly string[]) => {
    const all = [
      await listOnNoDuty(day),
      await listUndriven(span, { today: day, most: 10, driverIds }),
      await listMyBuses({ staffId: 'somebody', stopId: 'A', day, now: now() }),
    ]
    return all.map((list) => list.some(({ departureId }) => departureId === bus))
  }
  const duty = { serviceDate: day, startsAt: span.from, endsAt: leaves.add({ hours: 5 }) }
  const isHis = async () =>
    (await listDeparturesOfDriver(first, { from: day, until: day })).length === 1
  const acts = { by: ADMIN, now: now() }
  const [one, two] = [
    await addDuty({ ...duty, driverId: first, ...acts }),
    await addDuty({ ...duty, driverId: second, ...acts }),
  ]
  expect(await listed(drivers)).toEqual([true, true, true])
  await addToDuty({ dutyId: one.ok ? one.dutyId : '', departureId: bus, ...acts })
  await addToDuty({ dutyId: two.ok ? two.dutyId : '', departureId: target, ...acts })
  expect(await listed([second])).toEqual([false, true, true])
  expect(await isHis()).toBe(true)
  await retime(bus)
  expect((await bookingOf(orderId)).departureId).toBe(target)
  expect(await listed([second])).toEqual([false, false, false])
  expect(await isHis()).toBe(false)
})

test('silence keeps the seats at the new time, one press moves to the other bus, and one refunds', async () => {
  const [silent, moving, leaving] = [await buyRide(), await buyRide(), await buyRide()]
  await publish(by(30))
  await retime(bus)
  expect(await answer(moving.orderId, 'move')).toEqual({ ok: true })
  expect(await answer(leaving.orderId, 'refund')).toEqual({ ok: true })
  expect((await bookingOf(moving.orderId)).departureId).toBe(await departureOf(later()))
  expect(await listRefunds(leaving.orderId)).toMatchObject([{ amountCents: 1800 }])
  const { decideBy } = await getChoice(silent.orderId)
  await decideChoices(decideBy)
  expect(await getChoice(silent.orderId)).toMatchObject({ state: 'stays' })
  expect((await bookingOf(silent.orderId)).departsAt).toEqual(leaves.add({ minutes: 30 }))
  expect(await countPlacesTaken(await departureOf(later()))).toBe(1)
})

test('a part of a group stays at the new time with the rights that were sold, and is told once', async () => {
  const { orderId } = await buyRide({ adult: 3 })
  await publish(by(-7))
  const incidentId = await retime(bus)
  const { token } = await getChoice(orderId)
  const travelling = { passengers: partyOf({ adult: 2 }), wheelchairUsers: 0 }
  const choice = { kind: 'stay', travelling } as const
  expect(await choose({ token, choice, by: TRAVELLER, now: now() })).toEqual({ ok: true })
  const booking = await bookingOf(orderId)
  const [ticket] = await listTickets(orderId, 'en', now())
  const departsAt = leaves.subtract({ minutes: 7 })
  const { noticeFrom, totalCents } = booking
  expect([booking.departsAt, noticeFrom, ticket?.departsAt]).toEqual([departsAt, leaves, departsAt])
  expect(totalCents).toBe(3600)
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 1800 }])
  await tellRetimed(now())
  expect(await kindsOf(orderId)).toEqual(['cancelled', 'confirmation', 'retimed'])
  expect(await listAskedBookings(incidentId, now())).toMatchObject([
    { orderId, state: 'stays', people: 3, travelling: 2 },
  ])
})

test('nine minutes later are told without a choice, ten with one, and a later arrival counts too', async () => {
  const [little, much] = [await buyRide({}, 'B'), await buyRide()]
  // The bus leaves A ten minutes later and B nine, and arrives at C nine minutes later.
  await publish([10, 9, 9, 0])
  await retime(bus)
  expect(await kindsOf(little.orderId)).toContain('retimed')
  expect([await countChoices(little.orderId), await countChoices(much.orderId)]).toEqual([0, 1])
  bus = await departureOf(trip())
  const arriving = await buyRide({}, 'B')
  await publish([10, 9, 19, 10])
  await retime(bus)
  expect(await countChoices(arriving.orderId)).toBe(1)
})

test('who misses an earlier bus is called before the others, until it leaves', async () => {
  const [early, late] = [await buyRide({}, 'B'), await buyRide()]
  await publish([15, -5, 0, 0])
  const incidentId = await retime(bus)
  const toCall = async () => {
    const calls = await listAskedBookings(incidentId, now(), { isToCall: true })
    return calls.map(({ orderId }) => orderId)
  }
  expect(await toCall()).toEqual([])
  shiftClock({ minutes: 20 })
  // The other one boards first.
  expect(await toCall()).toEqual([early.orderId, late.orderId])
  const { decideBy } = await getChoice(early.orderId)
  shiftClock({ minutes: Math.ceil(now().until(decideBy).total('minutes')) })
  await decideChoices(now())
  expect(await toCall()).toEqual([early.orderId])
  shiftClock({ hours: 48 })
  expect(await toCall()).toEqual([])
  await tellRetimed(now())
  expect(await findIncident(incidentId)).toMatchObject({ isOpen: false })
})

test('a second timetable changes it again: the old link says so, and the new one counts', async () => {
  const { orderId } = await buyRide()
  await publish(by(-10))
  await retime(bus)
  const first = await getChoice(orderId)
  await publish(by(15))
  const incidentId = await retime(await bookingOf(orderId).then((one) => one.departureId))
  expect(await bookingOf(orderId)).toMatchObject({
    retimings: 2,
    departsAt: leaves.add({ minutes: 15 }),
    // The letter compares with the time that was bought.
    retimedFrom: leaves,
  })
  const stale = { token: first.token, choice: { kind: 'stay' }, by: TRAVELLER, now: now() } as const
  expect(await choose(stale)).toMatchObject({ ok: false, reason: 'runs-after-all' })
  await decideChoices(now())
  expect(await getChoice(orderId)).toMatchObject({ token: first.token, state: 'stays' })
  const asked = await listAskedBookings(incidentId, now())
  expect(asked).toMatchObject([{ orderId, state: 'told' }])
  expect(await countToldTimes(orderId)).toBe(2)
  // Back at the times of the beginning, the first departure is on sale again.
  await publish()
  await retime(await bookingOf(orderId).then((one) => one.departureId))
  expect(await bookingOf(orderId)).toMatchObject({ departureId: bus, departsAt: leaves })
  expect(await countChoices(orderId)).toBe(2)
  await renewDepartures(now())
  expect(await listDifferences()).toEqual([])
})

test('passengers are told once by a job that began before the times changed', async () => {
  const { orderId } = await buyRide()
  await publish(by(-10))
  const began = now()
  shiftClock({ seconds: 1 })
  expect(await takeOver(bus)).toMatchObject({ ok: true })
  await tellRetimed(began)
  await tellRetimed(now())
  expect(await countToldTimes(orderId)).toBe(1)
})

test('passengers are told of times that were announced while they were told of others', async () => {
  const { orderId } = await buyRide()
  await publish(by(-10))
  expect(await takeOver(bus)).toMatchObject({ ok: true })
  const pressed = now()
  shiftClock({ seconds: 1 })
  await tellRetimed(now())
  await publish(by(15))
  const departureIds = [(await bookingOf(orderId)).departureId]
  const { version } = await quoteRetiming(departureIds, pressed)
  const wish = { departureIds, reason: 'summer', version, by: ADMIN, now: pressed }
  expect(await retimeDepartures(wish)).toMatchObject({ ok: true })
  await tellRetimed(now())
  expect(await countToldTimes(orderId)).toBe(2)
})

test('a bus that was changed by hand gets the times itself, and what was decided about it stays', async () => {
  const { orderId } = await buyRide()
  await db.transaction().execute((tx) => decideDeparture(tx, bus, { seats: 7, closedAt: null }))
  await publish([0, 12, 12, 12])
  const { retimings } = await quoteRetiming([bus], now())
  expect(retimings).toMatchObject([{ departureId: bus, targetId: bus, isPinned: true }])
  await retime(bus)
  expect(await bookingOf(orderId)).toMatchObject({
    departureId: bus,
    departsAt: leaves,
    arrivesAt: leaves.add({ minutes: 72 }),
  })
  expect(await countChoices(orderId)).toBe(1)
  const row = await db
    .selectFrom('departures')
    .select(['status', 'seats', 'pinned'])
    .where('departureId', '=', bus)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ status: 'planned', seats: 7, pinned: true })
  await publish([0, 12, 12, 12])
  expect(await listDifferences()).toMatchObject([{ departureId: bus, kind: 'altered' }])
})

test('a bus that left, one that is gone, one with other stops and one without room are not retimed', async () => {
  await buyRide({ adult: 6 })
  await publish(by(20))
  const obstacle = async (at = now()) =>
    (await quoteRetiming([bus], at)).retimings.map((one) => one.obstacle)
  expect(await obstacle()).toEqual([null])
  expect(await obstacle(leaves)).toEqual(['has-left'])
  // Meanwhile the bus at the new time was sold.
  const { orderId } = await buy(simulation.bank, [
    ride(await departureOf(trip()), 'B', 'D', { adult: 5 }),
  ])
  expect(await obstacle()).toEqual(['too-full'])
  expect(await takeOver(bus)).toEqual({ ok: false, reason: 'none-to-retime' })
  expect(await bookingOf(orderId)).toMatchObject({ retimings: 0 })
  await publishTrips([{ tripId: trip(), leaves, stops: ['A', 'C', 'D'] }])
  expect(await obstacle()).toEqual(['stops-differ'])
  await publishTrips([{ tripId: later(), leaves: leaves.add({ hours: 2 }) }])
  expect(await obstacle()).toEqual([])
  expect((await listDifferences()).map(({ kind }) => kind)).toContain('absent')
})

test('what the page showed is compared: a booking, and another timetable', async () => {
  const { orderId } = await buyRide()
  await publish(by(20))
  const { version } = await quoteRetiming([bus], now())
  const press = () =>
    retimeDepartures({ departureIds: [bus], reason: 'x', version, by: ADMIN, now: now() })
  await publish(by(25))
  expect(await press()).toMatchObject({ ok: false, reason: 'quote-changed' })
  expect(await bookingOf(orderId)).toMatchObject({ departureId: bus, retimings: 0 })
  await publish(by(20))
  expect(await press()).toMatchObject({ ok: true })
  expect(await press()).toMatchObject({ ok: false, reason: 'none-to-retime' })
})
