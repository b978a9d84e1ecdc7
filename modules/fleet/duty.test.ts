import { describe, expect, test } from 'vitest'

import type { Driver } from './driver.ts'
import { checkDuty, type Duty, type DutyRun, type Finding } from './duty.ts'
import type { Vehicle } from './vehicle.ts'

const DAY = '2026-12-01'
const at = (clock: string, date = DAY) => Temporal.Instant.from(`${date}T${clock}:00+02:00`)

const date = (text: string) => Temporal.PlainDate.from(text)

const run = (from: string, until: string, more: Partial<DutyRun> = {}): DutyRun => ({
  departureId: `${from}-${until}`,
  serviceDate: Temporal.PlainDate.from(DAY),
  routeId: '3',
  status: 'planned',
  from: at(from),
  until: at(until),
  firstStopId: 'A',
  lastStopId: 'B',
  vehicleId: null,
  ...more,
})

const duty = (runs: DutyRun[], more: Partial<Duty> = {}): Duty => ({
  dutyId: 'this',
  serviceDate: Temporal.PlainDate.from(DAY),
  driverId: 'giorgos',
  startsAt: at('06:00'),
  endsAt: at('20:00'),
  runs,
  ...more,
})

const driver = (more: Partial<Driver> = {}): Driver => ({
  staffId: 'giorgos',
  languages: [],
  phone: null,
  licenceUntil: null,
  absences: [],
  ...more,
})

type Known = Partial<Parameters<typeof checkDuty>[1]>

function findingsOf(checked: Duty, known: Known = {}): Finding[] {
  const nothing = { driver: driver(), others: [], vehicles: new Map(), exempt: new Set<string>() }
  return checkDuty(checked, { ...nothing, ...known })
}

test('a duty in which everything fits has no findings', () => {
  expect(findingsOf(duty([run('06:00', '07:30'), run('07:45', '09:15')]))).toEqual([])
  expect(findingsOf(duty([]))).toEqual([])
})

describe('departures of one duty', () => {
  test('at the same time are an overlap; one that does not run takes no time', () => {
    const runs = [run('06:00', '07:30'), run('07:29', '09:00')]
    expect(findingsOf(duty(runs))).toMatchObject([
      { is: 'overlap', first: runs[0], second: runs[1] },
    ])
    const [first, second] = runs
    const cancelled = { ...second, status: 'cancelled' } as DutyRun
    expect(findingsOf(duty([first as DutyRun, cancelled]))).toEqual([])
  })

  test.each([
    ['07:30', 0],
    ['07:44', 14],
    ['07:45', undefined],
  ])('15 minutes are a turn-round: the next at %s', (from, minutes) => {
    const found = findingsOf(duty([run('06:00', '07:30'), run(from, '09:00')]))
    expect(found).toMatchObject(minutes === undefined ? [] : [{ is: 'short-turn-round', minutes }])
  })
})

describe('driving without a break', () => {
  const morning = [run('06:00', '08:15'), run('08:30', '10:45')]

  test('is at most four and a half hours', () => {
    expect(findingsOf(duty(morning))).toEqual([])
    expect(findingsOf(duty([...morning, run('11:15', '11:16')]))).toEqual([])
    const tooLong = [run('06:00', '08:15'), run('08:30', '10:46')]
    expect(findingsOf(duty(tooLong))).toMatchObject([{ is: 'no-break', minutes: 271 }])
  })

  test.each([
    ['11:29', [271]],
    ['11:30', []],
  ])('45 minutes are a break: driving on at %s', (from, minutes) => {
    const whole = [run('06:15', '10:45')]
    const found = findingsOf(duty([...whole, run(from, '11:31')]))
    const longest = found.flatMap((one) => (one.is === 'no-break' ? [one.minutes] : []))
    expect(longest).toEqual(minutes.map(() => 270 + (from === '11:29' ? 2 : 0)))
  })

  test('a break may be taken in two parts, of 15 minutes and then of 30', () => {
    const inOrder = [run('06:00', '08:00'), run('08:15', '10:00'), run('10:30', '12:30')]
    expect(findingsOf(duty(inOrder))).toEqual([])
    const turned = [run('06:00', '08:00'), run('08:30', '10:00'), run('10:15', '12:15')]
    expect(findingsOf(duty(turned))).toMatchObject([{ is: 'no-break', minutes: 330 }])
  })
})

test('driving of a day is at most nine hours', () => {
  const runs = [run('06:00', '10:30'), run('11:15', '15:45')]
  expect(findingsOf(duty(runs))).toEqual([])
  expect(findingsOf(duty([...runs, run('16:30', '16:31')]))).toMatchObject([
    { is: 'too-much-driving', minutes: 541 },
  ])
})

describe('the last duty of the driver', () => {
  const before = (ends: string) =>
    duty([], {
      dutyId: 'before',
      startsAt: at('08:00', '2026-11-30'),
      endsAt: at(ends, '2026-11-30'),
    })
  const today = duty([run('06:00', '07:30')])

  test('ended eleven hours before this one', () => {
    expect(findingsOf(today, { others: [today, before('19:00')] })).toEqual([])
    expect(findingsOf(today, { others: [today, before('19:01')] })).toMatchObject([
      { is: 'rest-too-short', minutes: 659 },
    ])
  })

  test('must not be under way', () => {
    const other = duty([], { dutyId: 'other', startsAt: at('19:59'), endsAt: at('23:00') })
    expect(findingsOf(today, { others: [today, other] })).toEqual([
      { is: 'other-duty', from: at('19:59'), until: at('23:00') },
    ])
  })

  test('is of no interest on a day on routes of at most 50 km alone', () => {
    const exempt = new Set(['3'])
    expect(findingsOf(today, { others: [before('23:00')], exempt })).toEqual([])
    const mixed = duty([run('06:00', '07:30'), run('08:00', '09:00', { routeId: '1' })])
    expect(findingsOf(mixed, { others: [before('23:00')], exempt })).toMatchObject([
      { is: 'rest-too-short' },
    ])
  })
})

describe('the next duty of the driver', () => {
  const today = duty([run('06:00', '07:30')], { endsAt: at('22:00') })
  const next = (starts: string, more: Partial<DutyRun> = {}) =>
    duty([run('09:00', '10:30', more)], {
      dutyId: 'next',
      startsAt: at(starts, '2026-12-02'),
      endsAt: at('18:00', '2026-12-02'),
    })

  test('begins eleven hours after this one, which says so when it is made longer', () => {
    expect(findingsOf(today, { others: [today, next('09:00')] })).toEqual([])
    expect(findingsOf(today, { others: [today, next('08:59')] })).toEqual([
      { is: 'rest-then-too-short', minutes: 659 },
    ])
    expect(findingsOf(next('08:59'), { others: [today, next('08:59')] })).toEqual([
      { is: 'rest-too-short', minutes: 659 },
    ])
  })

  test('asks for no rest on routes of at most 50 km alone', () => {
    const exempt = new Set(['3'])
    expect(findingsOf(today, { others: [next('06:00')], exempt })).toEqual([])
    const far = next('06:00', { routeId: '1' })
    expect(findingsOf(today, { others: [far], exempt })).toMatchObject([
      { is: 'rest-then-too-short', minutes: 480 },
    ])
  })
})

test('a route of at most 50 km counts no driving, and is no break', () => {
  const exempt = new Set(['1'])
  const short = run('10:00', '11:00', { routeId: '1' })
  const runs = [run('06:15', '09:45'), short, run('11:15', '12:15')]
  expect(findingsOf(duty(runs), { exempt })).toEqual([])
  const longer = [run('06:15', '09:45'), short, run('11:15', '12:16')]
  expect(findingsOf(duty(longer), { exempt })).toMatchObject([{ is: 'no-break', minutes: 271 }])
})

describe('the driver', () => {
  const today = duty([])

  test('is there on each day of the duty', () => {
    const away = (fromOn: string, untilOn: string) => ({
      driver: driver({
        absences: [{ absenceId: 'a', fromOn: date(fromOn), untilOn: date(untilOn) }],
      }),
    })
    expect(findingsOf(today, away('2026-11-28', '2026-11-30'))).toEqual([])
    expect(findingsOf(today, away('2026-12-02', '2026-12-05'))).toEqual([])
    expect(findingsOf(today, away('2026-12-01', '2026-12-01'))).toMatchObject([
      { is: 'driver-absent', until: date('2026-12-01') },
    ])
    const overNight = duty([], { startsAt: at('20:00'), endsAt: at('02:00', '2026-12-02') })
    expect(findingsOf(overNight, away('2026-12-02', '2026-12-05'))).toHaveLength(1)
  })

  test('has a licence until the last of them', () => {
    const until = (licence: string) => ({ driver: driver({ licenceUntil: date(licence) }) })
    expect(findingsOf(today, until('2026-12-01'))).toEqual([])
    expect(findingsOf(today, until('2026-11-30'))).toEqual([
      { is: 'licence-over', on: date('2026-11-30') },
    ])
  })
})

test('a vehicle in the workshop runs nothing', () => {
  const vehicle: Vehicle = {
    vehicleId: 'v',
    plate: 'KAA 111',
    name: '',
    seats: 50,
    wheelchairPlaces: 1,
    hasLift: true,
    state: 'workshop',
    workshop: { from: at('07:00'), until: at('09:00') },
  }
  const runs = [
    run('05:00', '07:00', { vehicleId: 'v' }),
    run('08:59', '10:00', { vehicleId: 'v' }),
    run('10:15', '11:00', { vehicleId: 'v' }),
  ]
  expect(findingsOf(duty(runs), { vehicles: new Map([['v', vehicle]]) })).toMatchObject([
    { is: 'vehicle-in-workshop', plate: 'KAA 111', before: runs[1] },
  ])
})
