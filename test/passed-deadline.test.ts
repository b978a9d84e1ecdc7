import { describe, expect, test } from 'vitest'

import type { OrderPageView } from '#app/components/order/view.ts'
import type { TicketPageView } from '#app/components/ticket/view.ts'
import { order as greek } from '#app/i18n/el/order.ts'
import { order as english } from '#app/i18n/en/order.ts'
import { loader as orderLoader } from '#app/site/order/page.tsx'
import { loader as ticketLoader } from '#app/site/ticket/page.tsx'
import { cancelRule } from '#modules/documents/cancel-rule.ts'
import { renderTicketPdf } from '#modules/documents/render-pdf.server.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { remindTravellers } from '#modules/notifications/remind.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { isNoticeOver } from '#modules/rules/deadlines.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { momentInSentence } from '#platform/format/moments.ts'
import { LOCALES, localePath, type Locale } from '#platform/locale.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'

import { exampleTicket } from './fixtures/example-views.ts'
import { openPage } from './fixtures/open-page.ts'
import { openReader } from './fixtures/pdf-reader.ts'
import { buyIn, type Held } from './simulation/holders.ts'
import { letter, openLetterSimulation } from './simulation/letters.ts'
import { ride } from './simulation/travellers.ts'

/* The deadline for changing or cancelling a ride, in every place that shows it to travellers. */

const simulation = openLetterSimulation()
const { read } = openReader()

const limit = exampleTicket().cancelUntil

test('cancelling is allowed exactly at the deadline, and refused right after it', () => {
  expect(isNoticeOver(limit, limit)).toBe(false)
  expect(isNoticeOver(limit, limit.add({ nanoseconds: 1 }))).toBe(true)
})

test.each(LOCALES)('a ticket shows the deadline, and then that it has passed (%s)', (locale) => {
  const at = (shownAt: Temporal.Instant) => cancelRule(exampleTicket({ locale, shownAt }))
  const { cancelOver } = ticketWords(locale).ticket
  expect(at(limit)).toContain(momentInSentence(limit, locale))
  expect(at(limit.add({ seconds: 1 }))).toBe(cancelOver)
})

/** The text of each of the five places, in both of its forms if it has two. */
async function readEverywhere(order: Held, locale: Locale): Promise<Record<string, string>> {
  const [ticket] = await listTickets(order.orderId, locale, now())
  const look = <Shown>(loader: Parameters<typeof openPage>[0], id: string) =>
    openPage<Shown>(loader, localePath(locale, '/here'), { params: { id } })
  const page = await look<{ ticket: TicketPageView }>(ticketLoader, ticket?.ticketId ?? '')
  const booking = await look<OrderPageView>(orderLoader, order.manageId)
  const confirmation = await letter(order, 'confirmation')
  await remindTravellers(startOfDay(dateInCyprus(simulation.leaves)).subtract({ hours: 6 }))
  const reminder = await letter(order, 'reminder')
  const [sheet = ''] = await read(await renderTicketPdf(ticket ? [ticket] : []))
  const places = {
    ticket: page.shown.ticket.cancelRule,
    booking: booking.shown.items[0]?.deadline ?? '',
    paper: sheet,
    'confirmation, text': confirmation.text ?? '',
    'confirmation, HTML': confirmation.html ?? '',
    'reminder, text': reminder.text ?? '',
    'reminder, HTML': reminder.html ?? '',
  }
  return Object.fromEntries(Object.entries(places).map(([place, said]) => [place, plain(said)]))
}

describe.each(LOCALES)('in %s', (locale) => {
  const { ticket: words } = ticketWords(locale)
  const { tooLate } = { en: english, el: greek }[locale]

  test('a minute before the deadline, every place shows it', async () => {
    const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
    shiftClock({ hours: 23, minutes: 59 })
    const until = plain(momentInSentence(simulation.leaves.subtract({ hours: 24 }), locale))
    const places = Object.entries(await readEverywhere(order, locale))
    const closed = places.filter(
      ([, said]) => !said.includes(until) || said.includes(words.cancelOver),
    )
    expect(closed).toEqual([])
  })

  test('a minute after the deadline, every place says that it has passed and offers no change', async () => {
    const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
    shiftClock({ hours: 24, minutes: 1 })
    const until = plain(momentInSentence(simulation.leaves.subtract({ hours: 24 }), locale))
    const { booking, ...others } = await readEverywhere(order, locale)
    const open = Object.entries(others).filter(
      ([, said]) => said.includes(until) || !said.includes(words.cancelOver),
    )
    expect(open).toEqual([])
    expect(booking).toBe(plain(tooLate(until)))
  })

  test('a booking made after the deadline says so beside the hour for correcting a wrong date', async () => {
    shiftClock({ hours: 25 })
    const order = await buyIn(locale, simulation.bank, ride(simulation.bus, 'A', 'C'))
    const booking = await openPage<OrderPageView>(orderLoader, localePath(locale, '/here'), {
      params: { id: order.manageId },
    })
    const [item] = booking.shown.items
    expect(item?.correctUntil).not.toBeNull()
    const until = simulation.leaves.subtract({ hours: 24 })
    expect(item?.deadline).toBe(tooLate(momentInSentence(until, locale)))
  })
})

/** The text with all kinds of white space as plain spaces. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
