import { expect, test } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { firstBooking } from '#test/simulation/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { closeBoarding } from './close-boarding.server.ts'
import { listSilentBuses } from './silent-buses.server.ts'
import { tick } from './ticks.server.ts'

const simulation = openSimulation()

test('a bus that left with nobody counted is listed once phones had time to send, but not in a company that never counts', async () => {
  const departsAt = now().add({ minutes: 40 })
  const [silent, closed, counted, empty] = [
    await addDeparture({ departsAt }),
    await addDeparture({ departsAt }),
    await addDeparture({ departsAt }),
    await addDeparture({ departsAt }),
  ]
  for (const bus of [silent, closed])
    await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2 })])
  const { orderId } = await buy(simulation.bank, [ride(counted, 'A', 'C')])
  const { bookingId } = await firstBooking(orderId)
  shiftClock({ minutes: 45 })
  const later = now().add({ minutes: 10 })
  expect(await listSilentBuses(later, 10)).toEqual([])
  const aboard = { departureId: counted, bookingId, aboard: 1, position: 0 }
  expect(await tick({ ...aboard, by: ADMIN, now: now() })).toEqual({ ok: true })
  const left = { departureId: closed, position: 0, by: ADMIN, now: now() }
  expect(await closeBoarding(left)).toMatchObject({ ok: true })
  expect(await listSilentBuses(now(), 10)).toEqual([])
  const named = (await listSilentBuses(later, 10)).map(({ departureId, booked, isReported }) => {
    return { departureId, booked, isReported }
  })
  expect(named).toHaveLength(2)
  expect(named).toContainEqual({ departureId: silent, booked: 2, isReported: false })
  expect(named).toContainEqual({ departureId: closed, booked: 2, isReported: true })
  expect(named.map(({ departureId }) => departureId)).not.toContain(empty)
})
