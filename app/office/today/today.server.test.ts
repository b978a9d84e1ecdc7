import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { departureAction } from '#app/office/departure/actions.server.ts'
import { tick } from '#modules/boarding/counts/ticks.server.ts'
import { watchInvariants } from '#modules/bookkeeping/invariants/watch-invariants.server.ts'
import { watchComplaints } from '#modules/enquiries/complaint-alerts.server.ts'
import { receiveEnquiry } from '#modules/enquiries/receive-enquiry.server.ts'
import { assignVehicle } from '#modules/fleet/assign-vehicle.server.ts'
import { addDuty, addToDuty, deleteDuty, saveDuty } from '#modules/fleet/change-duty.server.ts'
import { addAbsence } from '#modules/fleet/drivers.server.ts'
import { findVehicle } from '#modules/fleet/find-vehicles.server.ts'
import { saveVehicle } from '#modules/fleet/vehicles.server.ts'
import { dismissMember } from '#modules/staff/access/change-member.server.ts'
import { officeDeparture, officeDuties, officeDuty } from '#paths'
import { now, shiftClock } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { listOpenAlerts } from '#platform/watch/alerts.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addVehicleFor, forgetDuties } from '#test/fixtures/fleet.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import {
  endTimetableIn,
  forgetTrouble,
  moveInTimetable,
  oversell,
  raise,
  setMails,
} from '#test/fixtures/trouble.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { forgetEnquiries } from '#test/simulation/enquiries.ts'
import { firstBooking } from '#test/simulation/office.ts'
import { addDeparture, addTimetable, forgetDepartures } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { loader as liveLoader } from './now.ts'
import { action, loader } from './page.tsx'
import type { LiveView, TodayView } from './view.ts'

let bank: SimulatedBank
let maria: Colleague
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
  maria = await addStaff('owner')
})
beforeEach(() => forgetTrouble())
afterAll(() => bank.stop())

const TODAY = '/office'

test('nothing is wrong: the list of problems is empty', async () => {
  const { problems } = await look()
  expect(problems).toEqual([])
})

test('an alert is one line with its link, and leaves the list when it was seen', async () => {
  await raise('refund-made-at-provider', { refundId: 'r1', paymentId: 'p1', amount: 900 })
  const { problems } = await look()
  expect(problems).toMatchObject([
    {
      tone: 'warning',
      text: 'A refund was made in the provider’s portal',
      to: '/office/money/refunds/r1',
    },
  ])
  const answer = await acknowledge(problems[0]?.alertId ?? '')
  expect(answer).toMatchObject({ status: 303, location: '/office' })
  expect((await look()).problems).toEqual([])
})

test('an alert that a colleague has seen already is refused, with the name', async () => {
  const eleni = await addStaff('dispatcher')
  await raise('mail-parked', { mailId: 'm1' })
  const [alert] = await listOpenAlerts(10)
  await acknowledge(alert?.alertId ?? '')
  const answer = await acknowledge(alert?.alertId ?? '', { as: eleni })
  expect(answer.status).toBe(422)
  expect(answer.shown.problems[0]?.sentence).toMatch(/ marked it as seen at \d\d:\d\d\.$/)
  const unknown = await acknowledge('nonsense', { as: eleni })
  expect(unknown.shown.problems[0]?.sentence).toBe('This alert no longer exists.')
})

test('a departure that nobody drives is a problem, once the company uses duties', async () => {
  const [soon, later] = [now().add({ minutes: 100 }), now().add({ hours: 5 })]
  const departures = [
    await addDeparture({ departsAt: soon }),
    await addDeparture({ departsAt: later }),
  ]
  expect((await look()).problems).toEqual([])
  const driver = await addStaff('driver')
  const plan = {
    serviceDate: dateInCyprus(soon),
    startsAt: soon,
    endsAt: later,
    by: ADMIN,
    now: now(),
  }
  const added = await addDuty({ ...plan, driverId: null })
  const dutyId = added.ok ? added.dutyId : ''
  const undriven = async () =>
    (await look()).problems.filter(({ id }) => departures.includes(id.replace('undriven:', '')))
  expect(await undriven()).toMatchObject([
    {
      tone: 'danger',
      text: expect.stringMatching(/, Almond Square to Dune Steps: no driver$/),
    },
    { tone: 'warning', to: `/office/duties?day=${dateInCyprus(later).toString()}` },
  ])
  await addToDuty({ dutyId, departureId: departures[0] ?? '', by: ADMIN, now: now() })
  expect(await undriven()).toHaveLength(2)
  const { startsAt, endsAt } = plan
  await saveDuty({
    dutyId,
    driverId: driver.staffId,
    startsAt,
    endsAt: endsAt.add({ hours: 2 }),
    by: ADMIN,
    now: now(),
  })
  expect((await undriven()).map(({ id }) => id)).toEqual([`undriven:${departures[1]}`])
  const seller = await addStaff('seller')
  expect((await look(seller)).problems).toEqual([])
  await deleteDuty({ dutyId, by: ADMIN, now: now() })
  await forgetDepartures()
})

describe('a driver who does not come', () => {
  afterEach(forgetPlan)

  test('a driver is ill: each of the departures is named, with the duty that needs another driver', async () => {
    const driver = await addStaff('driver')
    const departureId = await addDeparture({ departsAt: hour() })
    const dutyId = await dutyOf(driver, departureId)
    expect(await texts()).toEqual([])
    const on = dateInCyprus(hour())
    await addAbsence({
      staffId: driver.staffId,
      seen: 0,
      fromOn: on,
      untilOn: on,
      by: ADMIN,
      now: now(),
    })
    expect(await texts()).toEqual([
      [expect.stringMatching(/, Almond Square to Dune Steps: .+ is absent$/), officeDuty(dutyId)],
    ])
    const [greek] = await texts('/el')
    expect(greek?.[0]).toMatch(/: απουσιάζει ο οδηγός \(.+\)$/)
  })

  test('a driver has left the company, and the duty is still in that name', async () => {
    const driver = await addStaff('driver')
    const dutyId = await dutyOf(driver, await addDeparture({ departsAt: hour() }))
    await dismissMember({ staffId: driver.staffId, seen: 0, by: ADMIN, now: now() })
    expect(await texts()).toEqual([
      [expect.stringMatching(/: .+ no longer drives for us$/), officeDuty(dutyId)],
    ])
  })
})

describe('a bus or a duty of the next hours', () => {
  afterEach(forgetPlan)

  test('a vehicle is in the workshop, and still has a departure', async () => {
    const vehicleId = await addVehicleFor({ seats: 10 })
    const departureId = await addDeparture({ departsAt: hour() })
    const assigned = await assignVehicle({ departureId, vehicleId, by: ADMIN, now: now() })
    expect(assigned).toMatchObject({ ok: true })
    expect(await texts()).toEqual([])
    const workshop = { from: now(), until: now().add({ hours: 6 }) }
    const vehicle = await findVehicle(vehicleId)
    if (!vehicle) throw new Error('no vehicle')
    const content = { ...vehicle, state: 'workshop', workshop } as const
    await saveVehicle({ vehicleId, seen: 1, content, by: ADMIN, now: now() })
    expect(await texts()).toEqual([
      [
        expect.stringContaining(`Dune Steps: ${vehicle.plate} is in the workshop`),
        officeDeparture(departureId),
      ],
    ])
    const [greek] = await texts('/el')
    expect(greek?.[0]).toContain(`: το ${vehicle.plate} είναι στο συνεργείο`)
  })

  test('anything else about duties of today and tomorrow is one line', async () => {
    const driver = await addStaff('driver')
    const dutyId = await dutyOf(driver, await addDeparture({ departsAt: hour() }))
    const departureId = await addDeparture({ departsAt: hour().add({ minutes: 10 }) })
    await addToDuty({ dutyId, departureId, by: ADMIN, now: now() })
    const to = officeDuties(`day=${dateInCyprus(hour()).toString()}`)
    expect(await texts()).toEqual([['One duty today or tomorrow needs checking', to]])
    const [greek] = await texts('/el')
    expect(greek?.[0]).toBe('Μία βάρδια σήμερα ή αύριο χρειάζεται έλεγχο')
  })
})

test('what a member may not see is not on their list', async () => {
  const eleni = await addStaff('seller')
  await raise('payment-disputed', { paymentId: 'p1' })
  await raise('mail-refused', { mailId: 'm1' })
  expect((await look(eleni)).problems.map(({ text }) => text)).toEqual([
    'An address refused our email',
  ])
  expect((await look()).problems).toHaveLength(2)
})

test('a broken invariant comes first, as one line for all its breaches', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 30 }) })
  await buy(bank, [ride(bus, 'A', 'C')])
  await raise('payment-disputed', { paymentId: 'p1' })
  await oversell(bus)
  await watchInvariants(now())
  const [first, ...others] = (await look()).problems
  expect(first).toMatchObject({ id: 'broken:I1', tone: 'danger', to: '/office/checks' })
  expect(first?.text).toMatch(/^I1 is broken/)
  expect(others.map(({ id }) => id)).not.toContain('promise-broken')
  expect(others.map(({ text }) => text)).toContain('A cardholder disputes a payment')
})

test('a ticket mail that was refused is a problem two days before the journey, until one arrives', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 47 }) })
  const later = await addDeparture({ departsAt: now().add({ hours: 49 }) })
  const near = await buy(bank, [ride(bus, 'A', 'C')])
  const far = await buy(bank, [ride(later, 'A', 'C')])
  const orderIds = [near.orderId, far.orderId]
  await setMails(orderIds, 'refused')
  const { problems } = await look()
  const { reference } = near.result
  expect(problems).toMatchObject([{ to: `/office/bookings/${reference}` }])
  expect(problems[0]?.text).toContain(`${reference}: the address refused our email`)
  await setMails(orderIds, 'sent')
  expect((await look()).problems).toEqual([])
})

test('a departure that differs from what was sold is a problem while somebody holds a seat on it', async () => {
  const [taken, empty] = await Promise.all([
    addDeparture({ departsAt: now().add({ hours: 60 }) }),
    addDeparture({ departsAt: now().add({ hours: 60 }) }),
  ])
  await buy(bank, [ride(taken, 'A', 'C')])
  await moveInTimetable(taken)
  await moveInTimetable(empty)
  const { problems } = await look()
  expect(problems).toMatchObject([{ id: `departure:${taken}`, tone: 'danger' }])
  expect(problems[0]?.text).toContain('at other times or stops in the timetable, 1 booking')
})

test('a complaint whose legal date is over is one grave problem, alert or not', async () => {
  const asked = { visitor: '', suspicions: [], locale: 'en' } as const
  const name = { 'first-name': 'Anna', 'last-name': 'Nicolaou', email: 'anna@mail.cy' }
  const fields = { ...name, topic: 'complaint', message: 'The bus left without us.' }
  const before = now().subtract({ hours: 24 * 40 })
  const { reference } = await receiveEnquiry({ kind: 'contact', fields, ...asked, now: before })
  await watchComplaints(now())
  expect((await listOpenAlerts(10)).map(({ kind }) => kind)).toEqual(['complaint-overdue'])
  const { problems } = await look()
  expect(problems).toMatchObject([{ tone: 'danger', to: `/office/enquiries/${reference}` }])
  expect(problems[0]?.text).toContain('had to answer by')
  await forgetEnquiries()
  await watchComplaints(now())
  expect((await look()).problems).toEqual([])
})

test('an enquiry without an answer for a day is a problem', async () => {
  const asked = { visitor: '', suspicions: [], locale: 'en' } as const
  const fields = {
    topic: 'question',
    'first-name': 'Anna',
    'last-name': 'Nicolaou',
    email: 'anna@mail.cy',
    message: 'Do you carry bicycles?',
  }
  const day = now().subtract({ hours: 24 })
  const { reference } = await receiveEnquiry({ kind: 'contact', fields, ...asked, now: day })
  expect((await look()).problems).toMatchObject([
    { id: expect.stringMatching(/^enquiry:/), to: `/office/enquiries/${reference}` },
  ])
  await forgetEnquiries()
  await receiveEnquiry({ kind: 'contact', fields, ...asked, now: day.add({ minutes: 1 }) })
  expect((await look()).problems).toEqual([])
  await forgetEnquiries()
})

test('a timetable that ends within 60 days is a problem, one that ends later is none', async () => {
  await endTimetableIn()
  expect((await look()).problems).toMatchObject([{ tone: 'danger', text: 'There is no timetable' }])
  await endTimetableIn(60)
  expect((await look()).problems).toEqual([])
  await endTimetableIn(59)
  expect((await look()).problems).toMatchObject([{ id: 'timetable', tone: 'warning' }])
})

test('the next departures have a bar per leg and a state in words', async () => {
  const soon = await addDeparture({ departsAt: now().add({ minutes: 90 }), seats: 4 })
  const left = await addDeparture({ departsAt: now().subtract({ minutes: 10 }) })
  const cancelled = await addDeparture({ departsAt: now().add({ hours: 5 }), status: 'cancelled' })
  const tomorrow = await addDeparture({ departsAt: now().add({ hours: 7 }) })
  await buy(bank, [ride(soon, 'B', 'C', { adult: 3 })])
  const { departures } = await look()
  const rows = new Map(departures.rows.map((row) => [row.departureId, row]))
  expect(rows.get(soon)).toMatchObject({
    way: 'Almond Square to Dune Steps',
    label: '3/4',
    states: [],
    legs: [{ sold: 0, held: 0, capacity: 4 }, { sold: 3 }, { sold: 0 }],
  })
  expect(rows.get(left)?.states).toMatchObject([{ tone: 'info' }])
  expect(rows.get(cancelled)).toMatchObject({ tone: 'danger', states: [{ tone: 'danger' }] })
  expect(rows.has(tomorrow)).toBe(false)
})

test('a bus with a past is reported late on Today, and one that left or is cancelled cannot be', async () => {
  const [soon, left, cancelled] = await Promise.all([
    addDeparture({ departsAt: now().add({ hours: 2 }) }),
    addDeparture({ departsAt: now().subtract({ minutes: 10 }) }),
    addDeparture({ departsAt: now().add({ hours: 5 }), status: 'cancelled' }),
  ])
  const vehicleId = await addVehicleFor({ seats: 10 })
  const given = { departureId: soon, vehicleId, by: ADMIN, now: now() }
  expect(await assignVehicle(given)).toMatchObject({ ok: true })
  const { rows } = (await look()).departures
  const seen = new Map(rows.map((row) => [row.departureId, row.seen]))
  expect([seen.get(soon), seen.get(left), seen.get(cancelled)]).toEqual([1, null, null])
  const pressed = { pattern: '/office/departures/:id', params: { id: soon }, as: maria } as const
  const late = () => act(departureAction, { ...pressed, intent: 'late', form: lateBy(20) })
  const lateBy = (minutes: number) => ({
    minutes: String(minutes),
    from: '0',
    seen: String(seen.get(soon)),
  })
  expect((await late()).status).toBe(303)
  expect((await late()).status).toBe(422)
  await forgetPlan()
})

test('people aboard are counted once boarding has begun, also in the part that refreshes itself', async () => {
  const [boarding, left, later, empty] = await Promise.all([
    addDeparture({ departsAt: now().add({ hours: 2 }) }),
    addDeparture({ departsAt: now().add({ minutes: 40 }) }),
    addDeparture({ departsAt: now().add({ hours: 2 }) }),
    addDeparture({ departsAt: now().add({ minutes: 40 }) }),
  ])
  const { orderId } = await buy(bank, [ride(boarding, 'A', 'C', { adult: 3 })])
  await buy(bank, [ride(left, 'A', 'B', { adult: 2 })])
  await buy(bank, [ride(later, 'A', 'C')])
  const { bookingId } = await firstBooking(orderId)
  const by = { kind: 'staff', staffId: maria.staffId } as const
  const ticked = { departureId: boarding, bookingId, aboard: 2, position: 0, by, now: now() }
  expect(await tick(ticked)).toEqual({ ok: true })
  shiftClock({ minutes: 45 })
  const opened = { as: maria, pattern: '/office/now' } as const
  const { shown } = await openOffice<LiveView>(liveLoader, opened)
  const { departures } = await look()
  shiftClock({ minutes: -45 })
  for (const { rows } of [departures, shown.departures]) {
    const aboard = new Map(rows.map((row) => [row.departureId, row.aboard]))
    const all = [boarding, left, later, empty].map((departureId) => aboard.get(departureId))
    expect(all).toEqual(['2/3', '0/2', null, null])
  }
})

test('sales of today are those of the receipts; only those who see reports are shown them', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 20 }) })
  const before = await lookAtAll()
  await buy(bank, [ride(bus, 'A', 'B', { adult: 2 })])
  const after = await lookAtAll()
  expect(salesIn(after) - salesIn(before)).toBe(1800)
  expect(seatsIn(after) - seatsIn(before)).toBe(2)
  expect((await lookAtAll(await addStaff('dispatcher'))).sales).toBeUndefined()
})

test('the part that refreshes itself says the same as the page', async () => {
  await raise('many-wrong-log-ins', { count: 200 })
  const { shown } = await openOffice<LiveView>(liveLoader, { as: maria, pattern: '/office/now' })
  const { problems } = await look()
  expect(shown.problems.map(({ text }) => text)).toEqual(['200 log-ins failed within ten minutes'])
  expect(problems.map(({ id }) => id)).toEqual(shown.problems.map(({ id }) => id))
})

test('in Greek everything is in Greek', async () => {
  await raise('mail-parked', { mailId: 'm1' })
  const opened = { as: maria, pattern: TODAY, prefix: '/el' } as const
  const { shown } = await openOffice<TodayView>(loader, opened)
  expect(shown.live.problems[0]?.text).toBe('Ένα email δεν ήταν δυνατό να σταλεί')
  expect(shown.live.departures.caption).toMatch(/^Αναχωρήσεις από/)
})

function hour(): Temporal.Instant {
  return now().add({ hours: 3 })
}

async function dutyOf(driver: Colleague, departureId: string): Promise<string> {
  const times = { startsAt: hour(), endsAt: hour().add({ hours: 2 }) }
  const serviceDate = dateInCyprus(hour())
  const wish = { serviceDate, driverId: driver.staffId, ...times, by: ADMIN, now: now() }
  const added = await addDuty(wish)
  const dutyId = added.ok ? added.dutyId : ''
  await addToDuty({ dutyId, departureId, by: ADMIN, now: now() })
  return dutyId
}

/** The problems with their links. */
async function texts(prefix = '') {
  const { shown } = await openOffice<TodayView>(loader, { as: maria, pattern: TODAY, prefix })
  return shown.live.problems.map(({ text, to }) => [text, to])
}

async function forgetPlan(): Promise<void> {
  await forgetDepartures()
  await forgetDuties()
}

async function look(as = maria): Promise<LiveView> {
  return (await lookAtAll(as)).live
}

async function lookAtAll(as = maria): Promise<TodayView> {
  return (await openOffice<TodayView>(loader, { as, pattern: TODAY })).shown
}

type Refusal = { problems: { sentence: string }[] }

function acknowledge(alert: string, { as = maria } = {}) {
  return act<Refusal>(action, { as, pattern: TODAY, intent: 'acknowledge', form: { alert } })
}

function salesIn({ sales }: TodayView): number {
  return (sales?.groups ?? []).reduce((sum, { values }) => sum + (values[0] ?? 0), 0)
}

function seatsIn({ seats }: TodayView): number {
  return seats.rows.reduce((sum, row) => sum + row.seats, 0)
}
