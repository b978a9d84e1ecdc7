import { beforeEach, describe, expect, test } from 'vitest'

import { changePlaces } from '#modules/fleet/assign-vehicle.server.ts'
import { findChoiceOf, listOpenChoices } from '#modules/incidents/choices/choices.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import { quoteAsking } from '#modules/incidents/choices/too-full.server.ts'
import { askPassengers } from '#modules/incidents/departures/ask-passengers.server.ts'
import { tellHolders } from '#modules/incidents/departures/cancel-departure.server.ts'
import { reviveDeparture } from '#modules/incidents/departures/revive-departure.server.ts'
import { seeToSmallerBuses } from '#modules/incidents/departures/smaller-bus.server.ts'
import { findOpenIncident } from '#modules/incidents/incident/incidents.server.ts'
import { reasonKey } from '#modules/incidents/incident/told-reason.ts'
import { changeReason } from '#modules/incidents/office/change-reason.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { tellNews } from '#modules/incidents/times/tell-news.server.ts'
import type { IncidentMailKind } from '#modules/mail/kinds.ts'
import { listEntries } from '#platform/audit.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { buyUnderNewTerms, cancelAndTell, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { changeStopAndTell, GATE } from '#test/fixtures/closed-stop.ts'
import { delayTogether, leavingFrom } from '#test/fixtures/late-buses.ts'
import { departureOf, publishTrips } from '#test/fixtures/published-trips.ts'
import { atTen, retime } from '#test/fixtures/retimed-bus.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

import { INCIDENT_LETTERS } from './incident-letters.server.ts'

/* Every mail about an incident says why, in the words that the office chose, and none without them. */

const simulation = openSimulation()
const WHY = { en: 'There is a fire near Kofinou.', el: 'Υπάρχει πυρκαγιά κοντά στην Κοφίνου.' }

let leaves: Temporal.Instant
let bus: string
let orderId: string
beforeEach(async () => {
  // The buses of the test before are too far away to be offered.
  shiftClock({ hours: 96 })
  await decideChoices(now())
  leaves = atTen(2)
  bus = await addDeparture({ departsAt: leaves })
  await addDeparture({ departsAt: leaves.add({ hours: 1 }) })
  orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 3 }))
})

/** The newest mail of this kind, as its job composes it in each language. */
async function readMail(kind: IncidentMailKind): Promise<Record<Locale, string>> {
  const texts: Partial<Record<Locale, string>> = {}
  for (const locale of LOCALES) {
    await db.updateTable('orders').set({ locale }).where('orderId', '=', orderId).execute()
    const mails = db.selectFrom('mails').selectAll().where('orderId', '=', orderId)
    const mail = await mails
      .where('kind', '=', kind)
      .orderBy('queuedAt', 'desc')
      .executeTakeFirstOrThrow()
    texts[locale] = (await INCIDENT_LETTERS[kind](mail, now()))?.text ?? 'nothing'
  }
  return texts as Record<Locale, string>
}

/** The reason that this mail gives in each language, in a paragraph of its own. */
async function reasonIn(kind: IncidentMailKind) {
  const { en, el } = await readMail(kind)
  return {
    en: /\n\nReason: (.*)\n\n/.exec(en)?.[1],
    el: /\n\nΑιτία: (.*)\n\n/.exec(el)?.[1],
  }
}

const bookingIdOf = async () => {
  const booking = db.selectFrom('bookings').select('bookingId').where('orderId', '=', orderId)
  return (await booking.executeTakeFirstOrThrow()).bookingId
}

describe('a cancelled bus', () => {
  test('is told with its reason, and so are other seats later', async () => {
    const offered = (await addDeparture({ departsAt: leaves.add({ minutes: 30 }) })) || ''
    await cancelAndTell(bus, WHY)
    expect(await reasonIn('departure-cancelled')).toEqual(WHY)
    expect(await findChoiceOf(db, await bookingIdOf())).toMatchObject({ toldReason: WHY })
    // The reason is that of the passengers' own bus.
    await cancelAndTell(offered, { en: 'There is a strike.', el: 'Πραγματοποιείται απεργία.' })
    await tellHolders(now())
    expect(await reasonIn('new-offers')).toEqual(WHY)
  })

  test('is told without one, unless the office gave it', async () => {
    await cancelAndTell(bus)
    const { en, el } = await readMail('departure-cancelled')
    expect(en).not.toContain('Reason')
    expect(el).not.toContain('Αιτία')
    expect(en + el).not.toContain('no driver')
  })
})

test('buses that are very late together are told with the reason', async () => {
  const selection = leavingFrom(leaves)
  expect(await delayTogether(selection, { minutes: 45, toldReason: WHY })).toMatchObject({
    ok: true,
  })
  await tellNews(now())
  expect(await reasonIn('running-late')).toEqual(WHY)
})

test('one bus that is very late is told with the reason, and one that is a little late without', async () => {
  const report = { departureId: bus, by: ADMIN, fromPosition: 0, toldReason: WHY }
  await reportDelay({ ...report, minutes: 29, now: now() })
  await tellNews(now())
  expect((await readMail('running-late')).en).not.toContain('Reason')
  shiftClock({ seconds: 1 })
  await reportDelay({ ...report, minutes: 40, now: now() })
  await tellNews(now())
  expect(await reasonIn('running-late')).toEqual(WHY)
  expect(await reasonOfBooking()).toEqual(WHY)
})

test('a delay that a driver reported without a reason gets the first one of the office, and keeps it', async () => {
  const report = { departureId: bus, by: ADMIN, fromPosition: 0, minutes: 40, now: now() }
  await reportDelay(report)
  await tellNews(now())
  expect((await readMail('running-late')).en).not.toContain('Reason')
  const selection = leavingFrom(leaves, 1)
  const again = async (minutes: number, toldReason: typeof WHY) => {
    shiftClock({ seconds: 1 })
    expect(await delayTogether(selection, { minutes, toldReason })).toEqual({ ok: true })
    await tellNews(now())
  }
  await again(60, WHY)
  expect(await reasonIn('running-late')).toEqual(WHY)
  await again(90, { en: 'There is a strike.', el: 'Πραγματοποιείται απεργία.' })
  expect(await reasonIn('running-late')).toEqual(WHY)
})

test('a smaller bus is told with the reason that was given with the question', async () => {
  const wanted = { seats: 2, wheelchairPlaces: 1 }
  await changePlaces({ departureId: bus, wanted, by: ADMIN, reason: 'small', now: now() })
  await seeToSmallerBuses(now())
  const incidentId = (await findOpenIncident(bus, db, 'smaller-bus')) ?? ''
  const shown = await quoteAsking(bus)
  const asked = await askPassengers({ incidentId, shown, toldReason: WHY, by: ADMIN, now: now() })
  expect(asked).toMatchObject({ ok: true })
  await seeToSmallerBuses(now())
  expect(await reasonIn('smaller-bus')).toEqual(WHY)
})

test.each([
  ['stop-closed', null],
  ['stop-moved', GATE],
] as const)('a stop that is changed (%s) is told with the reason', async (kind, place) => {
  await changeStopAndTell(bus, { stopId: 'A', place, toldReason: WHY })
  expect(await reasonIn(kind)).toEqual(WHY)
})

test.each([
  ['by much', -20],
  ['by little', 3],
])('new times that differ %s are told with the reason', async (_, minutes) => {
  leaves = atTen(4)
  const trip = { tripId: `W${minutes}`, leaves }
  await publishTrips([trip])
  bus = await departureOf(trip.tripId)
  orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C'))
  await publishTrips([{ ...trip, shifts: [minutes, minutes, minutes, minutes] }])
  await retime(bus, WHY)
  expect(await reasonIn('retimed')).toEqual(WHY)
  const choices = db.selectFrom('incidentBookings').select('token')
  const given = await choices.where('bookingId', '=', await bookingIdOf()).execute()
  expect(given).toHaveLength(minutes < 0 ? 1 : 0)
})

test('the audit says what passengers were told', async () => {
  await cancelAndTell(bus, WHY)
  const entries = db.selectFrom('auditEntries').select('after')
  const entry = await entries.where('subject', '=', `departure:${bus}`).executeTakeFirstOrThrow()
  expect(entry.after).toEqual({ status: 'cancelled', toldReason: WHY })
  expect(await getChoice(orderId)).toMatchObject({ state: 'told' })
})

/** The mails about an order so far. */
const countMails = async () => {
  const mails = db.selectFrom('mails').select('mailId').where('orderId', '=', orderId)
  return (await mails.execute()).length
}

/** As the booking shows it while there is a choice. */
const reasonOfBooking = async () => {
  const bookingId = await bookingIdOf()
  return (await listOpenChoices([bookingId], now())).get(bookingId)?.toldReason
}

describe('a reason that was told', () => {
  const STRIKE = { en: 'There is a strike.', el: 'Πραγματοποιείται απεργία.' }
  const NOTHING = { en: '', el: '' }
  let incidentId: string
  beforeEach(async () => {
    await cancelAndTell(bus, WHY)
    ;({ incidentId } = await getChoice(orderId))
  })

  const change = (wish: Partial<Parameters<typeof changeReason>[0]> = {}) => {
    const typed = { usual: 'strike', own: NOTHING }
    return changeReason({
      incidentId,
      typed,
      shown: reasonKey(WHY),
      by: ADMIN,
      now: now(),
      ...wish,
    })
  }

  test('is changed for all that is read and composed from then on, and no mail is sent again', async () => {
    const mails = await countMails()
    expect(await change()).toEqual({ ok: true })
    expect(await reasonIn('departure-cancelled')).toEqual(STRIKE)
    expect(await reasonOfBooking()).toEqual(STRIKE)
    await tellHolders(now())
    expect(await countMails()).toBe(mails)
    const [entry] = await listEntries(`incident:${incidentId}`, 1)
    expect(entry).toMatchObject({
      action: 'told-reason-changed',
      before: { toldReason: WHY },
      after: { toldReason: STRIKE },
    })
  })

  test('is removed, and can be told again', async () => {
    expect(await change({ typed: { usual: '', own: NOTHING } })).toEqual({ ok: true })
    expect(await readMail('departure-cancelled')).toMatchObject({
      en: expect.not.stringContaining('Reason') as string,
      el: expect.not.stringContaining('Αιτία') as string,
    })
    expect(await reasonOfBooking()).toBeNull()
    const again = { typed: { usual: '', own: STRIKE }, shown: '' }
    expect(await change(again)).toEqual({ ok: true })
    expect(await reasonOfBooking()).toEqual(STRIKE)
  })

  test('is not changed unseen, to what is told already, or in half of the languages', async () => {
    expect(await change({ shown: reasonKey(STRIKE) })).toMatchObject({ reason: 'reason-changed' })
    expect(await change({ shown: '' })).toMatchObject({ reason: 'reason-changed' })
    const same = { typed: { usual: '', own: WHY } }
    expect(await change(same)).toMatchObject({ reason: 'told-already' })
    const half = { typed: { usual: '', own: { ...STRIKE, el: '' } } }
    expect(await change(half)).toMatchObject({ reason: 'language-missing', locale: 'el' })
    expect(await reasonOfBooking()).toEqual(WHY)
    const unknown = { incidentId: '00000000-0000-4000-8000-000000000000' }
    expect(await change(unknown)).toMatchObject({ reason: 'no-such-incident' })
  })

  test('stays once the incident is closed', async () => {
    await reviveDeparture({ departureId: bus, by: ADMIN, reason: 'settled', now: now() })
    expect(await change()).toMatchObject({ reason: 'incident-closed' })
  })

  test('is given with the question while nobody has been told', async () => {
    const small = await addDeparture({ departsAt: leaves.add({ hours: 3 }) })
    await buyUnderNewTerms(simulation.bank, ride(small, 'A', 'C', { adult: 3 }))
    const wanted = { seats: 2, wheelchairPlaces: 1 }
    await changePlaces({ departureId: small, wanted, by: ADMIN, reason: 'small', now: now() })
    await seeToSmallerBuses(now())
    incidentId = (await findOpenIncident(small, db, 'smaller-bus')) ?? ''
    expect(await change({ shown: '' })).toMatchObject({ reason: 'not-announced' })
  })
})
