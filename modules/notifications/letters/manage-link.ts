import { ticketWords } from '#modules/documents/words/words.ts'
import { ACTION, type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, say } from '#modules/mail/layout/parts.ts'
import type { OrderMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import type { TicketView } from '#modules/tickets/ticket.ts'

import { rideInShort } from './rides.ts'

/** Sent to the address of an order after a request with its reference and address. */
export function manageLinkMail(
  order: OrderMailData & { tickets: readonly TicketView[] },
): MailText {
  const { locale, reference, manageUrl, tickets, demonstration } = order
  const letters = letterWords(locale)
  const { ticket } = ticketWords(locale)
  const words = letters.manageLink
  return writeLetter({
    locale,
    subject: words.subject(reference),
    title: words.title,
    preview: words.story,
    demonstration,
    parts: [
      say(words.story),
      bigNumber(ticket.reference, reference),
      ...tickets.map((one) => rideInShort(one)),
      lead(manageUrl, letters.order.see, ACTION),
      say(letters.order.keep),
      say(words.ifNot),
    ],
  })
}
