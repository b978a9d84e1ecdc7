import { beforeEach, expect, test } from 'vitest'

import { changePlaces } from '#modules/fleet/assign-vehicle.server.ts'
import { choose, chooseLocked } from '#modules/incidents/choices/choose.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import {
  listSpaceShort,
  listTooMany,
  quoteAsking,
} from '#modules/incidents/choices/too-full.server.ts'
import type { Wish } from '#modules/incidents/choices/wish.ts'
import { findOpenIncident } from '#modules/incidents/incident/incidents.server.ts'
import { INCIDENT_LETTERS } from '#modules/incidents/letters/incident-letters.server.ts'
import { recordCall, takeCall } from '#modules/incidents/office/calls.server.ts'
import { closeIncident } from '#modules/incidents/office/close-incident.server.ts'
import { findIncident, listAskedBookings } from '#modules/incidents/reads/find-incident.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { fitCapacities } from '#modules/seats/change-capacity.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { listEntries } from '#platform/audit.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { dateInCyprus, TIME_ZONE } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import {
  buyUnderNewTerms,
  cancelAndTell,
  getChoice,
  giveWheelchair,
} from '#test/fixtures/cancelled-bus.ts'
import { sendMails } from '#test/simulation/jobs.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  buy,
  choose as putIntoCart,
  countPlacesTaken,
  listMails,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { askPassengers } from './ask-passengers.server.ts'
import { cancelDeparture, tellHolders } from './cancel-departure.server.ts'
import { seeToSmallerBuses } from './smaller-bus.server.ts'

const simulation = openSimulation()
let bus: string
let next: string
let leaves: Temporal.Instant
beforeEach(async () => {
  // The buses of the test before are too far away to be offered.
  shiftClock({ hours: 72 })
  await decideChoices(now())
  leaves = atTen(2)
  bus = await addDeparture({ departsAt: leaves, seats: 10, wheelchairPlaces: 1 })
  next = await addDeparture({ departsAt: leaves.add({ hours: 1 }), seats: 30, wheelchairPlaces: 0 })
})

/** Ten in the morning, so that the next bus is on the same day. */
function atTen(days: number): Temporal.Instant {
  const date = dateInCyprus(now()).add({ days })
  return date.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: '10:00' }).toInstant()
}

const buyRide = (party: object, on = bus) =>
  buyUnderNewTerms(simulation.bank, ride(on, 'A', 'C', party))

async function shrink(seats: number, departureId = bus, wheelchairPlaces = 1) {
  const wanted = { seats, wheelchairPlaces }
  const reason = 'the small one'
  const outcome = await changePlaces({ departureId, wanted, by: ADMIN, reason, now: now() })
  expect(outcome).toMatchObject({ ok: true })
  await seeToSmallerBuses(now())
}

async function incidentOf(departureId = bus): Promise<string> {
  return (await findOpenIncident(departureId, db, 'smaller-bus')) ?? ''
}

async function ask(departureId = bus) {
  const shown = await quoteAsking(departureId)
  const incidentId = await incidentOf(departureId)
  const outcome = await askPassengers({ incidentId, shown, by: ADMIN, now: now() })
  await seeToSmallerBuses(now())
  return outcome
}

const press = (token: string, choice: Wish['choice'], at = now()) =>
  choose({ token, choice, by: TRAVELLER, now: at })
const kindsOfMail = async (orderId: string) => (await listMails(orderId)).map(({ kind }) => kind)
const busOf = async (orderId: string) => (await listBookings(db, orderId))[0]?.departureId
const lastChoice = async (departureId: string) => {
  const choices = await db
    .selectFrom('incidentBookings')
    .innerJoin('incidentDepartures as of', 'of.incidentId', 'incidentBookings.incidentId')
    .select((choice) => choice.fn.max('decideBy').as('last'))
    .where('of.departureId', '=', departureId)
    .executeTakeFirstOrThrow()
  return choices.last ?? now()
}

test('a smaller bus closes the sale and opens an incident that names the leg, and nobody is told yet', async () => {
  const orderId = await buyRide({ adult: 4 })
  await buyUnderNewTerms(simulation.bank, ride(bus, 'B', 'D', { adult: 3 }))
  await shrink(5)
  await seeToSmallerBuses(now())
  expect(await listTooMany(bus)).toEqual([{ leg: 1, seats: 2, wheelchairPlaces: 0 }])
  const incidentId = await incidentOf()
  expect(await findIncident(incidentId)).toMatchObject({
    kind: 'smaller-bus',
    waits: true,
    isOpen: true,
    cause: 'the small one',
    departureIds: [bus],
  })
  expect(await kindsOfMail(orderId)).toEqual(['confirmation'])
  expect(await quoteAsking(bus)).toEqual({
    bookings: 2,
    passengers: 7,
    offered: 0,
    wheelchairs: 0,
    infants: 0,
    lastBuses: 0,
    withoutMail: 0,
    withPhone: 0,
    paid: 12600,
  })
  expect(await listAskedBookings(incidentId, now())).toHaveLength(2)
})

test('only those on a leg that is too full are asked, once, and the figures are compared', async () => {
  const onTheLeg = await buyRide({ adult: 4 })
  const elsewhere = await buyUnderNewTerms(simulation.bank, ride(bus, 'C', 'D', { adult: 1 }))
  await shrink(3)
  const incidentId = await incidentOf()
  const shown = { bookings: 2, paid: (await quoteAsking(bus)).paid }
  const asking = { incidentId, by: ADMIN, now: now() }
  expect(await askPassengers({ ...asking, shown })).toMatchObject({ reason: 'quote-changed' })
  expect(await ask()).toMatchObject({ ok: true })
  expect(await ask()).toMatchObject({ reason: 'asked-already' })
  expect(await kindsOfMail(onTheLeg)).toEqual(['confirmation', 'smaller-bus'])
  expect(await kindsOfMail(elsewhere)).toEqual(['confirmation'])
  const entries = await listEntries(`incident:${incidentId}`, 10)
  expect(entries.map(({ action }) => action)).toEqual(['passengers-asked'])
})

test('without answers those who booked last are moved, as few as needed, and the rest is told', async () => {
  const first = await buyRide({ adult: 2 })
  const second = await buyRide({ adult: 2 })
  const last = await buyRide({ adult: 2 })
  await shrink(3)
  await ask()
  const [stays, moved, movedToo] = await Promise.all([first, second, last].map(getChoice))
  expect(stays?.defaultChoice).toBe('stay')
  expect(moved?.defaultChoice).toBe('move')
  expect(movedToo?.defaultChoice).toBe('move')
  await sendMails()
  const over = await lastChoice(bus)
  await decideChoices(over)
  await decideChoices(over)
  expect(await Promise.all([first, second, last].map(busOf))).toEqual([bus, next, next])
  expect(await countPlacesTaken(bus)).toBe(2)
  await seeToSmallerBuses(over)
  expect(await findOpenIncident(bus, db, 'smaller-bus')).toBeUndefined()
  expect(await getChoice(first)).toMatchObject({ state: 'stays' })
  expect(await countPlacesTaken(next)).toBe(4)
})

test('the rest keeps its seats and is told as soon as enough have left', async () => {
  const [leaving, staying] = [await buyRide({ adult: 3 }), await buyRide({ adult: 3 })]
  await shrink(4)
  await ask()
  await sendMails()
  const [free, mover] = await Promise.all([leaving, staying].map(getChoice))
  expect(mover?.defaultChoice).toBe('move')
  expect(await press(free?.token ?? '', { kind: 'move', offerId: free?.best ?? '' })).toEqual({
    ok: true,
  })
  await fitCapacities(now())
  await seeToSmallerBuses(now())
  await decideChoices(now())
  await decideChoices(now())
  expect(await getChoice(staying)).toMatchObject({ state: 'stays' })
  expect(await kindsOfMail(staying)).toEqual(['confirmation', 'seats-kept', 'smaller-bus'])
  expect(await countPlacesTaken(next)).toBe(3)
  const incident = await findIncident(free?.incidentId ?? '')
  expect(incident).toMatchObject({ isOpen: false })
  expect(incident?.closedAt).not.toBeNull()
  const mails = db.selectFrom('mails').select('state').where('kind', '=', 'seats-kept')
  await sendMails()
  expect(await mails.where('orderId', '=', staying).execute()).toEqual([{ state: 'sent' }])
  expect(await press(mover?.token ?? '', { kind: 'refund' })).toMatchObject({
    reason: 'runs-after-all',
  })
})

test('a party that would be moved stays if enough others leave by the second of the decision', async () => {
  const [leaving, mover] = [await buyRide({ adult: 3 }), await buyRide({ adult: 3 })]
  await shrink(4)
  await ask()
  const free = await getChoice(leaving)
  await press(free.token, { kind: 'refund' })
  expect(await listRefunds(leaving)).toMatchObject([{ amountCents: 5400 }])
  await decideChoices((await getChoice(mover)).decideBy)
  expect(await getChoice(mover)).toMatchObject({ state: 'stays', chosenBookingId: null })
  expect(await busOf(mover)).toBe(bus)
  expect(await kindsOfMail(mover)).toContain('seats-kept')
})

test('a party is moved or not by the count after those who leave at the same moment', async () => {
  const [leaving, mover] = [await buyRide({ adult: 3 }), await buyRide({ adult: 3 })]
  await shrink(4)
  await ask()
  const [free, last] = await Promise.all([leaving, mover].map(getChoice))
  const wish = { token: free?.token ?? '', choice: { kind: 'refund' }, by: TRAVELLER } as const
  const letGo = await hold((tx) => chooseLocked(tx, leaving, { ...wish, now: now() }))
  const decided = decideChoices(last?.decideBy ?? now())
  await untilWaiting(1)
  await letGo()
  await decided
  expect(await getChoice(mover)).toMatchObject({ state: 'stays' })
})

test('wheelchair users and infants are never moved without an answer, and who stays may say so', async () => {
  const family = await buyRide({ adult: 1, infant: 1 })
  const wheelchair = await buyRide({ adult: 2 })
  await giveWheelchair(wheelchair)
  await shrink(1)
  await ask()
  const [ofFamily, ofWheelchair] = await Promise.all([family, wheelchair].map(getChoice))
  expect([ofFamily?.defaultChoice, ofWheelchair?.defaultChoice]).toEqual(['stay', 'stay'])
  const { token = '', decideBy = now(), best = '' } = ofFamily ?? {}
  expect(await press(token, { kind: 'stay' })).toEqual({ ok: true })
  expect(await press(token, { kind: 'stay' })).toEqual({ ok: true })
  expect(await getChoice(family)).toMatchObject({ state: 'stays', decidedBy: 'traveller' })
  // It may still be changed, as long as there are seats.
  expect(await press(token, { kind: 'move', offerId: best })).toEqual({ ok: true })
  await decideChoices(decideBy)
  expect(await busOf(wheelchair)).toBe(bus)
})

test('a party whose seats are needed cannot stay, and the money is had until the choice ends', async () => {
  const orderId = await buyRide({ adult: 2 })
  await shrink(1)
  await ask()
  const { token, decideBy, defaultChoice } = await getChoice(orderId)
  expect(defaultChoice).toBe('move')
  expect(await press(token, { kind: 'stay' })).toMatchObject({ reason: 'cannot-stay' })
  expect(await press(token, { kind: 'refund' }, decideBy)).toMatchObject({ reason: 'choice-over' })
  const before = decideBy.subtract({ seconds: 1 })
  expect(await press(token, { kind: 'refund' }, before)).toEqual({ ok: true })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 3600 }])
})

test('the last bus of the day moves nobody, and its incident ends when it leaves', async () => {
  const late = atTen(2).add({ hours: 13, minutes: 30 })
  const lastBus = await addDeparture({ departsAt: late, seats: 10 })
  await addDeparture({ departsAt: late.add({ hours: 1 }), seats: 30 })
  const orderId = await buyRide({ adult: 2 }, lastBus)
  await shrink(1, lastBus, 0)
  await ask(lastBus)
  expect(await getChoice(orderId)).toMatchObject({ defaultChoice: 'stay' })
  const incidentId = await incidentOf(lastBus)
  const over = await lastChoice(lastBus)
  await decideChoices(over)
  expect(await closeIncident({ incidentId, by: ADMIN, now: over })).toMatchObject({
    reason: 'too-full',
  })
  await seeToSmallerBuses(late)
  expect(await findIncident(incidentId)).toMatchObject({ isOpen: false })
  await decideChoices(late)
  expect(await kindsOfMail(orderId)).toEqual(['confirmation', 'smaller-bus'])
})

test('under older terms nobody is moved without an answer', async () => {
  const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2 })])
  const terms = db.updateTable('orders').set({ termsVersion: '2026-01-01' })
  await terms.where('orderId', '=', orderId).execute()
  await shrink(1)
  await ask()
  expect(await getChoice(orderId)).toMatchObject({ defaultChoice: 'stay' })
})

test('seats in carts alone ask nobody, and the incident ends with them', async () => {
  await buyRide({ adult: 2 })
  expect(await putIntoCart(addTraveller(), ride(bus, 'A', 'C', { adult: 3 }))).toMatchObject({
    ok: true,
  })
  await shrink(3)
  const incidentId = await incidentOf()
  expect(await quoteAsking(bus)).toMatchObject({ bookings: 0 })
  shiftClock({ hours: 2 })
  await seeToSmallerBuses(now())
  expect(await findIncident(incidentId)).toMatchObject({ isOpen: false })
})

test('a bus that is cancelled as well leaves its passengers the one choice of a cancelled bus', async () => {
  const orderId = await buyRide({ adult: 2 })
  await shrink(1)
  await ask()
  await cancelDeparture({ departureId: bus, by: ADMIN, reason: 'no driver', now: now() })
  await tellHolders(now().add({ seconds: 1 }))
  await seeToSmallerBuses(now())
  await decideChoices(now())
  const states = db
    .selectFrom('incidentBookings')
    .innerJoin('bookings', 'bookings.bookingId', 'incidentBookings.bookingId')
    .select('incidentBookings.state')
    .where('orderId', '=', orderId)
    .orderBy('toldAt')
  expect(await states.execute()).toEqual([{ state: 'stays' }, { state: 'told' }])
  expect(await kindsOfMail(orderId)).toEqual(['confirmation', 'departure-cancelled', 'smaller-bus'])
})

/** A later bus on the same day with a wheelchair space. */
const addLiftBus = (hours = 2) =>
  addDeparture({ departsAt: leaves.add({ hours }), seats: 30, wheelchairPlaces: 1 })
const toCall = async (incidentId: string, at = now()) => {
  const calls = await listAskedBookings(incidentId, at, { isToCall: true })
  return calls.map(({ orderId }) => orderId)
}
/** The newest mail of a kind in one language, as it is written now. */
async function readMail(
  orderId: string,
  kind: 'smaller-bus' | 'new-offers' | 'seats-kept',
  locale: Locale = 'en',
) {
  await db.updateTable('orders').set({ locale }).where('orderId', '=', orderId).execute()
  const mails = db.selectFrom('mails').selectAll().where('orderId', '=', orderId)
  const mail = await mails.where('kind', '=', kind).orderBy('queuedAt', 'desc').executeTakeFirst()
  return mail && (await INCIDENT_LETTERS[kind](mail, now()))
}

test('a bus without a lift asks the wheelchair user alone, who is not moved but called until it is settled', async () => {
  const walking = await buyRide({ adult: 2 })
  const wheelchair = await buyRide({ adult: 2 })
  await giveWheelchair(wheelchair)
  const liftBus = await addLiftBus()
  await shrink(10, bus, 0)
  expect(await quoteAsking(bus)).toMatchObject({ bookings: 1, passengers: 2, wheelchairs: 1 })
  expect(await ask()).toMatchObject({ ok: true })
  const incidentId = await incidentOf()
  expect(await kindsOfMail(walking)).toEqual(['confirmation'])
  const asked = await getChoice(wheelchair)
  expect(asked).toMatchObject({ state: 'told', defaultChoice: 'call' })
  expect(asked.offers.map(({ departureId }) => departureId)).toEqual([liftBus])
  expect(await toCall(incidentId)).toEqual([wheelchair])
  expect(await press(asked.token, { kind: 'stay' })).toMatchObject({ reason: 'cannot-stay' })

  const told = await kindsOfMail(wheelchair)
  await decideChoices(asked.decideBy)
  expect(await getChoice(wheelchair)).toMatchObject({ state: 'told', chosenBookingId: null })
  await seeToSmallerBuses(asked.decideBy)
  expect(await getChoice(wheelchair)).toMatchObject({ state: 'told', chosenBookingId: null })
  expect(await kindsOfMail(wheelchair)).toEqual(told)
  expect(await toCall(incidentId, asked.decideBy)).toEqual([wheelchair])
  const { bookingId } = asked
  const call = { incidentId, bookingId, by: ADMIN, now: asked.decideBy }
  await takeCall(call)
  expect(await recordCall({ ...call, outcome: 'told' })).toEqual({ ok: true })
  expect(await toCall(incidentId, asked.decideBy)).toEqual([wheelchair])
  const named = await listSpaceShort(asked.decideBy, 5)
  expect(named).toMatchObject([{ incidentId, departureId: bus, spaces: 1 }])

  await takeCall(call)
  expect(await recordCall({ ...call, outcome: 'refund' })).toEqual({ ok: true })
  expect(await listRefunds(wheelchair)).toMatchObject([{ amountCents: 3600 }])
  await seeToSmallerBuses(asked.decideBy)
  expect(await findIncident(incidentId)).toMatchObject({ isOpen: false })
  expect(await listSpaceShort(asked.decideBy, 5)).toEqual([])
})

test('the mail says in both languages that the bus cannot take the wheelchair, and promises no travel on it', async () => {
  const orderId = await buyRide({ adult: 1 })
  await giveWheelchair(orderId)
  await addLiftBus()
  await shrink(10, bus, 0)
  await ask()
  const english = await readMail(orderId, 'smaller-bus')
  expect(english?.subject).toContain('No wheelchair space on your bus')
  expect(english?.text).toContain('it has no space for the wheelchair in your booking')
  expect(english?.text).toContain('We are keeping seats for you until')
  expect(english?.text).not.toContain('you travel as booked')
  expect(english?.text).not.toContain('your seats on the bus you booked')
  expect(english?.text).not.toContain('a seat for everybody')
  const greek = await readMail(orderId, 'smaller-bus', 'el')
  expect(greek?.subject).toContain('Το λεωφορείο σας δεν έχει θέση για αναπηρικό αμαξίδιο')
  expect(greek?.text).toContain('δεν έχει θέση για το αναπηρικό αμαξίδιο της κράτησής σας')
  expect(greek?.text).not.toContain('ταξιδεύετε κανονικά')
})

test('once the bus offered instead is cancelled, a wheelchair user is still promised no refund', async () => {
  const orderId = await buyRide({ adult: 1 })
  await giveWheelchair(orderId)
  const liftBus = await addLiftBus()
  await shrink(10, bus, 0)
  await ask()
  await cancelAndTell(liftBus)
  await decideChoices(now())
  expect(await getChoice(orderId)).toMatchObject({ state: 'told', defaultChoice: 'call' })
  const english = (await readMail(orderId, 'new-offers'))?.text ?? ''
  expect(english).toContain('We will not move or cancel anything until we hear from you')
  expect(english).not.toContain('If you do nothing')
  const greek = (await readMail(orderId, 'new-offers', 'el'))?.text ?? ''
  expect(greek).toContain('Χωρίς την απάντησή σας δεν θα μεταφέρουμε και δεν θα ακυρώσουμε τίποτα')
  expect(greek).not.toContain('Αν δεν επιλέξετε τίποτα')
})

test('where seats and spaces are short, the wheelchair user is called and others make room for the rest', async () => {
  const [stays, mover] = [await buyRide({ adult: 2 }), await buyRide({ adult: 2 })]
  const wheelchair = await buyRide({ adult: 2 })
  await giveWheelchair(wheelchair)
  const liftBus = await addLiftBus()
  await shrink(3, bus, 0)
  await ask()
  const choices = await Promise.all([stays, mover, wheelchair].map(getChoice))
  expect(choices.map(({ defaultChoice }) => defaultChoice)).toEqual(['stay', 'move', 'call'])
  const [, , asked] = choices
  expect(await press(asked?.token ?? '', { kind: 'move', offerId: asked?.best ?? '' })).toEqual({
    ok: true,
  })
  expect(await busOf(wheelchair)).toBe(liftBus)
  await decideChoices(await lastChoice(bus))
  expect(await Promise.all([stays, mover].map(busOf))).toEqual([bus, next])
})

test('nobody is moved for a space that is missing, once there are enough seats', async () => {
  const [leaving, mover] = [await buyRide({ adult: 2 }), await buyRide({ adult: 2 })]
  const wheelchair = await buyRide({ adult: 1 })
  await giveWheelchair(wheelchair)
  await shrink(3, bus, 0)
  await ask()
  await press((await getChoice(leaving)).token, { kind: 'refund' })
  await decideChoices((await getChoice(mover)).decideBy)
  expect(await getChoice(mover)).toMatchObject({ state: 'stays' })
  expect(await getChoice(wheelchair)).toMatchObject({ state: 'told', defaultChoice: 'call' })
})

test('a space that comes back keeps the wheelchair user aboard, told so, though seats are still short', async () => {
  const orderId = await buyRide({ adult: 1 })
  await giveWheelchair(orderId)
  await buyRide({ adult: 2 })
  await shrink(1, bus, 0)
  await ask()
  await sendMails()
  await shrink(1, bus, 1)
  await decideChoices(now())
  expect(await getChoice(orderId)).toMatchObject({ state: 'stays' })
  expect((await readMail(orderId, 'seats-kept'))?.text).toContain('It has one again')
  expect(await findOpenIncident(bus, db, 'smaller-bus')).toBeDefined()
})

test('a space that is lost after the wheelchair user was asked about seats asks again under the same link', async () => {
  const orderId = await buyRide({ adult: 2 })
  await giveWheelchair(orderId)
  await buyRide({ adult: 2 })
  await addLiftBus()
  await shrink(2)
  await ask()
  const before = await getChoice(orderId)
  expect(before.defaultChoice).toBe('stay')
  await press(before.token, { kind: 'stay' })
  await shrink(2, bus, 0)
  const again = await getChoice(orderId)
  expect(again).toMatchObject({ token: before.token, state: 'told', defaultChoice: 'call' })
  expect(again.offers).toHaveLength(1)
  await seeToSmallerBuses(now())
  expect((await kindsOfMail(orderId)).filter((kind) => kind === 'smaller-bus')).toHaveLength(2)
  expect(await press(again.token, { kind: 'move', offerId: again.best })).toEqual({ ok: true })
})

test('companions may travel on a bus without a space, and the wheelchair user is refunded', async () => {
  const orderId = await buyRide({ adult: 2 })
  await giveWheelchair(orderId)
  await shrink(10, bus, 0)
  await ask()
  const { token } = await getChoice(orderId)
  const passengers = { adult: 1, student: 0, child: 0, infant: 0 }
  const withWheelchair = { passengers, wheelchairUsers: 1 }
  expect(await press(token, { kind: 'stay', travelling: withWheelchair })).toMatchObject({
    reason: 'cannot-stay',
  })
  const without = { passengers, wheelchairUsers: 0 }
  expect(await press(token, { kind: 'stay', travelling: without })).toEqual({ ok: true })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 1800 }])
})

test('a wheelchair user whom nobody reached before the bus left is still called, and may be refunded', async () => {
  const orderId = await buyRide({ adult: 1 })
  await giveWheelchair(orderId)
  await shrink(10, bus, 0)
  await ask()
  const incidentId = await incidentOf()
  await seeToSmallerBuses(leaves)
  await decideChoices(leaves)
  const { token, state } = await getChoice(orderId)
  expect(state).toBe('defaulted')
  expect(await toCall(incidentId, leaves)).toEqual([orderId])
  expect(await press(token, { kind: 'refund' }, leaves)).toEqual({ ok: true })
})
