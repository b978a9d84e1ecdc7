import { beforeAll, expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { getChoice } from '#test/fixtures/cancelled-bus.ts'
import { changeStopAndTell, GATE } from '#test/fixtures/closed-stop.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'
import { buyIn } from '#test/simulation/holders.ts'
import { firstBooking } from '#test/simulation/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { listRefunds, ride } from '#test/simulation/travellers.ts'

import { tick } from './ticks.server.ts'

const simulation = openSimulation()
const DRIVER = { kind: 'staff', staffId: '' } as { kind: 'staff'; staffId: string }
beforeAll(async () => {
  DRIVER.staffId = (await addStaffMember({ roles: ['driver'] })).staffId
})

test('once somebody of a group is aboard, no part of it is refunded', async () => {
  const leaves = now().add({ hours: 5 })
  const bus = await addDeparture({ departsAt: leaves })
  const { orderId } = await buyIn('en', simulation.bank, ride(bus, 'A', 'C', { adult: 3 }))
  await changeStopAndTell(bus, { stopId: 'A', place: GATE })
  const { bookingId } = await firstBooking(orderId)
  const { token } = await getChoice(orderId)
  const travelling = { passengers: partyOf({ adult: 2 }), wheelchairUsers: 0 }
  const press = () =>
    choose({ token, choice: { kind: 'stay', travelling }, by: TRAVELLER, now: now() })
  const count = (aboard: number) =>
    tick({ departureId: bus, bookingId, aboard, position: 0, by: DRIVER, now: leaves })
  expect(await count(1)).toEqual({ ok: true })
  expect(await press()).toEqual({ ok: false, reason: 'counted-aboard', aboard: 1, people: 3 })
  expect(await listRefunds(orderId)).toEqual([])
  expect(await count(0)).toEqual({ ok: true })
  expect(await press()).toEqual({ ok: true })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 1800 }])
})
