import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { loader as manifestLoader } from '#app/office/manifest/page.tsx'
import type { ManifestView } from '#app/office/manifest/view.server.ts'
import { addExtra } from '#modules/fleet/extra-departure.server.ts'
import { countEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { publishTrips } from '#test/fixtures/published-trips.ts'
import { addDeparture, addTimetable, forgetDepartures } from '#test/simulation/timetable.ts'
import { addTraveller, choose, ride } from '#test/simulation/travellers.ts'

import type { CancelView } from './cancel.server.ts'
import { loader as cancelLoader } from './cancel.tsx'
import { action, loader } from './page.tsx'
import type { DepartureView } from './view.server.ts'

const pattern = '/office/departures/:id'
const tomorrow = () => dateInCyprus(now()).add({ days: 1 })
let maria: Colleague
let bus: string
beforeAll(async () => {
  await addTimetable()
  maria = await addStaff('dispatcher')
})
beforeEach(async () => {
  await forgetDepartures()
  bus = await addDeparture({ departsAt: startOfDay(tomorrow()).add({ hours: 9 }), seats: 10 })
})

async function open(prefix = ''): Promise<DepartureView> {
  const page = { as: maria, pattern, params: { id: bus }, prefix } as const
  return (await openOffice<DepartureView>(loader, page)).shown
}

async function press(intent: string, form: Record<string, string> = {}, as = maria) {
  const seen = String(await countEntries(`departure:${bus}`))
  const pressed = { as, pattern, params: { id: bus }, intent } as const
  return act<{ problems: { fieldId: string; sentence: string }[] }>(action, {
    ...pressed,
    form: { seen, ...form },
  })
}

const block = (seats: string, reason = 'School class', as = maria) =>
  press('block', { 'block-seats': seats, reason }, as)

describe('seats', () => {
  test('are blocked with a reason, shown where the bus is shown, and freed', async () => {
    expect((await block('8')).status).toBe(303)
    const shown = await open()
    expect(shown.blocks).toMatchObject([{ seats: 8, reason: 'School class' }])
    expect(shown.blocks[0]?.by).toMatch(/^Maria Example, /)
    expect(shown.legs.map(({ blocked, kept, free }) => [blocked, kept, free])).toEqual([
      [8, 0, 2],
      [8, 0, 2],
      [8, 0, 2],
    ])
    expect(shown.changes[0]).toMatchObject({ what: 'Seats blocked: 8 seats' })
    expect((await press('free', { block: shown.blocks[0]?.blockId ?? '' })).status).toBe(303)
    const freed = await open('/el')
    expect(freed.blocks).toEqual([])
    expect(freed.changes[0]).toMatchObject({ what: 'Αποδέσμευση θέσεων: 8 θέσεις' })
  })

  test('are on the passenger list, and on the page that cancels the bus', async () => {
    await block('8')
    const params = { id: bus }
    const manifest = { as: maria, pattern: '/office/departures/:id/manifest', params } as const
    expect((await openOffice<ManifestView>(manifestLoader, manifest)).shown.blocked).toBe(
      'Seats kept for people without a booking: School class (8 seats)',
    )
    const cancel = { as: maria, pattern: '/office/departures/:id/cancel', params } as const
    const { shown } = await openOffice<CancelView>(cancelLoader, cancel)
    expect(shown.toTell).toEqual([expect.stringContaining('School class')])
  })

  test.each([
    ['11', 'block-seats', 'Only 10 seats are free on the whole way.'],
    ['0', 'block-seats', 'Enter the number of seats, such as 20.'],
    ['some', 'block-seats', 'Enter the number of seats, such as 20.'],
  ])('are not blocked if %s are wanted', async (seats, fieldId, sentence) => {
    const { status, shown } = await block(seats)
    expect([status, shown.problems]).toEqual([422, [{ fieldId, sentence }]])
  })

  test('are not blocked without a reason, nor freed twice, nor by a seller', async () => {
    expect((await block('1', ' ')).shown.problems[0]).toMatchObject({ fieldId: 'reason-block' })
    expect((await press('free', { block: 'none' })).shown.problems[0]).toMatchObject({
      fieldId: 'blocks',
      sentence: 'These seats have already been freed.',
    })
    expect((await block('1', 'Friends', await addStaff('seller'))).status).toBe(403)
  })
})

describe('a bus that the office added', () => {
  test('says why, and is removed while nobody needs it', async () => {
    await add('extra')
    expect(await open()).toMatchObject({
      extra: { origin: 'extra', reason: 'Fair', orderedBy: null },
      states: [{ text: 'Extra bus', tone: 'info' }],
      isForSale: true,
      changes: [{ what: 'Added by the office' }],
    })
    const { status, location } = await press('remove-extra', { reason: 'Mistake' })
    expect([status, location]).toEqual([303, `/office/departures?day=${tomorrow().toString()}`])
  })

  test('is not removed once somebody has it in a cart, and the refusal says what to do', async () => {
    await add('extra')
    await choose(addTraveller(), ride(bus, 'A', 'C'))
    const { status, shown } = await press('remove-extra')
    expect(status).toBe(422)
    expect(shown.problems[0]).toMatchObject({
      fieldId: 'reason-remove',
      sentence: expect.stringContaining('cancel the departure'),
    })
  })

  test('as a charter names who ordered it, has nothing to sell, and says whom to tell', async () => {
    await add('charter')
    expect(await open()).toMatchObject({
      extra: { origin: 'charter', orderedBy: 'Hotel Aphrodite' },
      states: [{ text: 'Charter' }],
      isForSale: false,
    })
    expect((await block('1')).shown.problems[0]?.sentence).toContain('not on sale')
    const cancel = { as: maria, pattern: '/office/departures/:id/cancel' } as const
    const { shown } = await openOffice<CancelView>(cancelLoader, { ...cancel, params: { id: bus } })
    expect(shown.toTell).toEqual([expect.stringContaining('Hotel Aphrodite')])
  })

  test('is not one of the timetable, which is never removed', async () => {
    const { status, shown } = await press('remove-extra')
    expect([status, shown.problems[0]?.sentence]).toEqual([
      422,
      'This departure is in the timetable: cancel it instead.',
    ])
  })
})

async function add(origin: 'extra' | 'charter') {
  await publishTrips([{ tripId: 'T1', leaves: startOfDay(tomorrow()).add({ hours: 8 }) }])
  const why = { reason: 'Fair', orderedBy: 'Hotel Aphrodite' }
  const places = { seats: 10, wheelchairPlaces: 1 }
  const when = { date: tomorrow(), time: Temporal.PlainTime.from('23:00') }
  const wish = { origin, routeId: '1', directionId: 0, ...when, ...places, ...why }
  const added = await addExtra({ ...wish, by: ADMIN, now: now() })
  if (!added.ok) throw new Error(added.reason)
  bus = added.departureId
}
