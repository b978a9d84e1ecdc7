import { ticketWords } from '#modules/documents/words/words.ts'
import { type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, say } from '#modules/mail/layout/parts.ts'
import type { RideMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'

import { holdersLink } from './order-parts.ts'
import { rideTitle, rideWithTicket, whenItLeaves } from './rides.ts'

/** Sent after staff replaced a ticket that was lost, or seen by a stranger. */
export function reissuedMail(news: RideMailData): MailText {
  const { locale, reference, demonstration } = news
  const letters = letterWords(locale)
  const { ticket } = ticketWords(locale)
  const words = letters.reissued
  return writeLetter({
    locale,
    subject: words.subject(reference),
    title: words.title,
    preview: `${rideTitle(news.ticket)}, ${whenItLeaves(news.ticket)}`,
    demonstration,
    parts: [
      say(words.story, words.dead),
      bigNumber(ticket.reference, reference),
      rideWithTicket(news.ticket),
      ...holdersLink(news),
    ],
  })
}
