import { ticketWords } from '#modules/documents/words/words.ts'
import { type MailText, type Part, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, heading, say } from '#modules/mail/layout/parts.ts'
import type { ChangeMailData } from '#modules/notifications/letter-data.ts'
import type { TicketView } from '#modules/tickets/ticket.ts'
import { invariant } from '#platform/invariant.ts'

import { holdersLink, documentsNote, whatItCost } from './order-parts.ts'
import { rideInShort, rideTitle, rideWithTicket, whenItLeaves } from './rides.ts'

/** After a ride became another one. */
export function changedMail(news: ChangeMailData): MailText {
  const words = ticketWords(news.locale).letters.changed
  const ride = newRide(news)
  const stories = {
    amended: words.amended,
    corrected: words.corrected,
    'company-moved': words.moved,
    other: words.amended,
  }
  return tell(news, {
    subject: words.subject(rideTitle(ride), whenItLeaves(ride)),
    title: words.title,
    story: [say(stories[news.kind])],
    ending: whatItCost(news),
  })
}

/** After somebody took a later bus on the ticket of one that was missed. */
export function missedMail(news: ChangeMailData): MailText {
  const words = ticketWords(news.locale).letters.missed
  const ride = newRide(news)
  return tell(news, {
    subject: words.subject(rideTitle(ride), whenItLeaves(ride)),
    title: words.title,
    story: [say(words.story)],
    ending: [...whatItCost(news), say(words.once)],
  })
}

/** The number that SPEC.md section 5 promises by e-mail; or the place is given back. */
export function wheelchairMail(news: ChangeMailData): MailText {
  const { letters, ticket } = ticketWords(news.locale)
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

/** How it was, how it is, what it cost, and where it can be changed again. */
function tell(news: ChangeMailData, { subject, title, story, ending }: Telling): MailText {
  const { locale, rides, demonstration } = news
  const { letters, ticket } = ticketWords(locale)
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

/** A change of this kind is of one ride, which goes on as another one. */
function newRide({ rides }: ChangeMailData): TicketView {
  const ride = rides[0]?.after
  invariant(ride, 'a ride that was changed goes on')
  return ride
}
