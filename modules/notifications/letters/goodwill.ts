import { ticketWords } from '#modules/documents/words/words.ts'
import { type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, say } from '#modules/mail/layout/parts.ts'
import type { ChangeMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { formatEuros } from '#platform/money.ts'

import { documentsNote, holdersLink, howItComes } from './order-parts.ts'

/** Sent after staff refunded a part of the price without cancelling anything. */
export function goodwillMail(news: ChangeMailData): MailText {
  const { locale, reference, tickets, money, demonstration } = news
  const letters = letterWords(locale)
  const { ticket } = ticketWords(locale)
  const words = letters.goodwill
  const amount = formatEuros(money.refund, locale)
  return writeLetter({
    locale,
    subject: words.subject(reference),
    title: words.title,
    preview: words.story(amount),
    demonstration,
    parts: [
      say(words.story(amount), tickets.length > 0 && words.stays),
      bigNumber(ticket.reference, reference),
      ...howItComes(news),
      say(documentsNote(news)),
      ...holdersLink(news),
    ],
  })
}
