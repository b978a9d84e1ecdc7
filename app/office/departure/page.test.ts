import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { OfficePattern } from '#app/permissions.ts'
import { closeBoarding } from '#modules/boarding/counts/close-boarding.server.ts'
import { closeSale } from '#modules/dispatch/close-sale.server.ts'
import { sayUsual } from '#modules/incidents/incident/told-reason.ts'
import { findIncident } from '#modules/incidents/reads/find-incident.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { countEntries, listEntries } from '#platform/audit.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { exactClock } from '#platform/format/moments.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addVehicleFor, newVehicle } from '#test/fixtures/fleet.ts'
import { act, addStaff, giveCodes, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import type { CancelView } from './cancel.server.ts'
import { action as cancelAction, loader as cancelLoader } from './cancel.tsx'
import { action, loader } from './page.tsx'
import type { DepartureView } from './view.server.ts'

const simulation = openSimulation()
const PATTERN = '/office/departures/:id'
let maria: Colleague
let bus: string
beforeAll(async () => {
  maria = await addStaff('dispatcher')
})
beforeEach(async () => {
  bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
})

async function open(prefix = ''): Promise<DepartureView> {
  const page = { as: maria, pattern: PATTERN, params: { id: bus }, prefix } as const
  return (await openOffice<DepartureView>(loader, page)).shown
}

async function press(intent: string, form: Record<string, string> = {}, as = maria) {
  const seen = String(await countEntries(`departure:${bus}`))
  const pressed = { as, pattern: PATTERN as OfficePattern, params: { id: bus }, intent }
  return act<{ problems: { fieldId: string; sentence: string }[] }>(action, {
    ...pressed,
    form: { seen, ...form },
  })
}

const refusalOf = async (intent: string, form: Record<string, string> = {}) => {
  const { status, shown } = await press(intent, form)
  expect(status).toBe(422)
  return shown.problems[0]
}

test('a delay is reported with one press, shown with its author, and taken back', async () => {
  expect((await press('late', { minutes: '20', from: '0' })).status).toBe(303)
  expect(await open()).toMatchObject({
    isLate: true,
    isPinned: true,
    states: [{ text: 'Late' }],
    changes: [{ what: 'Late: 20 min', about: 'Maria Example' }],
  })
  expect((await open()).stops.map(({ expected }) => expected)).not.toContain(null)
  expect((await refusalOf('late', { minutes: '20', from: '0' }))?.sentence).toBe(
    'A delay of 20 min has already been reported.',
  )
  for (const minutes of ['', '1441', '-11', 'ten', '1.5']) {
    expect(await refusalOf('late', { minutes, from: '0' })).toMatchObject({ fieldId: 'minutes' })
  }
  expect((await refusalOf('late', { minutes: '5', from: '3' }))?.sentence).toContain('stop')
  expect((await press('on-time')).status).toBe(303)
  expect(await open()).toMatchObject({ isLate: false, states: [] })
  expect((await press('late', { minutes: '-5', from: '0' })).status).toBe(303)
  const early = await open()
  expect(early).toMatchObject({ isLate: true, isOnRoad: false, states: [{ text: 'Early' }] })
  expect(early.changes[0]).toMatchObject({ what: 'Early: 5 min' })
  expect((await open('/el')).changes[0]).toMatchObject({ what: 'Νωρίτερα: 5 λεπτά' })
})

test('a long delay of one bus is reported with the reason that passengers are told', async () => {
  const half = { minutes: '40', from: '0', 'told-en': 'There is a fire.' }
  expect(await refusalOf('late', half)).toMatchObject({ fieldId: 'told-el' })
  expect((await press('late', { minutes: '20', from: '0', told: 'traffic' })).status).toBe(303)
  expect(await open()).toMatchObject({ incidents: [] })
  const [short] = await listEntries(`departure:${bus}`, 1)
  expect(short?.after).toEqual({ fromPosition: 0, minutes: 20 })
  expect((await press('late', { minutes: '40', from: '0', told: 'accident' })).status).toBe(303)
  const toldReason = sayUsual('accident')
  expect(await open()).toMatchObject({ incidents: [{ kind: 'late', toldReason }] })
  const [long] = await listEntries(`departure:${bus}`, 1)
  expect(long?.after).toEqual({ fromPosition: 0, minutes: 40, toldReason })
})

test('a departure that was left by mistake can be boarded again, and says why not later', async () => {
  bus = await addDeparture({ departsAt: now().add({ hours: 2 }) })
  expect(await open()).toMatchObject({ left: null })
  const leave = () => closeBoarding({ departureId: bus, position: 0, by: ADMIN, now: now() })
  await leave()
  const { left } = await open()
  expect(left).toEqual({
    position: 0,
    stop: 'Almond Square',
    at: exactClock(now()),
    until: exactClock(now().add({ minutes: 15 })),
  })
  expect((await press('reopen-boarding', { position: '0' })).status).toBe(303)
  expect(await open()).toMatchObject({ left: null, changes: [{ what: 'Boarding opened again' }] })
  await leave()
  const until = exactClock(now().add({ minutes: 15 }))
  shiftClock({ minutes: 16 })
  expect(await open()).toMatchObject({ left: null })
  const refusal = await refusalOf('reopen-boarding', { position: '0' })
  expect(refusal?.sentence).toBe(
    `The 15 minutes are over: boarding could be opened again until ${until}.`,
  )
  const greek = await act<{ problems: { sentence: string }[] }>(action, {
    as: maria,
    pattern: PATTERN,
    params: { id: bus },
    intent: 'reopen-boarding',
    form: { seen: String(await countEntries(`departure:${bus}`)), position: '0' },
    prefix: '/el',
  })
  expect(greek.shown.problems[0]?.sentence).toMatch(/^Τα 15 λεπτά πέρασαν: .* έως τις \d\d:\d\d\.$/)
})

test('the form of a delay says who boards from each stop on', async () => {
  await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2, infant: 1 })])
  await buy(simulation.bank, [ride(bus, 'C', 'D')])
  const onward = (await open()).stops.map((stop) => Object.values(stop.onward))
  expect(onward).toEqual([
    [2, 4],
    [1, 1],
    [1, 1],
    [0, 0],
  ])
})

test('booking is closed and opened, and the seats are changed, up and down', async () => {
  await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 4 })])
  expect((await press('close-sale', { reason: 'fog' })).status).toBe(303)
  expect(await open()).toMatchObject({
    isClosed: true,
    changes: [{ about: 'Maria Example · fog' }],
  })
  expect((await refusalOf('close-sale'))?.sentence).toContain('already closed')
  expect((await press('open-sale')).status).toBe(303)
  expect((await refusalOf('open-sale'))?.sentence).toContain('already open')

  expect((await press('capacity', { seats: '3', wheelchairs: '1' })).status).toBe(303)
  expect(await open()).toMatchObject({
    seats: 4,
    wanted: { seats: 3 },
    states: [{ text: 'Overbooked', tone: 'danger' }],
    legs: [{ sold: 4, capacity: 3, free: 0 }, { sold: 4 }, { sold: 0, free: 3 }],
  })
  expect((await refusalOf('open-sale'))?.sentence).toBe(
    '4 people are booked from Almond Square to Bay Road, but the bus has 3 seats. Booking opens as soon as they fit.',
  )
  expect((await press('capacity', { seats: '12', wheelchairs: '1' })).status).toBe(303)
  expect(await open()).toMatchObject({ seats: 12, isClosed: false })
  for (const seats of ['0', '201', 'many', '']) {
    expect(await refusalOf('capacity', { seats, wheelchairs: '1' })).toMatchObject({
      fieldId: 'seats',
    })
  }
})

const giveVehicle = (vehicle: string) =>
  press('vehicle', { vehicle, reason: 'the other broke down' })

describe('a vehicle', () => {
  test('changes what is sold, up and down, and is named with its plate', async () => {
    await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 4 })])
    const [small, large] = [newVehicle({ seats: 3 }), newVehicle({ seats: 55 })]
    const smallId = await addVehicleFor(small)
    expect((await giveVehicle(await addVehicleFor(large))).status).toBe(303)
    expect(await open()).toMatchObject({
      seats: 55,
      vehicle: { plate: large.plate },
      changes: [{ what: `Vehicle changed: ${large.plate}` }],
    })
    expect((await giveVehicle(smallId)).status).toBe(303)
    expect(await open()).toMatchObject({
      seats: 4,
      wanted: { seats: 3 },
      states: [{ text: 'Overbooked', tone: 'danger' }],
    })
    const { sentence } = (await refusalOf('capacity', { seats: '4', wheelchairs: '1' })) ?? {}
    expect(sentence).toBe(
      `${small.plate} has fewer places (seats: 3, wheelchair spaces: 1). Enter no more than that, or change the vehicle.`,
    )
    expect((await giveVehicle('')).status).toBe(303)
    expect(await open()).toMatchObject({ seats: 10, vehicle: null, states: [] })
  })

  test('that is elsewhere is marked in the list, and refused with the departure that it runs', async () => {
    const { plate } = newVehicle({})
    const vehicleId = await addVehicleFor({ plate })
    await giveVehicle(vehicleId)
    const departsAt = now().add({ hours: 48, minutes: 20 })
    bus = await addDeparture({ departsAt })
    const option = (await open()).vehicles.find((one) => one.vehicleId === vehicleId)
    expect(option?.text).toBe(`${plate} · 10 seats, 1 wheelchair – busy then`)
    const refusal = await refusalOf('vehicle', { vehicle: vehicleId })
    expect(refusal).toMatchObject({ fieldId: 'vehicle' })
    expect(refusal?.sentence).toMatch(
      new RegExp(`^${plate} runs the \\d\\d:\\d\\d from Almond Square to Dune Steps until`),
    )
  })

  test('in the workshop then is refused with the day on which it is back', async () => {
    const workshop = { from: now(), until: now().add({ hours: 60 }) }
    const vehicle = await addVehicleFor({ state: 'workshop', workshop })
    expect((await refusalOf('vehicle', { vehicle }))?.sentence).toContain('in the workshop until')
    expect((await refusalOf('vehicle', { vehicle: 'x' }))?.sentence).toContain('Choose a vehicle')
  })
})

test('a bay is shown on the ticket, in the language of the traveller', async () => {
  const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C')])
  const directions = { 'directions-en': 'By the church', 'directions-el': 'Δίπλα στην εκκλησία' }
  expect(await refusalOf('bay', { stop: '0', bay: '4', 'directions-en': 'By the church' })).toEqual(
    { fieldId: 'directions-en', sentence: 'Write the directions in both languages, or in none.' },
  )
  expect((await press('bay', { stop: '0', bay: '4', ...directions })).status).toBe(303)
  expect((await open()).stops[0]).toMatchObject({ bay: '4' })
  const pickUp = async (locale: 'en' | 'el') =>
    (await listTickets(orderId, locale, now()))[0]?.from.directions
  expect(await pickUp('en')).toBe('Bay 4. By the church')
  expect(await pickUp('el')).toBe('Αποβάθρα 4. Δίπλα στην εκκλησία')
  expect((await press('bay', { stop: '0', bay: '' })).status).toBe(303)
  expect((await open()).stops[0]).toMatchObject({ bay: '', directions: null })
  expect(await refusalOf('bay', { stop: '9', bay: '4' })).toMatchObject({ fieldId: 'bay' })
})

test('a message needs both languages and somebody to read it', async () => {
  const words = { 'message-en': 'Please be early.', 'message-el': 'Ελάτε νωρίτερα.' }
  expect((await refusalOf('message', words))?.sentence).toBe('Nobody has a seat there.')
  await buy(simulation.bank, [ride(bus, 'A', 'C')])
  expect(await refusalOf('message', { 'message-en': 'Hello' })).toMatchObject({
    fieldId: 'message-el',
  })
  expect((await press('message', { ...words, to: '' })).status).toBe(303)
  expect(await open()).toMatchObject({ changes: [{ what: 'Message sent' }] })
})

test('a departure is cancelled at the numbers that were shown, and runs after all', async () => {
  const nextCode = await giveCodes(maria)
  await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2 })])
  const page = { as: maria, pattern: '/office/departures/:id/cancel', params: { id: bus } } as const
  const { shown } = await openOffice<CancelView>(cancelLoader, page)
  expect(shown).toMatchObject({ concerned: { bookings: 1, passengers: 2, infants: 0, paid: 3600 } })
  const cancel = async (form: Record<string, string>) =>
    act<{ problems: { sentence: string }[] }>(cancelAction, {
      ...page,
      intent: 'cancel',
      form: { seen: String(shown.seen), bookings: '1', paid: '3600', ...form },
    })
  expect(await cancel({ reason: 'no driver' })).toMatchObject({ status: 403 })
  expect((await cancel({ code: await nextCode() })).shown.problems[0]?.sentence).toBe(
    'Write the reason.',
  )
  const half = { reason: 'no driver', 'told-en': 'Fire.', code: await nextCode() }
  expect((await cancel(half)).shown.problems).toMatchObject([{ fieldId: 'told-el' }])
  const other = { reason: 'no driver', bookings: '2', code: await nextCode() }
  expect((await cancel(other)).shown.problems[0]?.sentence).toContain('Other people have booked')
  const told = { reason: 'no driver', told: 'driver-ill', code: await nextCode() }
  const { status, location } = await cancel(told)
  expect(status).toBe(303)
  expect(location).toMatch(/^\/office\/incidents\/[\da-f-]{36}$/)
  expect(await findIncident(location.split('/').at(-1) ?? '')).toMatchObject({
    cause: 'no driver',
    toldReason: { en: 'We are a driver short because of illness.' },
  })
  expect(await open()).toMatchObject({ status: 'cancelled', holders: 1, moved: 0 })
  expect((await press('revive', { reason: 'a driver was found' })).status).toBe(303)
  expect(await open()).toMatchObject({ status: 'planned' })
  expect((await refusalOf('revive'))?.sentence).toContain('already running')
})

test('a bus that breaks down on the road is ended before the stop that was chosen, at the numbers shown', async () => {
  const nextCode = await giveCodes(maria)
  bus = await addDeparture({ departsAt: now().add({ minutes: 55 }) })
  await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2 })])
  await buy(simulation.bank, [ride(bus, 'B', 'C', { adult: 3 })])
  shiftClock({ minutes: 57 })
  const page = { as: maria, pattern: '/office/departures/:id/cancel', params: { id: bus } } as const
  const look = async (more = {}) =>
    (await openOffice<CancelView>(cancelLoader, { ...page, ...more })).shown
  const [seen, never] = [await look(), await look({ query: 'from=0', prefix: '/el' })]
  expect(seen).toMatchObject({
    concerned: { bookings: 1, passengers: 3 },
    road: { from: 1, riding: [{ people: 2, aboard: 0 }] },
  })
  expect(never).toMatchObject({ concerned: { bookings: 2 }, road: { from: 0, riding: [] } })
  const form = {
    seen: String(seen.seen),
    from: '1',
    bookings: '1',
    paid: String(seen.concerned.paid),
    reason: 'engine',
    told: 'vehicle-fault',
  }
  const code = await nextCode()
  const ended = await act(cancelAction, { ...page, intent: 'cancel', form: { ...form, code } })
  expect(ended).toMatchObject({ status: 303, location: expect.stringMatching(/incidents/) })
  expect(await findIncident(ended.location.split('/').at(-1) ?? '')).toMatchObject({
    toldReason: { el: 'Παρουσιάστηκε τεχνική βλάβη σε λεωφορείο.' },
  })
  expect(await open()).toMatchObject({
    status: 'planned',
    brokenAt: expect.any(String),
    stops: [{ isClosed: false }, { isClosed: true }, { isClosed: true }, { isClosed: true }],
    changes: [{ what: 'Goes no further' }],
  })
})

test('a departure that the timetable lost runs anyway', async () => {
  bus = await addDeparture({ departsAt: now().add({ hours: 48 }), status: 'withdrawn' })
  expect(await open()).toMatchObject({ states: [{ text: 'No longer in the timetable' }] })
  expect((await press('run-anyway', { reason: 'they bought it' })).status).toBe(303)
  expect(await open()).toMatchObject({ status: 'planned', isPinned: true })
  expect((await refusalOf('run-anyway'))?.sentence).toContain('in the timetable')
})

describe('two dispatchers', () => {
  test('a form without a version is not compared with anything', async () => {
    expect((await press('close-sale', { reason: 'fog' })).status).toBe(303)
    const form = { minutes: '20', from: '0', seen: '' }
    expect((await press('late', form)).status).toBe(303)
  })

  test('what was changed on another day is told with its day', async () => {
    const { seen } = await open()
    const yesterday = now().subtract({ hours: 24 })
    await closeSale({ departureId: bus, by: ADMIN, reason: 'fog', now: yesterday })
    const form = { minutes: '20', from: '0', seen: String(seen) }
    const { sentence } = (await refusalOf('late', form)) ?? {}
    expect(sentence).toMatch(/ at \d\d:\d\d on \w+day \d+ \w+ \d{4} \(Booking closed\)/)
  })

  test('the second reads what the first did and when, and nothing of theirs is done', async () => {
    const eleni = await addStaff('dispatcher')
    const { seen } = await open()
    expect((await press('close-sale', { reason: 'fog' }, eleni)).status).toBe(303)
    const { sentence } =
      (await refusalOf('late', { minutes: '20', from: '0', seen: String(seen) })) ?? {}
    expect(sentence).toMatch(
      /^Maria Example changed this departure at \d\d:\d\d \(Booking closed\)/,
    )
    expect(await open()).toMatchObject({ isLate: false })
  })
})

test('an unknown departure is not found, and a role without the permission does nothing', async () => {
  for (const id of ['nothing', '00000000-0000-4000-8000-000000000000']) {
    const page = { as: maria, pattern: PATTERN, params: { id } } as const
    expect((await openOffice(loader, page)).status).toBe(404)
  }
  const seller = await addStaff('seller')
  expect((await press('late', { minutes: '20', from: '0' }, seller)).status).toBe(403)
})
