import type { NextBusView, TicketCodeView, TicketPageView } from '#app/components/ticket/view.ts'
import { translation } from '#app/i18n/translation.ts'
import type { quoteNextBus } from '#modules/changes/missed.server.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { cancelRule } from '#modules/tickets/cancel-rule.ts'
import { qrPath } from '#modules/tickets/qr.ts'
import { codeInQr, type TicketView } from '#modules/tickets/ticket.ts'
import { includedVat } from '#modules/tickets/vat.ts'
import { clockOnTicket, dateAndTime, momentInSentence } from '#modules/tickets/when.ts'
import { ticketWords } from '#modules/tickets/words/words.ts'
import { isBefore } from '#platform/time.ts'

import { percentText } from './cart-view.server.ts'
import { rideFacts } from './ride-facts.server.ts'

export function showTicket(
  ticket: TicketView,
  { nextBus, kept, now }: { nextBus: NextBusQuote; kept: string[]; now: Temporal.Instant },
): TicketPageView {
  const { locale } = translation()
  const { totalCents, vatPercent } = ticket
  return {
    ticketId: ticket.ticketId,
    number: ticket.number,
    reference: ticket.reference,
    groupLeader: ticket.groupLeader,
    ride: rideFacts(ticket),
    passengers: passengersOf(ticket),
    lines: ticket.priceLines.map(({ category, count, fareCents, totalCents: lineTotal }) => {
      return { category, count, fare: fareCents, total: lineTotal }
    }),
    total: totalCents,
    vat: includedVat(totalCents, vatPercent),
    vatPercent: percentText(vatPercent),
    wheelchair: wheelchairOf(ticket),
    cancelRule: cancelRule(ticket),
    missed: ticket.missed,
    isNotRunning: !nextBus.ok && nextBus.reason === 'not-running',
    ...codeOf(ticket),
    kept,
    savedAt: momentInSentence(now, locale),
    nextBus: showNextBus(nextBus, !isBefore(now, ticket.departsAt)),
  }
}

/** The code of a ticket, as every page draws it. */
export function codeOf({ code, demonstration }: TicketView): TicketCodeView {
  return { qr: { ...qrPath(code), code: codeInQr(code) }, isDemonstration: demonstration }
}

type NextBusQuote = Awaited<ReturnType<typeof quoteNextBus>>

/** Nothing at all while nobody can have missed the bus yet, or any more. */
function showNextBus(quote: NextBusQuote, hasLeft: boolean): NextBusView | null {
  if (!quote.ok) return quote.reason === 'no-later-bus' ? { departureId: null, hasLeft } : null
  const { departureId, departsAt, fullBefore } = quote
  const departs = dateAndTime(departsAt, translation().locale)
  return { departureId, departs, clock: clockOnTicket(departsAt), fullBefore, hasLeft }
}

function passengersOf({ passengers }: TicketView): string[] {
  const words = ticketWords(translation().locale)
  const present = PASSENGER_CATEGORIES.filter((category) => passengers[category] > 0)
  return present.map((category) => {
    const count = passengers[category]
    return `${count} ${words.category(category, count)} (${words.ages[category]})`
  })
}

function wheelchairOf({ wheelchairUsers, wheelchairNumber }: TicketView) {
  if (wheelchairUsers === 0) return null
  const words = ticketWords(translation().locale).ticket
  return { places: words.wheelchair(wheelchairUsers), number: wheelchairNumber ?? '' }
}
