import { beforeAll, expect, test } from 'vitest'

import { loader } from '#app/office/booking/page.tsx'
import type { BookingView } from '#app/office/booking/view.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import { breakOff, quoteBreakOff } from '#modules/incidents/departures/break-off.server.ts'
import { tellHolders } from '#modules/incidents/departures/cancel-departure.server.ts'
import { ORDER_LETTERS } from '#modules/notifications/order-letters.server.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import * as paths from '#paths'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { LOCALES, localePath } from '#platform/locale.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { cancelAndTell, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { addStaff, openOffice } from '#test/fixtures/office.ts'
import { openSite } from '#test/fixtures/open-site.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

/* How a bus did not run is said alike wherever its passengers read it. */

const HERE = 'http://localhost:3000'
const simulation = openSimulation()
let ask: (request: Request) => Promise<Response>
beforeAll(async () => {
  ask = await openSite()
})

async function stopBus(bus: string, fromPosition: number | undefined) {
  if (fromPosition === undefined) return cancelAndTell(bus)
  shiftClock({ hours: 2, minutes: 5 })
  const shown = await quoteBreakOff(bus, fromPosition)
  const wish = { departureId: bus, fromPosition, shown, reason: 'engine', by: ADMIN, now: now() }
  expect(await breakOff(wish)).toMatchObject({ ok: true })
  await tellHolders(now())
}

/** The text of a page as a browser shows it; a redirect is followed. */
async function read(path: string): Promise<string> {
  const page = await ask(new Request(new URL(path, HERE)))
  const leadsTo = page.headers.get('Location')
  if (leadsTo) return read(leadsTo)
  return (await page.text()).replaceAll(/<[^>]*>/g, '')
}

test.each([
  ['cancelled', undefined, 'A', 'Almond Square'],
  ['never-came', 0, 'A', 'Almond Square'],
  ['broke-down', 1, 'B', 'Bay Road'],
] as const)('a bus that ended so: %s', async (ending, fromPosition, stop, name) => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 2 }) })
  const back = await addDeparture({ departsAt: now().add({ hours: 72 }) })
  const { orderId } = await buy(simulation.bank, [ride(bus, stop, 'D'), ride(back, 'A', 'D')])
  await stopBus(bus, fromPosition)
  const { manageId, reference } = await findOrderRow(orderId)
  const { bookingId, token } = await getChoice(orderId)
  const tickets = db.selectFrom('tickets').select('ticketId').where('bookingId', '=', bookingId)
  const { ticketId } = await tickets.executeTakeFirstOrThrow()
  const [order, cancel, change, ticket] = [
    paths.order(manageId),
    paths.cancel(manageId),
    paths.changeRide(manageId, bookingId),
    paths.ticket(ticketId),
  ]
  for (const locale of LOCALES) {
    const { endings } = letterWords(locale).departureCancelled
    const others = Object.values(endings).filter((words) => words !== endings[ending])
    for (const path of [order, cancel, change, ticket]) {
      const text = await read(localePath(locale, path))
      expect([path, text]).toEqual([path, expect.stringContaining(endings[ending].title)])
      for (const { title } of others) expect(text).not.toContain(title)
    }
  }
  const { shown } = await openOffice<BookingView>(loader, {
    as: await addStaff('seller'),
    pattern: '/office/bookings/:reference',
    params: { reference },
  })
  const state = ending === 'cancelled' ? 'not-running' : ending
  expect(shown.journeys).toMatchObject([{ state }, { state: 'to-come' }])
  const story = letterWords('en').departureCancelled.endings[ending].story(name)
  const top = ending === 'cancelled' ? 'A bus you booked has been cancelled.' : story
  expect(await read(order)).toContain(`${top} Please choose below`)

  const choice = { kind: 'refund' } as const
  expect(await choose({ token, choice, by: TRAVELLER, now: now() })).toEqual({ ok: true })
  const mails = db.selectFrom('mails').selectAll().where('orderId', '=', orderId)
  const mail = await mails.where('kind', '=', 'cancelled').executeTakeFirstOrThrow()
  const letter = await ORDER_LETTERS.cancelled(mail, now())
  expect(letter?.text).toContain(`${story} We are sorry for the trouble`)
})
