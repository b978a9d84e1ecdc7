import { ticketWords } from '#modules/documents/words/words.ts'
import { type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, say } from '#modules/mail/layout/parts.ts'
import type { MessageMailData } from '#modules/notifications/letter-data.ts'

import { holdersLink } from './order-parts.ts'
import { rideInShort, rideTitle, whenItLeaves } from './rides.ts'

/** A message of a member of staff to those who travel with a departure. */
export function departureMessageMail(news: MessageMailData): MailText {
  const { locale, reference, ticket, demonstration, message } = news
  const words = ticketWords(locale)
  const { letters, ticket: ticketSays } = words
  const paragraphs = message.split(/\n{2,}/).map((text) => say(text))
  return writeLetter({
    locale,
    subject: letters.message.subject(rideTitle(ticket), whenItLeaves(ticket)),
    title: letters.message.title,
    preview: message,
    demonstration,
    parts: [
      ...paragraphs,
      bigNumber(ticketSays.reference, reference),
      rideInShort(ticket),
      lead(ticket.ticketUrl, words.mail.confirmation.showTicket),
      say(letters.message.urgent),
      ...holdersLink(news),
    ],
  })
}
