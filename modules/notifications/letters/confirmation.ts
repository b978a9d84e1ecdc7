import { rideTimes } from '#modules/documents/ride-times.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, heading, link, point, say } from '#modules/mail/layout/parts.ts'
import type { OrderMailData } from '#modules/notifications/letter-data.ts'
import { LUGGAGE_KG } from '#modules/rules/rules.ts'
import { type ReceiptView, type TicketView } from '#modules/tickets/ticket.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { invariant } from '#platform/invariant.ts'
import { cents, formatEuros } from '#platform/money.ts'

import { holdersLink, documentsNote } from './order-parts.ts'
import { rideTitle, rideWithTicket, whenItLeaves } from './rides.ts'

export type ConfirmedOrder = OrderMailData & {
  tickets: readonly TicketView[]
  /** The receipt of the purchase, and the documents issued since. */
  documents: readonly ReceiptView[]
  termsUrl: string
  /** The date of the version that was accepted; null for orders without one. */
  termsVersion: string | null
}

/** The confirmation of an order (docs/specification.md), in its language. */
export function confirmationMail(order: ConfirmedOrder): MailText {
  const { locale, reference, tickets, documents, termsVersion, demonstration } = order
  const [first] = tickets
  invariant(first, 'a confirmed order has a ticket')
  const words = ticketWords(locale)
  const { confirmation } = words.mail
  const count = tickets.length
  const { missed, missedRule, missedWhere, luggage, luggageEach } = words.ticket

  return writeLetter({
    locale,
    subject: confirmation.subject(count, rideTitle(first), whenItLeaves(first)),
    title: confirmation.title,
    preview: words.ticket.beThere(rideTimes(first).beThere),
    demonstration,
    parts: [
      say(confirmation.intro(count)),
      bigNumber(words.ticket.reference, reference),
      ...tickets.map(rideWithTicket),
      heading(`${confirmation.total}: ${formatEuros(paidFor(documents), locale)}`),
      say(documentsNote(order), confirmation.calendar),
      point(`${luggage(LUGGAGE_KG)}.`, luggageEach),
      point(missed, `${missedRule} ${missedWhere}`),
      termsVersion !== null &&
        link(
          order.termsUrl,
          confirmation.terms(dayMonthYear(Temporal.PlainDate.from(termsVersion), locale)),
        ),
      ...holdersLink(order),
    ],
  })
}

/** The total of the documents: charges less refunds. */
function paidFor(documents: readonly ReceiptView[]) {
  const totals = documents.map(({ series, totalCents }) => {
    return series === 'receipt' ? totalCents : 0 - totalCents
  })
  return cents(totals.reduce((all, one) => all + one, 0))
}
