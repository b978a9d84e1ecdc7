import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TicketPageView } from '#app/components/ticket/view.ts'
import { tick } from '#modules/boarding/counts/ticks.server.ts'
import { qrPath } from '#modules/documents/qr.ts'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { addNotice } from '#modules/notices/notices.server.ts'
import { findTicket } from '#modules/orders/reads/find-tickets.server.ts'
import { takeNextBus } from '#modules/orders/self-service/missed.server.ts'
import { readTicketCode } from '#modules/tickets/read-ticket-code.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { openSite } from '#test/fixtures/open-site.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { firstBooking } from '#test/simulation/office.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'

let bank: SimulatedBank
let ticketId: string
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
  const bus = await addDeparture({ departsAt: now().add({ hours: 72 }) })
  const party = { adult: 2, child: 1, wheelchairUsers: 1 }
  const { result } = await buy(bank, [ride(bus, 'A', 'C', party)])
  ticketId = result.mine?.tickets[0]?.ticketId ?? ''
})
afterAll(() => bank.stop())

test('a ticket has everything needed at the bus', async () => {
  const { shown } = await open(ticketId)
  expect(shown.ticket).toMatchObject({
    groupLeader: 'Anna Georgiou',
    passengers: ['2 adults (over 12)', '1 child (2 to 12)'],
    ride: { title: 'Almond Square to Cape Airport' },
    total: 4500,
    vat: 372,
    wheelchair: { places: 'Wheelchair space', number: expect.stringMatching(/^W-/) },
    isDemonstration: true,
  })
  expect(shown.ticket.qr.dots).toBe(41)
  const ticket = await findTicket(ticketId, 'en', now())
  expect(shown.ticket.qr.path).toBe(ticket && qrPath(ticket).path)
  const read = await readTicketCode(ticket?.signedCode ?? '', [])
  expect(read).toEqual({ is: 'unsigned', code: ticket?.code })
  expect(ticket?.code).not.toBe(ticketId)
})

test('a ticket has the notices about the stops of its journey', async () => {
  const words = { en: 'Board in Fig Street.', el: 'Επιβίβαση στην οδό Συκής.' }
  const at = { place: 'stop', routeId: null, tone: 'warning', from: now(), until: null } as const
  for (const stopId of ['A', 'B']) {
    const content = { ...at, stopId, words }
    const added = await addNotice({ content, publishes: true, by: ADMIN, now: now() })
    if (!added.ok) throw new Error(added.reason)
  }
  expect((await open(ticketId, '/el')).shown.ticket.notices).toEqual([
    { tone: 'warning', text: words.el, stop: expect.stringContaining('Πλατεία') },
  ])
})

test('a ticket is shown in either language', async () => {
  const { shown } = await open(ticketId, '/el')
  expect(shown.ticket.passengers[0]).toBe('2 ενήλικες (άνω των 12 ετών)')
  expect(shown.ticket.ride.title).toContain('Αεροδρόμιο Ακρωτηρίου')
})

test('a ticket for a cancelled bus says so, and one for a missed bus offers no other', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 2 }) })
  const later = await addDeparture({ departsAt: now().add({ hours: 3 }) })
  const { result } = await buy(bank, [ride(bus, 'A', 'C')])
  const first = result.mine?.tickets[0]?.ticketId ?? ''
  expect((await open(first)).shown.ticket).toMatchObject({
    ending: null,
    missed: false,
    nextBus: { departureId: later, hasLeft: false },
  })
  const taken = await takeNextBus(first, { shownDepartureId: later, now: now() })
  const second = taken.ok ? taken.ticketId : ''
  expect((await open(second)).shown.ticket).toMatchObject({ ending: null, missed: true })
  await cancelDeparture({
    departureId: later,
    by: ADMIN,
    reason: 'snow',
    now: now(),
  })
  expect((await open(second)).shown.ticket).toMatchObject({
    ending: 'cancelled',
    hasToBeThere: false,
    missed: true,
  })
})

test('before their bus leaves, travellers are told to wait for the landing and choose among the buses of the day; after that the next one is theirs', async () => {
  const leaves = now().add({ hours: 2 })
  const bus = await addDeparture({ departsAt: leaves })
  const next = await addDeparture({ departsAt: leaves.add({ minutes: 20 }), seats: 1 })
  const later = await addDeparture({ departsAt: leaves.add({ minutes: 40 }) })
  const { result } = await buy(bank, [ride(bus, 'A', 'C')])
  const id = result.mine?.tickets[0]?.ticketId ?? ''
  const { nextBus } = (await open(id)).shown.ticket
  const ids = nextBus?.departureId ? nextBus.later.map(({ departureId }) => departureId) : []
  expect(ids).toContain(later)
  const site = await openSite()
  const read = async (prefix = '') => {
    const answer = await site(new Request(`http://localhost:3000${prefix}/tickets/${id}`))
    return (await answer.text()).replaceAll(/<!-- -->|\s+/g, ' ')
  }
  expect(await read()).toMatch(/wiser to wait until you have landed.*up to 24 hours/)
  expect(await read('/el')).toContain('μέχρι να προσγειωθείτε')
  expect(await read()).toContain('Take this bus')

  await buy(bank, [ride(next, 'A', 'D')])
  shiftClock({ minutes: 120 })
  const [missed, greek] = [await read(), await read('/el')]
  expect(missed).toContain(
    'a bus that is fully booked: if a seat is left empty, the driver will let you board',
  )
  expect(greek).toContain('ο οδηγός σάς παίρνει')
  expect(missed).not.toMatch(/wiser to wait|Take this bus/)
  const pressed = await openPage<{ problem: string }>(action, `/tickets/${id}`, {
    params: { id },
    form: { departure: next },
  })
  expect(pressed.status).toBe(422)
})

test('a late bus that has not left is not missed: its own ticket comes first until it is due to leave', async () => {
  const leaves = now().add({ hours: 1 })
  const bus = await addDeparture({ departsAt: leaves })
  await addDeparture({ departsAt: leaves.add({ minutes: 30 }) })
  const third = await addDeparture({ departsAt: leaves.add({ minutes: 60 }) })
  const { result } = await buy(bank, [ride(bus, 'A', 'C')])
  const id = result.mine?.tickets[0]?.ticketId ?? ''
  await reportDelay({ departureId: bus, fromPosition: 0, minutes: 40, by: ADMIN, now: now() })
  const site = await openSite()
  const read = async (prefix = '') => {
    const answer = await site(new Request(`http://localhost:3000${prefix}/tickets/${id}`))
    return (await answer.text()).replaceAll(/<!-- -->|\s+/g, ' ')
  }

  shiftClock({ minutes: 70 })
  expect((await open(id)).shown.ticket.nextBus).toMatchObject({
    hasLeft: false,
    later: expect.arrayContaining([expect.objectContaining({ departureId: third })]),
  })
  const [waiting, greek] = [await read(), await read('/el')]
  expect([isOwnFirst(waiting), isOwnFirst(greek)]).toEqual([true, true])
  expect(waiting).toContain('We expect it to leave at')
  expect(waiting).not.toContain('Be at the stop by')
  expect(waiting).toContain('wiser to wait')
  expect(greek).toContain('μέχρι να προσγειωθείτε')

  shiftClock({ minutes: 30 })
  expect((await open(id)).shown.ticket.nextBus).toMatchObject({ hasLeft: true, later: [] })
  expect(isOwnFirst(await read())).toBe(false)
})

test('a ticket that was used to board offers no later bus, and says why in both languages', async () => {
  const leaves = now().add({ hours: 1 })
  const bus = await addDeparture({ departsAt: leaves })
  const later = await addDeparture({ departsAt: leaves.add({ hours: 1 }) })
  const { orderId, result } = await buy(bank, [ride(bus, 'A', 'C', { adult: 3 })])
  const id = result.mine?.tickets[0]?.ticketId ?? ''
  const { bookingId } = await firstBooking(orderId)
  const count = async (aboard: number, moment = now()) => {
    const place = { departureId: bus, bookingId, position: 0 }
    expect(await tick({ ...place, aboard, by: ADMIN, now: moment })).toEqual({ ok: true })
  }
  const site = await openSite()
  const read = async (prefix = '') => {
    const answer = await site(new Request(`http://localhost:3000${prefix}/tickets/${id}`))
    return (await answer.text()).replaceAll(/<!-- -->|\s+/g, ' ')
  }
  const press = () =>
    openPage<{ problem: string }>(action, `/tickets/${id}`, {
      params: { id },
      form: { departure: later },
    })

  await count(1)
  expect(await read()).toContain('1 of the 3 passengers on this ticket has already boarded')
  await count(2)
  const refused = await press()
  expect(refused).toMatchObject({
    status: 422,
    shown: { problem: expect.stringContaining('2 of the 3 passengers on this ticket have') },
  })
  expect(await read('/el')).toContain('2 από τα 3 άτομα του εισιτηρίου έχουν ήδη επιβιβαστεί')

  shiftClock({ minutes: 61 })
  await count(3)
  const [english, greek] = [await read(), await read('/el')]
  expect(english).toContain('This ticket has already been used to board')
  expect(greek).toContain('Με το εισιτήριο αυτό έχει ήδη γίνει επιβίβαση')
  expect(english).not.toMatch(/wiser to wait|Take this bus|Take the bus at|seat stays free/)
  // Its own code comes first: they did not miss the bus.
  expect(english.indexOf('id="next-bus"')).toBeGreaterThan(english.indexOf('Anna Georgiou'))

  shiftClock({ hours: 24 })
  expect(await read()).not.toContain('id="next-bus"')
})

test('a ticket leads to where it is changed, and says that its next bus is reserved here', async () => {
  const site = await openSite()
  const answer = await site(new Request(`http://localhost:3000/tickets/${ticketId}`))
  const [, rules = ''] = (await answer.text()).split('pass-rules')
  expect(rules).toMatch(/Change or cancel.*href="\/bookings"/s)
  expect(rules).toContain('on this page')
  expect(rules).not.toContain('on your ticket page')
})

test('any other id opens nothing', async () => {
  for (const id of [newAccessToken(), ticketId.toUpperCase(), `${ticketId}x`, '%00', '']) {
    expect(await open(id)).toMatchObject({ status: 404 })
  }
})

/** Whether the page has its own ticket before the next bus. */
const isOwnFirst = (page: string) => page.indexOf('id="next-bus"') > page.indexOf('Anna Georgiou')

function open(id: string, prefix = '') {
  return openPage<{ ticket: TicketPageView }>(loader, `${prefix}/tickets/x`, { params: { id } })
}
