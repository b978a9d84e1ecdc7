import { beforeAll, beforeEach, expect, test } from 'vitest'

import type { TicketPageView } from '#app/components/ticket/view.ts'
import { loader as openManifest } from '#app/office/manifest/page.tsx'
import type { ManifestView } from '#app/office/manifest/view.server.ts'
import { loader as openOrder } from '#app/site/order/page.tsx'
import { loader as openCalendar } from '#app/site/ticket/calendar.ts'
import { loader as openTicket } from '#app/site/ticket/page.tsx'
import { makePackage } from '#modules/boarding/lists/make-package.server.ts'
import { printTickets } from '#modules/documents/pdf/documents.server.ts'
import { reopenStop } from '#modules/incidents/stops/reopen-stop.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { changeStopAndTell, GATE } from '#test/fixtures/closed-stop.ts'
import { addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { openReader } from '#test/fixtures/pdf-reader.ts'
import { buyIn } from '#test/simulation/holders.ts'
import { letter, openLetterSimulation } from '#test/simulation/letters.ts'
import { ride } from '#test/simulation/travellers.ts'

const simulation = openLetterSimulation()
const { read } = openReader()
let order: Awaited<ReturnType<typeof buyIn>>
let maria: Colleague
beforeAll(async () => {
  maria = await addStaff('dispatcher')
})
beforeEach(async () => {
  const { bus, bank } = simulation
  order = await buyIn('en', bank, ride(bus, 'B', 'C'))
  shiftClock({ seconds: 1 })
})

async function readEverywhere() {
  const { bus, leaves } = simulation
  const [ticket] = await listTickets(order.orderId, 'en', now())
  const params = { id: ticket?.ticketId ?? '' }
  const path = `/tickets/${params.id}`
  const page = await openPage<{ ticket: TicketPageView }>(openTicket, path, { params })
  const managed = { params: { id: order.manageId } }
  const booking = await openPage(openOrder, `/bookings/${order.manageId}`, managed)
  const file = await openCalendar({ params } as never)
  const manifest = await openOffice<ManifestView>(openManifest, {
    as: maria,
    pattern: '/office/departures/:id/manifest',
    params: { id: bus },
  })
  const work = { staffId: maria.staffId, stopId: 'A', day: dateInCyprus(leaves) }
  const { pack } = await makePackage({ ...work, known: [], now: leaves.subtract({ hours: 1 }) })
  return {
    ticket: page.shown.ticket,
    booking: JSON.stringify(booking.shown),
    calendar: (await file.text()).replaceAll(/\r\n /g, '').replaceAll('\\', ''),
    manifest: manifest.shown.stops.map(({ name }) => name),
    phone: pack.departures.find(({ departureId }) => departureId === bus)?.stopNews,
    pdf: (await read(await printTickets(ticket ? [ticket] : []))).join(' '),
  }
}

test('ticket, booking, calendar, mail, list and phone say the same place of a moved stop', async () => {
  const { bus } = simulation
  const incidentId = await changeStopAndTell(bus, { stopId: 'B', place: GATE })
  const sentence = `The stop has moved. Board here instead of at Bay Road: ${GATE.words.en}`
  const moved = await readEverywhere()
  expect(moved.ticket).toMatchObject({
    stopNews: sentence,
    ride: { from: { directions: GATE.words.en } },
  })
  expect(moved.booking).toContain(sentence)
  expect(moved.calendar).toContain(sentence)
  expect(moved.pdf).toContain(GATE.words.en)
  expect(moved.manifest).toContain(`Bay Road, stops here: ${GATE.words.en}`)
  expect(moved.phone).toEqual([{ stopId: 'B', movedTo: GATE.words }])
  const mail = await letter(order, 'stop-moved')
  expect(mail.text?.replaceAll(/\s+/g, ' ')).toContain(
    `Please board here instead: ${GATE.words.en}`,
  )

  await reopenStop({ incidentId, by: ADMIN, now: now() })
  const usual = await readEverywhere()
  expect(usual.ticket.stopNews).toBeNull()
  expect(usual.booking).not.toContain(GATE.words.en)
  expect(usual.phone).toBeUndefined()
  expect(usual.manifest).toContain('Bay Road')
})

test('ticket, booking, calendar, mail, list and phone say that a stop is closed', async () => {
  const { bus } = simulation
  await changeStopAndTell(bus, { stopId: 'B' })
  const closed = await readEverywhere()
  const sentence = 'This bus will not stop at Bay Road that day.'
  const ticket = {
    stopNews: sentence,
    hasToBeThere: false,
    ride: { from: { directions: null } },
  }
  expect(closed.ticket).toMatchObject(ticket)
  for (const paper of [closed.calendar, closed.pdf]) expect(paper).not.toContain('Be at the stop')
  expect(closed.booking).toContain(`"next":"${sentence}"`)
  expect(closed.booking).toMatch(/"choiceToken":"\w{26}"/)
  expect(closed.booking).toContain(sentence)
  expect(closed.calendar).toContain(sentence)
  expect(closed.pdf).toContain(sentence)
  expect(closed.manifest).toContain('Bay Road (not served)')
  expect(closed.phone).toEqual([{ stopId: 'B', movedTo: null }])
  const mail = await letter(order, 'stop-closed')
  const text = mail.text?.replaceAll(/\s+/g, ' ')
  expect(text).toContain('You booked from Bay Road, but your bus will not stop there that day.')
  expect(text).toContain('the same bus, boarding at Almond Square at')
})
