import { ticketWords } from '#modules/documents/words/words.ts'
import { type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, say } from '#modules/mail/layout/parts.ts'
import type { MessageMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'

import { holdersLink } from './order-parts.ts'
import { rideInShort, rideTitle, whenItLeaves } from './rides.ts'

/** A message of a member of staff to those who travel with a departure. */
export function departureMessageMail(news: MessageMailData): MailText {
  const { locale, reference, ticket, demonstration, message } = news
  const { mail, ticket: ticketSays } = ticketWords(locale)
  const { message: words } = letterWords(locale)
  const paragraphs = message.split(/\n{2,}/).map((text) => say(text))
  return writeLetter({
    locale,
    subject: words.subject(rideTitle(ticket), whenItLeaves(ticket)),
    title: words.title,
    preview: message,
    demonstration,
    parts: [
      ...paragraphs,
      bigNumber(ticketSays.reference, reference),
      rideInShort(ticket),
      lead(ticket.ticketUrl, mail.confirmation.showTicket),
      say(words.urgent()),
      ...holdersLink(news),
    ],
  })
}
