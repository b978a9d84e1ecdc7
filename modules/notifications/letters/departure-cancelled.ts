import { ticketWords } from '#modules/documents/words/words.ts'
import { ACTION, type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, list, say } from '#modules/mail/layout/parts.ts'
import type { RideMailData } from '#modules/notifications/letter-data.ts'
import { formatEuros } from '#platform/money.ts'

import { rideInShort, rideTitle, whenItLeaves } from './rides.ts'

/** Sent to every holder of seats on a departure that the company cancelled. */
export function departureCancelledMail(ride: RideMailData): MailText {
  const { locale, reference, manageUrl, ticket, hasOthers, demonstration } = ride
  const { letters, ticket: ticketSays } = ticketWords(locale)
  const words = letters.departureCancelled
  return writeLetter({
    locale,
    subject: words.subject(rideTitle(ticket), whenItLeaves(ticket)),
    title: words.title,
    preview: words.choose,
    demonstration,
    parts: [
      say(words.sorry),
      bigNumber(ticketSays.reference, reference),
      rideInShort(ticket),
      say(words.choose),
      list([words.another, words.money(formatEuros(ticket.totalCents, locale))]),
      lead(manageUrl, words.button, ACTION),
      say(words.silence, hasOthers && words.others),
      say(words.urgent),
    ],
  })
}
