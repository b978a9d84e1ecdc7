import { ticketWords } from '#modules/documents/words/words.ts'
import { type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, say } from '#modules/mail/layout/parts.ts'
import type { RideMailData } from '#modules/notifications/letter-data.ts'

import { holdersLink } from './order-parts.ts'
import { rideTitle, rideWithTicket, whenItLeaves } from './rides.ts'

/** Sent to those who were told that their departure was cancelled, and who still hold seats on it. */
export function runsAfterAllMail(ride: RideMailData): MailText {
  const { locale, reference, ticket, demonstration } = ride
  const { letters, ticket: ticketSays } = ticketWords(locale)
  const words = letters.runsAfterAll
  return writeLetter({
    locale,
    subject: words.subject(rideTitle(ticket), whenItLeaves(ticket)),
    title: words.title,
    preview: words.keep,
    demonstration,
    parts: [
      say(words.story),
      bigNumber(ticketSays.reference, reference),
      rideWithTicket(ticket),
      say(words.keep),
      say(words.otherwise),
      ...holdersLink(ride),
    ],
  })
}
