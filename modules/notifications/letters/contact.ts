import { ticketWords } from '#modules/documents/words/words.ts'
import { type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, say } from '#modules/mail/layout/parts.ts'
import type { ContactMailData, OrderMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { oneLine } from '#platform/text/lines.ts'

import { holdersLink } from './order-parts.ts'
import { rideWithTicket } from './rides.ts'

/** Sent to the new contact of a booking: the changes, and the present tickets. */
export function contactMail(news: ContactMailData): MailText {
  const { locale, reference, name, formerName, isMoved, tickets, demonstration } = news
  const letters = letterWords(locale)
  const { ticket } = ticketWords(locale)
  const words = letters.contact
  return writeLetter({
    locale,
    subject: words.subject(reference),
    title: words.title,
    preview: words.named(oneLine(name)),
    demonstration,
    parts: [
      bigNumber(ticket.reference, reference),
      formerName !== null &&
        say(words.named(oneLine(name)), `${letters.before}: ${oneLine(formerName)}.`),
      isMoved && say(words.addressed),
      formerName !== null && say(letters.oldTicket),
      ...tickets.map(rideWithTicket),
      say(words.ifNot()),
      ...holdersLink(news),
    ],
  })
}

/** Sent to the former address: the fact that it changed, without a link to the booking. */
export function formerAddressMail({
  locale,
  reference,
  demonstration,
}: Omit<OrderMailData, 'manageUrl'>): MailText {
  const letters = letterWords(locale)
  const { ticket } = ticketWords(locale)
  const words = letters.contact
  return writeLetter({
    locale,
    subject: words.formerSubject(reference),
    title: words.formerTitle,
    preview: words.former,
    demonstration,
    parts: [bigNumber(ticket.reference, reference), say(words.former), say(words.ifNot())],
  })
}
