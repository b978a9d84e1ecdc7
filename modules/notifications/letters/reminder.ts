import { rideTimes } from '#modules/documents/ride-times.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, point, say } from '#modules/mail/layout/parts.ts'
import type { RideMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { LUGGAGE_KG } from '#modules/rules/rules.ts'
import { dateInCyprus } from '#platform/time.ts'

import { holdersLink } from './order-parts.ts'
import { rideTitle, rideWithTicket, whenItLeaves } from './rides.ts'

/**
 * Sent the evening before a ride. `now`: the time of sending, since "tomorrow" is true for one day
 * only.
 */
export function reminderMail(ride: RideMailData, now: Temporal.Instant): MailText {
  const { locale, ticket, demonstration } = ride
  const letters = letterWords(locale)
  const { ticket: ticketSays } = ticketWords(locale)
  const { missed, missedRule, missedWhere, missedAlready, luggage, luggageEach } = ticketSays
  const words = letters.reminder
  return writeLetter({
    locale,
    subject: words.subject(whenItLeaves(ticket), rideTitle(ticket)),
    title: words[howSoon(ride, now)],
    preview: ticketSays.beThere(rideTimes(ticket).beThere),
    demonstration,
    parts: [
      say(words.story),
      bigNumber(ticketSays.reference, ticket.reference),
      rideWithTicket(ticket),
      point(missed, ticket.missed ? missedAlready : `${missedRule} ${missedWhere}`),
      point(`${luggage(LUGGAGE_KG)}.`, luggageEach),
      ...holdersLink(ride),
    ],
  })
}

/** A bus after midnight leaves "tonight" for a reader in the evening. */
function howSoon({ ticket }: RideMailData, now: Temporal.Instant): 'tomorrow' | 'tonight' | 'soon' {
  const isTomorrow = dateInCyprus(ticket.departsAt).equals(dateInCyprus(now).add({ days: 1 }))
  if (!isTomorrow) return 'soon'
  return rideTimes(ticket).night ? 'tonight' : 'tomorrow'
}
