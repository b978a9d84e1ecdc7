import { ticketWords } from '#modules/documents/words/words.ts'
import { type MailText, type Part, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, heading, say } from '#modules/mail/layout/parts.ts'
import type { ChangeMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import type { TicketView } from '#modules/tickets/ticket.ts'
import { invariant } from '#platform/invariant.ts'

import { holdersLink, documentsNote, whatItCost } from './order-parts.ts'
import { rideInShort, rideTitle, rideWithTicket, whenItLeaves } from './rides.ts'

/** Sent after a change of a ride. */
export function changedMail(news: ChangeMailData): MailText {
  const words = letterWords(news.locale).changed
  const ride = newRide(news)
  const stories = {
    amended: words.amended,
    corrected: words.corrected,
    'company-moved': news.rides.every(({ isSameBus }) => isSameBus) ? words.otherStop : words.moved,
    other: words.amended,
  }
  return tell(news, {
    subject: words.subject(rideTitle(ride), whenItLeaves(ride)),
    title: words.title,
    story: [say(stories[news.kind])],
    ending: whatItCost(news),
  })
}

/** Sent after a ticket was moved to a later bus because its own was missed. */
export function missedMail(news: ChangeMailData): MailText {
  const words = letterWords(news.locale).missed
  const ride = newRide(news)
  return tell(news, {
    subject: words.subject(rideTitle(ride), whenItLeaves(ride)),
    title: words.title,
    story: [say(words.story)],
    ending: [...whatItCost(news), say(words.once)],
  })
}

/**
 * Sends the number that docs/specification.md requires, or confirms that the space was
 * released.
 */
export function wheelchairMail(news: ChangeMailData): MailText {
  const letters = letterWords(news.locale)
  const { ticket } = ticketWords(news.locale)
  const words = letters.wheelchair
  const { wheelchairNumber, reference } = newRide(news)
  if (wheelchairNumber === null) {
    return tell(news, {
      subject: words.subjectWithout(reference),
      title: words.titleWithout,
      story: [say(words.storyWithout)],
      ending: whatItCost(news),
    })
  }
  return tell(news, {
    subject: words.subject(wheelchairNumber),
    title: words.title,
    story: [bigNumber(ticket.wheelchairNumber, wheelchairNumber), say(words.story)],
    ending: whatItCost(news),
  })
}

type Telling = { subject: string; title: string; story: readonly Part[]; ending: readonly Part[] }

/** The ride before and after, its cost, and the link for further changes. */
function tell(news: ChangeMailData, { subject, title, story, ending }: Telling): MailText {
  const { locale, rides, demonstration } = news
  const letters = letterWords(locale)
  const { ticket } = ticketWords(locale)
  const ride = newRide(news)
  const isNow = news.tickets.some(({ number }) => number === ride.number)
  return writeLetter({
    locale,
    subject,
    title,
    preview: `${rideTitle(ride)}, ${whenItLeaves(ride)}`,
    demonstration,
    parts: [
      ...story,
      bigNumber(ticket.reference, news.reference),
      heading(letters.before),
      ...rides.map(({ before }) => rideInShort(before)),
      heading(isNow ? letters.now : letters.afterwards),
      isNow ? rideWithTicket(ride) : rideInShort(ride),
      isNow ? say(letters.oldTicket) : say(letters.changed.again),
      ...ending,
      say(documentsNote(news), isNow && letters.calendarMoves),
      ...holdersLink(news),
    ],
  })
}

/** A change of this kind concerns one ride, which continues as another one. */
function newRide({ rides }: ChangeMailData): TicketView {
  const ride = rides[0]?.after
  invariant(ride, 'a changed ride has a replacement')
  return ride
}
