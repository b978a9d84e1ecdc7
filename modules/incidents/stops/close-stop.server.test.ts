import { beforeEach, expect, test } from 'vitest'

import { tick } from '#modules/boarding/counts/ticks.server.ts'
import { OFFICE_DEVICE } from '#modules/boarding/package/package.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import type { Wish } from '#modules/incidents/choices/wish.ts'
import { listConcernedDepartures } from '#modules/incidents/incident/concerned.server.ts'
import { STOP_LETTERS } from '#modules/incidents/letters/stop-letters.server.ts'
import { closeIncident } from '#modules/incidents/office/close-incident.server.ts'
import { findIncident, listAskedBookings } from '#modules/incidents/reads/find-incident.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { tellNews } from '#modules/incidents/times/tell-news.server.ts'
import type { MailKind } from '#modules/mail/kinds.ts'
import { findOffers } from '#modules/offers/find-offers.server.ts'
import { lockAgainstScans } from '#modules/orders/order/aboard.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { MOVES_SINCE } from '#modules/orders/order/terms-version.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { quoteAmendment } from '#modules/orders/self-service/amend.server.ts'
import { cancel, quoteCancellation } from '#modules/orders/self-service/cancel.server.ts'
import { quoteNextBus } from '#modules/orders/self-service/missed.server.ts'
import { lockDepartures, quoteHold } from '#modules/seats/seats.server.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { listNextDepartures } from '#modules/timetable/next-departures.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { listEntries } from '#platform/audit.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus, TIME_ZONE } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { buyUnderNewTerms, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { changeStop, changeStopAndTell, GATE, stopOf } from '#test/fixtures/closed-stop.ts'
import { doJobs, sendMails } from '#test/simulation/jobs.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture, FARE_PER_LEG } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  buy,
  choose as putIntoCart,
  comeBack,
  findOrderRow,
  goToBank,
  listMails,
  listRefunds,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { closeStop, quoteStop } from './close-stop.server.ts'
import { reopenStop } from './reopen-stop.server.ts'
import { tellStops } from './tell-stops.server.ts'

const simulation = openSimulation()
let bus: string
let leaves: Temporal.Instant
beforeEach(async () => {
  // The buses of the test before are too far away to be offered.
  shiftClock({ hours: 96 })
  await tellStops(now())
  await decideChoices(now())
  const date = dateInCyprus(now()).add({ days: 2 })
  leaves = date.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: '10:00' }).toInstant()
  bus = await addDeparture({ departsAt: leaves, seats: 10 })
})

const buyRide = (from: 'A' | 'B' | 'C', to: 'B' | 'C' | 'D', party: object = { adult: 2 }) =>
  buyUnderNewTerms(simulation.bank, ride(bus, from, to, party))
const press = (token: string, choice: Wish['choice']) =>
  choose({ token, choice, by: TRAVELLER, now: now() })
const kindsOfMail = async (orderId: string) => (await listMails(orderId)).map(({ kind }) => kind)
const rideOf = async (orderId: string) => (await listBookings(db, orderId))[0]
const offersOf = async (orderId: string) =>
  (await getChoice(orderId)).offers.map(({ fromStopId, toStopId, isSameBus }) =>
    isSameBus ? `${fromStopId} ${toStopId}` : 'other bus',
  )
const heldFor = (departureId: string) =>
  db
    .selectFrom('seatHolds')
    .select(['fromPosition', 'toPosition', 'seats'])
    .where('departureId', '=', departureId)
    .where('state', '=', 'offered')
    .orderBy('fromPosition')
    .execute()
const search = async (from: string, to: string) => {
  const date = dateInCyprus(leaves)
  const passengers = partyOf({ adult: 1 })
  const places = { seats: 1, wheelchairPlaces: 0 }
  const stops = { fromStopIds: [from], toStopIds: [to] }
  const found = await findOffers({ ...stops, date, passengers, places, now: now() })
  return found.found === 'departures' ? found.offers.map(({ rides }) => rides[0]?.state) : []
}
const putStopB = (latitude: number) =>
  db.updateTable('stops').set({ latitude }).where('stopId', '=', 'B').execute()
const decideAll = async (orderId: string) => {
  const { decideBy } = await getChoice(orderId)
  shiftClock({ minutes: Math.ceil(now().until(decideBy).total('minutes')) })
  await decideChoices(now())
}

test('a closed stop is not sold any more, in the search, into the cart and on boards, and others are', async () => {
  expect(await search('B', 'D')).toEqual(['open'])
  expect(await changeStop(bus, { stopId: 'B' })).toMatchObject({ ok: true })
  expect(await search('B', 'D')).toEqual(['stop-closed'])
  expect(await search('A', 'B')).toEqual(['stop-closed'])
  expect(await search('A', 'C')).toEqual(['open'])
  expect(await putIntoCart(addTraveller(), ride(bus, 'B', 'D'))).toMatchObject({
    reason: 'stop-closed',
  })
  expect(await putIntoCart(addTraveller(), ride(bus, 'A', 'B'))).toMatchObject({
    reason: 'stop-closed',
  })
  expect(await putIntoCart(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({ ok: true })
  const board = { now: leaves.subtract({ hours: 1 }), most: 5 }
  expect(await listNextDepartures({ ...board, stopId: 'B' })).toMatchObject([
    { departureId: bus, isStopClosed: true },
  ])
  const [next] = await listNextDepartures({ ...board, stopId: 'A' })
  expect(next).toMatchObject({ isStopClosed: false, toStopIds: ['C', 'D'] })
})

test('a cart with a closed stop is refused at the checkout, and ends nothing else', async () => {
  const visitor = addTraveller()
  await putIntoCart(visitor, ride(bus, 'B', 'D'))
  await changeStop(bus, { stopId: 'B' })
  expect(await pressPay(visitor, simulation.bank)).toMatchObject({ reason: 'stop-closed' })
})

test('a buyer who waits for the bus while its stop is closed is refused', async () => {
  const release = await hold(async (tx) => {
    await lockDepartures(tx, [bus])
    await decideDeparture(tx, bus, { closedStops: [1] })
  })
  const buying = putIntoCart(addTraveller(), ride(bus, 'B', 'D'))
  await untilWaiting(1)
  await release()
  expect(await buying).toMatchObject({ reason: 'stop-closed' })
})

test('a buyer who is at the bank when the stop is closed gets the ticket, and a choice', async () => {
  const visitor = addTraveller()
  await putIntoCart(visitor, ride(bus, 'B', 'D'))
  const attempt = await goToBank(visitor, simulation.bank)
  const incidentId = await changeStopAndTell(bus, { stopId: 'B' })
  expect(await listAskedBookings(incidentId, now())).toEqual([])
  await simulation.bank.payAtBank(attempt.url, 'good')
  await comeBack(attempt.paymentId, visitor)
  await simulation.bank.tell(attempt.providerRef)
  await doJobs()
  await tellStops(now())
  expect(await listAskedBookings(incidentId, now())).toMatchObject([{ state: 'told' }])
  expect(await kindsOfMail(attempt.orderId)).toEqual(['confirmation', 'stop-closed'])
})

test('the check page counts those who board or get off there, and what they paid; others are refused', async () => {
  await buyRide('B', 'D', { adult: 2, infant: 1 })
  await buyRide('A', 'B')
  await buyRide('A', 'D')
  const selection = stopOf(bus, 'B')
  const [listed] = await listConcernedDepartures(selection, { now: now() })
  expect(listed).toMatchObject({ departureId: bus, bookings: 2, passengers: 5 })
  const shown = await quoteStop([bus], { stopId: 'B', isClosed: true })
  const paid = 4 * FARE_PER_LEG.adult + 2 * FARE_PER_LEG.adult
  expect(shown).toMatchObject({ departures: 1, bookings: 2, passengers: 5, infants: 1, paid })
  await buyRide('B', 'C')
  const wish = { selection, place: null, reason: 'x', shown, by: ADMIN, now: now() }
  expect(await closeStop(wish)).toMatchObject({
    reason: 'quote-changed',
    quote: { bookings: 3, passengers: 7 },
  })
  expect(await search('B', 'D')).toEqual(['open'])
  expect(await changeStop(bus, { stopId: 'B' })).toMatchObject({ ok: true })
  // It is closed already, and the stops of a bus that has left stay as they are.
  expect(await changeStop(bus, { stopId: 'B' })).toMatchObject({ reason: 'none-chosen' })
  expect(await changeStop(bus, { stopId: 'B', place: GATE })).toMatchObject({
    reason: 'none-chosen',
  })
  shiftClock({ hours: 72 })
  expect(await changeStop(bus, { stopId: 'C' })).toMatchObject({ reason: 'none-chosen' })
})

test('all buses that call at a stop in a span of time are changed as one incident', async () => {
  const later = await addDeparture({ departsAt: leaves.add({ hours: 1 }) })
  const other = await addDeparture({ departsAt: leaves.add({ hours: 6 }) })
  const selection = {
    stopId: 'C',
    since: leaves,
    until: leaves.add({ hours: 3 }),
    routeIds: ['1'],
    isStopAlone: true,
  } as const
  const outcome = await changeStop(bus, { stopId: 'C', selection })
  const incidentId = outcome.ok ? outcome.incidentId : ''
  expect(await findIncident(incidentId)).toMatchObject({
    kind: 'stop-closed',
    departureIds: [bus, later].toSorted(),
    cause: 'road works',
  })
  const states = await db
    .selectFrom('departures')
    .select(['departureId', 'closedStops', 'pinned'])
    .where('departureId', 'in', [bus, later, other])
    .execute()
  const of = (id: string) => states.find(({ departureId }) => departureId === id)
  expect([of(bus), of(later)]).toMatchObject([
    { closedStops: [2], pinned: true },
    { closedStops: [2], pinned: true },
  ])
  expect(of(other)).toMatchObject({ closedStops: [], pinned: false })
  const [entry] = await listEntries(`incident:${incidentId}`, 5)
  expect(entry).toMatchObject({ action: 'stop-closed', after: { stopId: 'C', departures: 2 } })
})

test('two stops of one bus may be closed, and each is an incident of its own', async () => {
  const one = await changeStopAndTell(bus, { stopId: 'B' })
  const other = await changeStopAndTell(bus, { stopId: 'C' })
  expect(await search('A', 'C')).toEqual(['stop-closed'])
  await reopenStop({ incidentId: one, by: ADMIN, now: now() })
  expect(await search('A', 'C')).toEqual(['stop-closed'])
  expect(await search('B', 'D')).toEqual(['open'])
  expect(await findIncident(one)).toMatchObject({ isOpen: false })
  expect(await findIncident(other)).toMatchObject({ isOpen: true })
})

test('passengers of a closed stop are offered the stops before and after it, and other buses', async () => {
  const boarding = await buyRide('B', 'D')
  const leaving = await buyRide('A', 'C')
  const through = await buyRide('A', 'D')
  await addDeparture({ departsAt: leaves.add({ hours: 1 }), seats: 30 })
  await changeStopAndTell(bus, { stopId: 'B' })
  expect(await offersOf(boarding)).toEqual(['A D', 'C D', 'other bus'])
  await changeStopAndTell(bus, { stopId: 'C' })
  // B is closed as well, so the stops on either side are A, where the journey begins, and D.
  expect(await offersOf(leaving)).toEqual(['A D', 'other bus'])
  expect(await kindsOfMail(boarding)).toEqual(['confirmation', 'stop-closed'])
  expect(await kindsOfMail(through)).toEqual(['confirmation'])
  // Only the legs that were not bought are held beside the booking.
  expect(await heldFor(bus)).toEqual([
    { fromPosition: 0, toPosition: 1, seats: 2 },
    { fromPosition: 2, toPosition: 3, seats: 2 },
  ])
})

test('a stop whose leg is full is not offered, and a kept seat is not sold to others', async () => {
  const full = await buyRide('B', 'D', { adult: 4 })
  await buyRide('A', 'B', { adult: 10 })
  await changeStopAndTell(bus, { stopId: 'B' })
  expect(await offersOf(full)).toEqual(['C D'])

  bus = await addDeparture({ departsAt: leaves.add({ minutes: 5 }), seats: 4 })
  const kept = await buyRide('B', 'D', { adult: 4 })
  await changeStopAndTell(bus, { stopId: 'B' })
  expect(await putIntoCart(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({
    reason: 'not-enough-seats',
  })
  const { token, offers } = await getChoice(kept)
  const first = offers.find(({ fromStopId }) => fromStopId === 'A')?.offerId ?? ''
  expect(await press(token, { kind: 'move', offerId: first })).toEqual({ ok: true })
  expect(await press(token, { kind: 'move', offerId: first })).toEqual({ ok: true })
  expect(await rideOf(kept)).toMatchObject({
    departureId: bus,
    fromStopId: 'A',
    toStopId: 'D',
    departsAt: leaves.add({ minutes: 5 }),
    totalCents: 4 * 2 * FARE_PER_LEG.adult,
  })
  const second = offers.find(({ fromStopId }) => fromStopId === 'C')?.offerId ?? ''
  expect(await press(token, { kind: 'move', offerId: second })).toEqual({ ok: true })
  expect(await rideOf(kept)).toMatchObject({ fromStopId: 'C', toStopId: 'D' })
  expect(await listRefunds(kept)).toEqual([])
  // The seats before it are free again.
  expect(await putIntoCart(addTraveller(), ride(bus, 'A', 'C', { adult: 4 }))).toMatchObject({
    ok: true,
  })
})

test('without an answer passengers board at the nearest stop, as was announced', async () => {
  const orderId = await buyRide('B', 'D')
  await changeStopAndTell(bus, { stopId: 'B' })
  const choice = await getChoice(orderId)
  expect(choice).toMatchObject({ state: 'told', defaultChoice: 'move' })
  expect(await press(choice.token, { kind: 'stay' })).toMatchObject({ reason: 'cannot-stay' })
  await decideAll(orderId)
  expect(await getChoice(orderId)).toMatchObject({ state: 'defaulted' })
  expect(await rideOf(orderId)).toMatchObject({ departureId: bus, fromStopId: 'A' })
  expect(await press(choice.token, { kind: 'refund' })).toEqual({ ok: true })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 3600 }])
})

test('if every stop is far away, passengers without an answer are refunded', async () => {
  const orderId = await buyRide('B', 'D')
  await putStopB(35.2)
  await changeStopAndTell(bus, { stopId: 'B' })
  await putStopB(35)
  expect(await offersOf(orderId)).toEqual(['A D', 'C D'])
  expect(await getChoice(orderId)).toMatchObject({ defaultChoice: 'refund' })
  await decideAll(orderId)
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 3600 }])
  expect(await getChoice(orderId)).toMatchObject({ state: 'defaulted', chosenBookingId: null })
  expect(await heldFor(bus)).toEqual([])
})

test.for([
  ['A', 'refund'],
  ['B', 'move'],
] as const)('those aboard from %s keep ticket and seat: their %s is not made', async (given) => {
  const [stopId, announced] = given
  const { orderId } = await buy(simulation.bank, [ride(bus, stopId, 'D')])
  const termsVersion = announced === 'move' ? MOVES_SINCE : null
  await db.updateTable('orders').set({ termsVersion }).where('orderId', '=', orderId).execute()
  await addDeparture({ departsAt: leaves.add({ hours: 2 }), seats: 10 })
  shiftClock({ minutes: Math.floor(now().until(leaves).total('minutes')) - 10 })
  await changeStopAndTell(bus, { stopId })
  expect(await getChoice(orderId)).toMatchObject({ defaultChoice: announced })
  const before = await rideOf(orderId)
  const { bookingId = '', fromPosition: position = 0 } = before ?? {}
  const ticks = { departureId: bus, bookingId, position, by: ADMIN, now: now() }
  expect(await tick({ ...ticks, aboard: 1 })).toMatchObject({ ok: true })
  const { token, offers } = await getChoice(orderId)
  const { offerId = '' } = offers.find(({ departureId }) => departureId !== bus) ?? {}
  for (const choice of [{ kind: 'refund' }, { kind: 'move', offerId }] as const) {
    expect(await press(token, choice)).toMatchObject({ reason: 'counted-aboard' })
  }
  await decideAll(orderId)
  expect(await getChoice(orderId)).toMatchObject({ state: 'stays', chosenBookingId: null })
  expect(await rideOf(orderId)).toMatchObject({ bookingId, state: 'live' })
  expect(await listRefunds(orderId)).toEqual([])
  expect(await heldFor(bus)).toEqual([])
})

test('those aboard whose last stop is closed are moved to the stop before or after it', async () => {
  const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'B')])
  await db.updateTable('orders').set({ termsVersion: MOVES_SINCE }).execute()
  shiftClock({ minutes: Math.floor(now().until(leaves).total('minutes')) - 40 })
  await changeStopAndTell(bus, { stopId: 'B' })
  const { token, best, defaultChoice } = await getChoice(orderId)
  expect(defaultChoice).toBe('move')
  const { bookingId = '' } = (await rideOf(orderId)) ?? {}
  const ticks = { departureId: bus, bookingId, position: 0, by: ADMIN, now: now() }
  expect(await tick({ ...ticks, aboard: 1 })).toMatchObject({ ok: true })
  await decideAll(orderId)
  expect(await getChoice(orderId)).toMatchObject({ state: 'defaulted', chosenBookingId: best })
  expect(await rideOf(orderId)).toMatchObject({ departureId: bus, toStopId: 'C' })
  expect(await press(token, { kind: 'refund' })).toMatchObject({ reason: 'counted-aboard' })
})

test('a default waits for a scan that is being written', async () => {
  const { orderId } = await buy(simulation.bank, [ride(bus, 'B', 'D')])
  await changeStopAndTell(bus, { stopId: 'B' })
  const { bookingId } = await getChoice(orderId)
  const release = await hold(async (tx) => {
    await lockAgainstScans(tx, bookingId)
    const scan = { deviceNo: OFFICE_DEVICE, bookingId, departureId: bus, position: 1, boarded: 1 }
    const scanned = { scannedAt: now(), receivedAt: now(), scannedBy: 'admin' }
    await tx
      .insertInto('scans')
      .values({ ...scan, ...scanned })
      .execute()
  })
  const deciding = decideAll(orderId)
  await untilWaiting(1)
  await release()
  await deciding
  expect(await getChoice(orderId)).toMatchObject({ state: 'stays' })
  expect(await listRefunds(orderId)).toEqual([])
})

test('those under terms that move nobody are refunded without an answer', async () => {
  const { orderId } = await buy(simulation.bank, [ride(bus, 'B', 'D')])
  await changeStopAndTell(bus, { stopId: 'B' })
  expect(await getChoice(orderId)).toMatchObject({ defaultChoice: 'refund' })
})

test('of a group some take the other stop, and the others are refunded', async () => {
  const orderId = await buyRide('B', 'D', { adult: 3 })
  await changeStopAndTell(bus, { stopId: 'B' })
  const { token, best } = await getChoice(orderId)
  const travelling = { passengers: partyOf({ adult: 1 }), wheelchairUsers: 0 }
  expect(await press(token, { kind: 'move', offerId: best, travelling })).toEqual({ ok: true })
  expect(await rideOf(orderId)).toMatchObject({ fromStopId: 'A', totalCents: 1800 })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 3600 }])
})

test('a moved stop is still sold, and its passengers stay unless they choose otherwise', async () => {
  const orderId = await buyRide('B', 'D')
  const other = await buyRide('A', 'B')
  await addDeparture({ departsAt: leaves.add({ hours: 1 }), seats: 30 })
  const incidentId = await changeStopAndTell(bus, { stopId: 'B', place: GATE })
  expect(await search('B', 'D')).toEqual(['open', 'open'])
  const later = await buyRide('B', 'C')
  await tellStops(now())
  expect(await kindsOfMail(later)).toEqual(['confirmation'])
  expect(await listAskedBookings(incidentId, now())).toHaveLength(2)
  expect(await kindsOfMail(orderId)).toEqual(['confirmation', 'stop-moved'])
  expect(await offersOf(orderId)).toEqual(['other bus'])
  const [ticket] = await listTickets(orderId, 'el', now())
  expect(ticket?.from).toMatchObject({
    directions: GATE.words.el,
    today: { movedTo: GATE.words.el },
    mapUrl: expect.stringContaining('35.00100'),
  })
  expect((await listTickets(other, 'en', now()))[0]?.to).toMatchObject({
    today: { movedTo: GATE.words.en },
  })
  await decideAll(orderId)
  expect(await getChoice(orderId)).toMatchObject({ state: 'stays' })
  expect(await rideOf(orderId)).toMatchObject({ fromStopId: 'B', departureId: bus })
})

test('passengers of a moved stop may be refunded', async () => {
  const orderId = await buyRide('B', 'D')
  await changeStopAndTell(bus, { stopId: 'B', place: GATE })
  const { token } = await getChoice(orderId)
  expect(await press(token, { kind: 'refund' })).toEqual({ ok: true })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 3600 }])
})

test('a stop that is served after all is sold again, and those who still travel from it are told', async () => {
  const waiting = await buyRide('B', 'D')
  const chosen = await buyRide('B', 'C')
  const incidentId = await changeStopAndTell(bus, { stopId: 'B' })
  const { token, best } = await getChoice(chosen)
  await press(token, { kind: 'move', offerId: best })
  await sendMails()
  const reopening = { incidentId, by: ADMIN, now: now() }
  expect(await reopenStop(reopening)).toEqual({ ok: true, departures: 1 })
  expect(await reopenStop(reopening)).toMatchObject({ reason: 'nothing-to-reopen' })
  await decideChoices(now())
  await tellStops(now())
  await tellStops(now())
  expect(await search('B', 'D')).toEqual(['open'])
  expect(await kindsOfMail(waiting)).toEqual(['confirmation', 'stop-closed', 'stop-reopened'])
  expect(await kindsOfMail(chosen)).toEqual(['changed', 'confirmation', 'stop-closed'])
  expect(await getChoice(waiting)).toMatchObject({ state: 'stays' })
  expect(await rideOf(chosen)).toMatchObject({ fromStopId: 'A' })
  expect(await heldFor(bus)).toEqual([])
  const { token: old } = await getChoice(waiting)
  expect(await press(old, { kind: 'refund' })).toMatchObject({ reason: 'runs-after-all' })
})

test('passengers of a late bus are told until it leaves, that their stop is closed and that it is served again', async () => {
  const orderId = await buyRide('B', 'D')
  await reportDelay({ departureId: bus, fromPosition: 0, minutes: 60, by: ADMIN, now: now() })
  await tellNews(now())
  shiftClock({ minutes: Math.ceil(now().until(leaves).total('minutes')) + 40 })
  await decideChoices(now())
  const incidentId = await changeStopAndTell(bus, { stopId: 'B' })
  await sendMails()
  await reopenStop({ incidentId, by: ADMIN, now: now() })
  await tellStops(now())
  await sendMails()
  expect(await statesOf(orderId, 'stop-closed')).toEqual(['sent'])
  expect(await statesOf(orderId, 'stop-reopened')).toEqual(['sent'])
})

test('those who stayed at a moved stop are told when it is at its place again', async () => {
  const orderId = await buyRide('B', 'D')
  const incidentId = await changeStopAndTell(bus, { stopId: 'B', place: GATE })
  const { token } = await getChoice(orderId)
  expect(await press(token, { kind: 'stay' })).toEqual({ ok: true })
  await reopenStop({ incidentId, departureId: bus, by: ADMIN, now: now() })
  await tellStops(now())
  expect(await kindsOfMail(orderId)).toEqual(['confirmation', 'stop-moved', 'stop-reopened'])
  const [ticket] = await listTickets(orderId, 'en', now())
  expect(ticket?.from.today).toBeUndefined()
})

test('of two moved stops each has its own letter, and both at their places again are told once', async () => {
  const orderId = await buyRide('B', 'D')
  const changed = [await changeStop(bus, { stopId: 'B', place: GATE })]
  changed.push(await changeStop(bus, { stopId: 'D', place: GATE }))
  await tellStops(now())
  expect(new Set(await linksOf(orderId, 'stop-moved')).size).toBe(2)
  await sendMails()
  for (const outcome of changed) {
    if (!outcome.ok) throw new Error(outcome.reason)
    const { incidentId } = outcome
    await reopenStop({ incidentId, departureId: bus, by: ADMIN, now: now() })
    shiftClock({ minutes: 10 })
    await tellStops(now())
    await sendMails()
  }
  expect(await statesOf(orderId, 'stop-reopened')).toEqual(['needless', 'sent'])
})

test('a booking may be cancelled in part at a closed stop, but not changed to it', async () => {
  const orderId = await buyRide('B', 'D', { adult: 3 })
  const elsewhere = await buyRide('A', 'D')
  await changeStop(bus, { stopId: 'B' })
  const [{ manageId }, booking] = [await findOrderRow(orderId), await rideOf(orderId)]
  const leaving = [
    {
      bookingId: booking?.bookingId ?? '',
      staying: { passengers: partyOf({ adult: 2 }), wheelchairUsers: 0 },
    },
  ]
  const quoted = await quoteCancellation({ manageId, leaving, now: now() })
  const shownRefund = quoted.ok ? quoted.refund : cents(0)
  expect(await cancel({ manageId, leaving, shownRefund, now: now() })).toMatchObject({ ok: true })
  expect(await rideOf(orderId)).toMatchObject({ fromStopId: 'B', passengers: { adult: 2 } })

  const other = await rideOf(elsewhere)
  const amendment = {
    manageId: (await findOrderRow(elsewhere)).manageId,
    bookingId: other?.bookingId ?? '',
    to: ride(bus, 'B', 'D', { adult: 2 }),
    now: now(),
  }
  expect(await quoteAmendment(amendment)).toMatchObject({ reason: 'stop-closed' })
})

test('staff cannot sell a closed stop either, and a missed bus leads to one that stops', async () => {
  const early = await buyRide('B', 'D')
  const next = await addDeparture({ departsAt: leaves.add({ hours: 1 }) })
  const after = await addDeparture({ departsAt: leaves.add({ hours: 2 }) })
  await changeStop(next, { stopId: 'B' })
  const sold = await db.transaction().execute((tx) =>
    quoteHold(tx, {
      rides: [
        {
          bookingId: after,
          departureId: next,
          ride: { fromPosition: 1, toPosition: 3 },
          boardsAt: leaves.add({ minutes: 90 }),
          accessible: true,
          places: { seats: 1, wheelchairPlaces: 0 },
          wheelchairGranted: true,
        },
      ],
      closing: 'for-staff',
      now: now(),
    }),
  )
  expect(sold).toMatchObject({ reason: 'stop-closed' })
  shiftClock({ minutes: Math.ceil(now().until(leaves).total('minutes')) })
  const [ticket] = await listTickets(early, 'en', now())
  expect(await quoteNextBus(ticket?.ticketId ?? '', now())).toMatchObject({ departureId: after })
})

test('an incident of a stop ends when the bus has left it, and by hand once all have decided', async () => {
  const orderId = await buyRide('B', 'D')
  const incidentId = await changeStopAndTell(bus, { stopId: 'B' })
  const closing = () => closeIncident({ incidentId, by: ADMIN, now: now() })
  expect(await closing()).toMatchObject({ reason: 'not-decided', open: 1 })
  await decideAll(orderId)
  shiftClock({ minutes: Math.ceil(now().until(leaves).total('minutes')) + 31 })
  await tellStops(now())
  expect(await findIncident(incidentId)).toMatchObject({ isOpen: false })
  expect(await closing()).toMatchObject({ reason: 'closed-already' })
})

const mailsOf = (orderId: string, kind: MailKind) =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .orderBy('attemptNo')
    .execute()

async function statesOf(orderId: string, kind: MailKind) {
  return (await mailsOf(orderId, kind)).map(({ state }) => state)
}

/** The choices to which the letters lead. */
async function linksOf(orderId: string, kind: 'stop-moved') {
  const links: (string | undefined)[] = []
  for (const mail of await mailsOf(orderId, kind)) {
    const letter = await STOP_LETTERS[kind]({ ...mail, kind }, now())
    links.push(/\/choose\/\w+/.exec(letter?.text ?? '')?.[0])
  }
  return links
}
