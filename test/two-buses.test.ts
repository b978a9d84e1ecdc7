import { expect, test } from 'vitest'

import type { TicketPageView } from '#app/components/ticket/view.ts'
import { loader as openManifest } from '#app/office/manifest/page.tsx'
import type { ManifestView } from '#app/office/manifest/view.server.ts'
import { loader as openTicket } from '#app/site/ticket/page.tsx'
import { makePackage } from '#modules/boarding/make-package.server.ts'
import { assignVehicle } from '#modules/fleet/assign-vehicle.server.ts'
import { findVehicle } from '#modules/fleet/find-vehicles.server.ts'
import { sendRelief } from '#modules/fleet/relief-bus.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addVehicleFor } from '#test/fixtures/fleet.ts'
import { addStaff, openOffice } from '#test/fixtures/office.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { buyIn, type Held } from '#test/simulation/holders.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

/* Two buses on one departure, as the traveller, the list and the driver's phone name them. */

const simulation = openSimulation()

async function sayOnTicket({ orderId }: Held, prefix = '') {
  const [ticket] = await listTickets(orderId, 'en', now())
  const params = { id: ticket?.ticketId ?? '' }
  const path = `${prefix}/tickets/${params.id}`
  const { shown } = await openPage<{ ticket: TicketPageView }>(openTicket, path, { params })
  return shown.ticket.twoBuses
}

async function plateOf(vehicleId: string): Promise<string> {
  return (await findVehicle(vehicleId))?.plate ?? ''
}

test('ticket, passenger list and phone name both buses, and a wheelchair the one with a lift', async () => {
  const departsAt = now().add({ hours: 100 })
  const bus = await addDeparture({ departsAt, seats: 10, wheelchairPlaces: 1 })
  const anna = await buyIn('en', simulation.bank, ride(bus, 'A', 'C', { adult: 1 }))
  const zoe = await buyIn(
    'en',
    simulation.bank,
    ride(bus, 'A', 'C', { adult: 1, wheelchairUsers: 1 }),
  )
  const own = await addVehicleFor({ seats: 50, hasLift: false, wheelchairPlaces: 0 })
  const relief = await addVehicleFor({ seats: 20, hasLift: true, wheelchairPlaces: 1 })
  const decided = { departureId: bus, by: ADMIN, reason: 'a choir', now: now() }
  await assignVehicle({ ...decided, vehicleId: own })
  expect(await sayOnTicket(anna)).toBeNull()

  await sendRelief({ ...decided, vehicleId: relief, dutyId: null })
  const [first, second] = [await plateOf(own), await plateOf(relief)]
  expect(await sayOnTicket(anna)).toBe(
    `Two buses run this departure: ${first} and ${second}. You may board either of them.`,
  )
  expect(await sayOnTicket(anna, '/el')).toContain(`${first} και ${second}`)
  expect(await sayOnTicket(zoe)).toBe(
    `Two buses run this departure. Please board ${second}, which has a lift or a ramp.`,
  )
  expect(await sayOnTicket(zoe, '/el')).toContain(`στο ${second}`)

  const maria = await addStaff('dispatcher')
  const { shown } = await openOffice<ManifestView>(openManifest, {
    as: maria,
    pattern: '/office/departures/:id/manifest',
    params: { id: bus },
  })
  expect(shown.buses).toBe(`Two buses: ${first} (50 seats), ${second} (20 seats)`)

  const day = dateInCyprus(departsAt)
  const asked = { staffId: maria.staffId, stopId: 'A', day, known: [] }
  const { pack } = await makePackage({ ...asked, now: departsAt.subtract({ hours: 1 }) })
  const packed = pack.departures.find(({ departureId }) => departureId === bus)
  expect(packed?.buses).toEqual([
    { plate: first, seats: 50 },
    { plate: second, seats: 20 },
  ])
})
