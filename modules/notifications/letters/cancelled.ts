import { ticketWords } from '#modules/documents/words/words.ts'
import { mapPassengers, type Passengers } from '#modules/fares/passengers.ts'
import { BRAND, type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, heading, lead, say } from '#modules/mail/layout/parts.ts'
import type { ChangedRide, ChangeMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { formatEuros } from '#platform/money.ts'
import { oneLine } from '#platform/text/lines.ts'

import { documentsNote, whatComesBack } from './order-parts.ts'
import { rideInShort, rideWithTicket } from './rides.ts'

/** Sent after rides, or the seats of some passengers, were cancelled by their holder or by us. */
export function cancelledMail(news: ChangeMailData): MailText {
  const { locale, reference, manageUrl, rides, tickets, money, demonstration } = news
  const letters = letterWords(locale)
  const { ticket: ticketSays } = ticketWords(locale)
  const words = letters.cancelled
  const isPart = tickets.length > 0
  const isGone = rides.some(({ after }) => !after)
  const isReissued = rides.some(({ after }) => after)
  return writeLetter({
    locale,
    subject: isPart ? words.subjectOfPart(reference) : words.subject(reference),
    title: isPart ? words.titleOfPart : words.title,
    preview: `${letters.money.returned}: ${formatEuros(money.refund, locale)}`,
    demonstration,
    parts: [
      say(...whatWasDone(news)),
      bigNumber(ticketSays.reference, reference),
      ...rides.map((ride) => rideInShort(ride.before, whoLeaves(ride))),
      say(isGone && words.deadTicket, isReissued && letters.oldTicket),
      ...whatComesBack(news),
      say(
        documentsNote(news),
        isGone && letters.calendarDrops,
        isReissued && letters.calendarMoves,
      ),
      lead(manageUrl, letters.order.see, BRAND),
      isPart && heading(words.stays),
      ...tickets.map(rideWithTicket),
    ],
  })
}

/** Why the bus of every ride did not run, if none did. */
function whatWasDone({ locale, rides }: ChangeMailData): string[] {
  const words = letterWords(locale)
  const { endings } = words.departureCancelled
  const stories = rides.flatMap(({ before, ending }) =>
    ending ? endings[ending].story(oneLine(before.from.name)) : [],
  )
  if (stories.length < rides.length) return [words.cancelled.done]
  return [...new Set(stories), words.cancelled.byUs]
}

function whoLeaves({ before, after }: ChangedRide): Passengers {
  return mapPassengers(
    (category) => before.passengers[category] - (after?.passengers[category] ?? 0),
  )
}
