import { expect, test } from 'vitest'

import type { TicketPageView } from '#app/components/ticket/view.ts'
import { loader as openManifest } from '#app/office/manifest/page.tsx'
import type { ManifestView } from '#app/office/manifest/view.server.ts'
import { loader as openTicket } from '#app/site/ticket/page.tsx'
import { makePackage } from '#modules/boarding/lists/make-package.server.ts'
import { makeCalendar } from '#modules/documents/calendar.ts'
import { printTickets } from '#modules/documents/pdf/documents.server.ts'
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
import { openReader } from '#test/fixtures/pdf-reader.ts'
import { buyIn, type Held } from '#test/simulation/holders.ts'
import { letter, openLetterSimulation, unsaid } from '#test/simulation/letters.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

/* Two buses on one departure, as the traveller, the list and the driver's phone name them. */

const simulation = openLetterSimulation()
const { read } = openReader()

/** The papers of an order, and the mail that brings them. */
async function readPapers(order: Held) {
  const tickets = await listTickets(order.orderId, 'en', now())
  return {
    calendar: makeCalendar(tickets).replaceAll(/\r\n /g, ''),
    pdf: (await read(await printTickets(tickets))).join(' '),
    mail: await letter(order, 'confirmation'),
  }
}

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

test('ticket, papers, mail, passenger list and phone name both buses, and a wheelchair the one with a lift', async () => {
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
  for (const [order, sentence] of [
    [anna, `Two buses run this departure: ${first} and ${second}. You may board either of them.`],
    [zoe, `Please board ${second}, which has a lift or a ramp.`],
  ] as const) {
    const { calendar, pdf, mail } = await readPapers(order)
    expect(calendar.replaceAll('\\', '')).toContain(sentence)
    expect(pdf).toContain(sentence)
    expect(unsaid(mail, [sentence])).toEqual([])
  }

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
