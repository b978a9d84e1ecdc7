import { ticketWords } from '#modules/documents/words/words.ts'
import { type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, say } from '#modules/mail/layout/parts.ts'
import type { RideMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'

import { holdersLink } from './order-parts.ts'
import { rideAsExpected, rideTitle, whenItLeaves } from './rides.ts'

/** The words of a letter to passengers who were told otherwise, and travel as they booked. */
type AsBooked = {
  subject: (ride: string, when: string) => string
  title: string
  story: string
  keep: string
  otherwise?: () => string
}

function asBookedMail(ride: RideMailData, words: AsBooked): MailText {
  const { locale, reference, ticket, demonstration } = ride
  const { ticket: ticketSays } = ticketWords(locale)
  return writeLetter({
    locale,
    subject: words.subject(rideTitle(ticket), whenItLeaves(ticket)),
    title: words.title,
    preview: words.keep,
    demonstration,
    parts: [
      say(words.story),
      bigNumber(ticketSays.reference, reference),
      rideAsExpected(ticket),
      say(words.keep),
      ...(words.otherwise ? [say(words.otherwise())] : []),
      ...holdersLink(ride),
    ],
  })
}

/** Sent to those who were told that their departure was cancelled, and who still hold seats on it. */
export function runsAfterAllMail(ride: RideMailData): MailText {
  const words = letterWords(ride.locale).runsAfterAll
  const { delayMinutes, retimedFrom } = ride.ticket
  const isAtBookedTime = delayMinutes === 0 && retimedFrom === null
  return asBookedMail(ride, isAtBookedTime ? words : { ...words, story: words.otherTime })
}

/** Sent once everybody fits to those who were asked and are still on the bus. */
export function seatsKeptMail(ride: RideMailData & { lackedSpace?: boolean }): MailText {
  const words = letterWords(ride.locale).seatsKept
  return asBookedMail(ride, ride.lackedSpace ? { ...words, story: words.spaceStory } : words)
}

/** Sent to passengers who were told otherwise and travel as booked: their stop is served after all. */
export function stopReopenedMail(ride: RideMailData): MailText {
  return asBookedMail(ride, letterWords(ride.locale).stopReopened)
}
