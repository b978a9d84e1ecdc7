import { delayText } from '#modules/documents/delay-text.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { type MailText, type Part, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, list, say } from '#modules/mail/layout/parts.ts'
import type { DelayMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { TELL_FROM_MINUTES } from '#modules/rules/rules.ts'
import { exactClock } from '#platform/format/moments.ts'

import { nameOffers } from './offers.ts'
import { holdersLink, tellReason } from './order-parts.ts'
import { momentBeside, rideInShort, rideTitle } from './rides.ts'

/** Sent when a bus is late, again when it is much later, and when it leaves sooner than was told. */
export function runningLateMail(late: DelayMailData): MailText {
  const { locale, reference, ticket, demonstration, minutes } = late
  const words = ticketWords(locale)
  const { runningLate } = letterWords(locale)
  const { subject, title, story } = sayHowLate(late)
  return writeLetter({
    locale,
    subject,
    title,
    preview: story,
    demonstration,
    parts: [
      say(story, minutes >= TELL_FROM_MINUTES && runningLate.sorry),
      ...tellReason(late),
      bigNumber(words.ticket.reference, reference),
      rideInShort(ticket),
      ...otherBuses(late),
      say(runningLate.live),
      lead(ticket.ticketUrl, words.mail.confirmation.showTicket),
      say(runningLate.urgent()),
      ...holdersLink(late),
    ],
  })
}

/** Buses that are not late so far, and the page on which they are taken. */
function otherBuses({ locale, ticket, choice }: DelayMailData): Part[] {
  if (!choice || choice.offers.length === 0) return []
  const { runningLate } = letterWords(locale)
  const buses = nameOffers(choice.offers, ticket)
  return [
    say(runningLate.instead(momentBeside(choice.until, ticket))),
    list(buses),
    lead(choice.url, runningLate.button),
  ]
}

function sayHowLate({ locale, ticket, minutes, told }: DelayMailData) {
  const words = letterWords(locale).runningLate
  const time = exactClock(ticket.departsAt.add({ minutes }))
  const ride = rideTitle(ticket)
  const story = delayText({ ...ticket, delayMinutes: minutes }) ?? words.onTime(time)
  if (minutes === 0) {
    return { subject: words.onTimeSubject(ride, time), title: words.onTimeTitle, story }
  }
  if (minutes < told) {
    return { subject: words.changedSubject(ride, time), title: words.changedTitle, story }
  }
  return { subject: words.subject(ride, time), title: words.title, story }
}
