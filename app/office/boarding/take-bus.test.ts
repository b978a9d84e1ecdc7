import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { action as pressOnDuty, loader as loadDuty } from '#app/office/duties/one.tsx'
import type { DutyView } from '#app/office/duties/view.ts'
import { guard } from '#app/office/guard.server.ts'
import { findLeased } from '#modules/boarding/devices/find-leased.server.ts'
import type { SyncAnswer } from '#modules/boarding/package/sync.ts'
import { addDuty, addToDuty } from '#modules/fleet/change-duty.server.ts'
import { now } from '#platform/clock.server.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'

import { action as sync } from './sync.ts'

openSimulation()
const SEATS = 8
const departsAt = now().add({ minutes: 20 })
const day = dateInCyprus(departsAt)
const [startsAt, endsAt] = [now().subtract({ hours: 1 }), now().add({ hours: 3 })]

let bus: string
let driver: Colleague
let other: Colleague
beforeEach(async () => {
  driver = await addStaff('driver')
  other = await addStaff('driver')
  bus = await addDeparture({ departsAt, seats: SEATS, calls: ['A', 'B'] })
})

/** A duty that has begun; its id. */
async function addDutyOf(driverId: string | null, departureId?: string): Promise<string> {
  const by = { by: ADMIN, now: now() }
  const added = await addDuty({ serviceDate: day, driverId, startsAt, endsAt, ...by })
  if (!added.ok) throw new Error(added.reason)
  const { dutyId } = added
  if (departureId) await addToDuty({ dutyId, departureId, ...by })
  return dutyId
}

/** As the field of a page has it. */
function typed(at: Temporal.Instant): string {
  return `${dateInCyprus(at).toString()}T${clockTime(at)}`
}

/** A phone of a member, which asks for the seats of a bus. */
function phoneOf({ browser }: Colleague) {
  const deviceId = randomUUID()
  return async (departureId = bus) => {
    const sells = { departureId, blanks: [] }
    const asks = { deviceId, stopId: 'A', day: day.toString(), scans: [], known: [], sells }
    let answer: SyncAnswer | undefined
    const hear = async (args: Parameters<typeof sync>[0]) => {
      const response = await sync(args)
      answer = (await response.clone().json()) as SyncAnswer
      return response
    }
    await openPage(hear, '/office/boarding/sync', {
      browser,
      pattern: '/office/boarding/sync',
      guard,
      body: { type: 'application/json', content: JSON.stringify(asks) },
    })
    return { seats: answer?.lease?.seats[0] ?? 0, notTaken: answer?.notTaken }
  }
}

const LEASED = { seats: SEATS - 2, notTaken: undefined }

describe('the seats of a bus are leased to', () => {
  test('the driver of its duty, and not to another one, who hears whose it is', async () => {
    await addDutyOf(driver.staffId, bus)
    const notTaken = { departureId: bus, reason: 'of-another', driver: 'Maria Example' }
    expect(await phoneOf(other)()).toEqual({ seats: 0, notTaken })
    expect(await findLeased(bus, now())).toBeNull()
    expect(await phoneOf(driver)()).toEqual(LEASED)
  })

  test('nobody of the drivers while nobody drives its duty', async () => {
    await addDutyOf(null, bus)
    const notTaken = { departureId: bus, reason: 'of-nobody' }
    expect(await phoneOf(driver)()).toEqual({ seats: 0, notTaken })
  })

  test('any driver who is on no duty then, if it is on none', async () => {
    await addDutyOf(driver.staffId)
    const notTaken = { departureId: bus, reason: 'on-duty' }
    expect(await phoneOf(driver)()).toEqual({ seats: 0, notTaken })
    expect(await phoneOf(other)()).toEqual(LEASED)
  })

  test.each(['dispatcher', 'owner'] as const)('a %s at any time', async (role) => {
    await addDutyOf(driver.staffId, bus)
    expect(await phoneOf(await addStaff(role, 'driver'))()).toEqual(LEASED)
  })
})

test('a driver who takes another bus at the same time leaves the seats of the first', async () => {
  const first = bus
  const second = await addDeparture({ departsAt, seats: SEATS, calls: ['A', 'B'] })
  expect(await phoneOf(driver)(first)).toEqual(LEASED)
  expect(await phoneOf(driver)(second)).toEqual(LEASED)
  expect(await findLeased(first, now())).toBeNull()
  const dispatcher = await addStaff('dispatcher')
  expect(await phoneOf(dispatcher)(first)).toEqual(LEASED)
  expect(await phoneOf(dispatcher)(await addDeparture({ departsAt, seats: SEATS }))).toEqual(LEASED)
  expect(await findLeased(first, now())).toMatchObject({ seats: LEASED.seats })
})

test('a driver falls ill: on the page of the duty another one gets the bus and its seats at once', async () => {
  const id = await addDutyOf(driver.staffId, bus)
  const [ill, well] = [phoneOf(driver), phoneOf(other)]
  expect(await ill()).toEqual(LEASED)
  expect((await well()).notTaken).toMatchObject({ reason: 'of-another' })

  const as = await addStaff('dispatcher')
  const page = { as, pattern: '/office/duties/:id', params: { id } } as const
  const { seen } = (await openOffice<DutyView>(loadDuty, page)).shown
  const form = {
    seen: String(seen),
    driver: other.staffId,
    'starts-at': typed(startsAt),
    'ends-at': typed(endsAt),
  }
  expect((await act(pressOnDuty, { ...page, intent: 'save', form })).status).toBe(303)

  // The phone of the one who is ill has said nothing since.
  expect(await well()).toEqual(LEASED)
  expect((await ill()).notTaken).toMatchObject({ reason: 'of-another' })
  expect(await well()).toEqual(LEASED)
})
