import { expect, test } from 'vitest'

import type { TicketPageView } from '#app/components/ticket/view.ts'
import { loader as openOrder } from '#app/site/order/page.tsx'
import { loader as openCalendar } from '#app/site/ticket/calendar.ts'
import { loader as openTicket } from '#app/site/ticket/page.tsx'
import { listBoard } from '#modules/dispatch/board.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { tellNews } from '#modules/incidents/times/tell-news.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { clockTime } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { buyIn } from '#test/simulation/holders.ts'
import { letter, openLetterSimulation } from '#test/simulation/letters.ts'
import { ride } from '#test/simulation/travellers.ts'

const simulation = openLetterSimulation()

test('ticket, booking, calendar, board and mail state the same delay of a bus', async () => {
  const { bus, leaves, bank } = simulation
  const order = await buyIn('en', bank, ride(bus, 'A', 'C'))
  shiftClock({ seconds: 1 })
  const report = { departureId: bus, by: ADMIN, fromPosition: 0, minutes: 25, now: now() }
  expect(await reportDelay(report)).toEqual({ ok: true })
  await tellNews(now())
  const sentence = `This bus is running about 25 minutes late. We expect it to leave at ${clockTime(leaves.add({ minutes: 25 }))}.`

  const [ticket] = await listTickets(order.orderId, 'en', now())
  const params = { id: ticket?.ticketId ?? '' }
  const path = `/tickets/${params.id}`
  const page = await openPage<{ ticket: TicketPageView }>(openTicket, path, { params })
  expect(page.shown.ticket).toMatchObject({ late: sentence, ride: { departs: clockTime(leaves) } })

  const managed = { params: { id: order.manageId } }
  const booking = await openPage(openOrder, `/bookings/${order.manageId}`, managed)
  expect(JSON.stringify(booking.shown)).toContain(sentence)

  const file = await openCalendar({ params } as never)
  expect((await file.text()).replaceAll(/\r\n /g, '')).toContain(sentence)

  const mail = await letter(order, 'running-late')
  expect(mail.text?.replaceAll(/\s+/g, ' ')).toContain(sentence)

  const board = { stopId: 'A', now: leaves, most: 5, hoursAhead: 1 }
  expect(await listBoard(board)).toMatchObject([{ departureId: bus, delayMinutes: 25 }])
  const left = leaves.add({ minutes: 25 })
  expect(await listBoard({ ...board, now: left })).toEqual([])
})
