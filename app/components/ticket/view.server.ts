import { rideFacts } from '#app/components/ride/facts.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { expectedAt } from '#modules/dispatch/delay.ts'
import { cancelRule } from '#modules/documents/cancel-rule.ts'
import { delayText } from '#modules/documents/delay-text.ts'
import { qrPath } from '#modules/documents/qr.ts'
import { asksToBeThere, stopText } from '#modules/documents/stop-text.ts'
import { twoBusesText } from '#modules/documents/two-buses.ts'
import { includedVat } from '#modules/documents/vat.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import type { ShownNotice } from '#modules/notices/shown-notices.server.ts'
import type { MissedOutcome, quoteNextBus } from '#modules/orders/self-service/missed.server.ts'
import { missedUntil } from '#modules/rules/deadlines.ts'
import { type TicketView } from '#modules/tickets/ticket.ts'
import { dateAndTime, exactClock, momentInSentence } from '#platform/format/moments.ts'
import { decimalText } from '#platform/format/numbers.ts'
import { isBefore } from '#platform/time.ts'

import type { NextBusView, TicketCodeView, TicketPageView } from './view.ts'

type Around = {
  /** Missing outside the hours in which a later bus may be taken. */
  nextBus: NextBusQuote | undefined
  notices: ShownNotice[]
  kept: string[]
  now: Temporal.Instant
}

export function showTicket(
  ticket: TicketView,
  { nextBus, notices, kept, now }: Around,
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
    vatPercent: decimalText(vatPercent, locale),
    wheelchair: wheelchairOf(ticket),
    cancelRule: cancelRule(ticket),
    missed: ticket.missed,
    ending: ticket.ending,
    retimedFrom: ticket.retimedFrom && momentInSentence(ticket.retimedFrom, locale),
    stopNews: stopText({ ...ticket, locale }),
    hasToBeThere: !ticket.ending && asksToBeThere(ticket, now),
    late: delayText({ ...ticket, locale }),
    twoBuses: twoBusesText({ ...ticket, locale }),
    ...codeOf(ticket),
    notices,
    kept,
    savedAt: momentInSentence(now, locale),
    nextBus: showNextBus(nextBus, { ticket, now }),
  }
}

/** The code of a ticket, for every page that draws it. */
export function codeOf(ticket: TicketView): TicketCodeView {
  const { number, demonstration } = ticket
  return { qr: { ...qrPath(ticket), number }, isDemonstration: demonstration }
}

type NextBusQuote = Awaited<ReturnType<typeof quoteNextBus>>

type Ride = { ticket: Pick<TicketView, 'departsAt' | 'delayMinutes'>; now: Temporal.Instant }

/** Null before the bus can have been missed, and after the time limit for taking the next one. */
function showNextBus(quote: NextBusQuote | undefined, { ticket, now }: Ride): NextBusView | null {
  if (!quote) return null
  const hasLeft = !isBefore(now, expectedAt(ticket.departsAt, ticket.delayMinutes))
  if (!quote.ok && quote.reason === 'counted-aboard') {
    const refusal = explainMiss(quote)
    return isBefore(missedUntil(ticket.departsAt), now)
      ? null
      : { departureId: null, hasLeft, refusal }
  }
  if (!quote.ok) return quote.reason === 'no-later-bus' ? { departureId: null, hasLeft } : null
  const { departureId, departsAt, fullBefore } = quote
  const departs = dateAndTime(departsAt, translation().locale)
  const later = quote.later.map((bus) => {
    return { departureId: bus.departureId, clock: exactClock(bus.departsAt) }
  })
  return { departureId, departs, clock: exactClock(departsAt), fullBefore, hasLeft, later }
}

type Explained = Exclude<Extract<MissedOutcome, { ok: false }>, { reason: 'no-such-booking' }>

/** The sentence for travellers whose ticket cannot be moved to a later bus. */
export function explainMiss(refused: Explained): string {
  const words = translation().messages.ticket.nextBus
  if (refused.reason === 'counted-aboard') return words.countedAboard(refused)
  return words.refusals[refused.reason]
}

function passengersOf({ passengers }: TicketView): string[] {
  const words = ticketWords(translation().locale)
  const present = PASSENGER_CATEGORIES.filter((category) => passengers[category] > 0)
  return present.map((category) => {
    const count = passengers[category]
    return `${count} ${words.category(category, count)} (${words.categories[category].which})`
  })
}

function wheelchairOf({ wheelchairUsers, wheelchairNumber }: TicketView) {
  if (wheelchairUsers === 0) return null
  const words = ticketWords(translation().locale).ticket
  return { places: words.wheelchair(wheelchairUsers), number: wheelchairNumber ?? '' }
}
