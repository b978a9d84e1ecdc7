import { ticketWords } from '#modules/documents/words/words.ts'
import { ACTION, type MailText, type Part, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, list, say } from '#modules/mail/layout/parts.ts'
import type { ChoiceMailData, RetimedMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { exactClock } from '#platform/format/moments.ts'
import { formatEuros } from '#platform/money.ts'
import { dateInCyprus, isBefore } from '#platform/time.ts'

import { nameOffers } from './offers.ts'
import { holdersLink, tellReason } from './order-parts.ts'
import { momentBeside, rideTitle, rideWithTicket, whenItLeaves } from './rides.ts'

/** Sent when a bus gets the times of a new timetable; the ticket stays valid and shows them. */
export function retimedMail(retimed: RetimedMailData): MailText {
  const { locale, reference, ticket, before, choice, hasOthers, demonstration } = retimed
  const letters = letterWords(locale)
  const { ticket: ticketSays } = ticketWords(locale)
  const words = letters.retimed
  const isEarlier = isBefore(ticket.departsAt, before.departsAt)
  const [was, is] = [before.departsAt, ticket.departsAt].map((at) => momentBeside(at, ticket))
  const hasMoved = !ticket.departsAt.equals(before.departsAt)
  const news = hasMoved ? words.leaves(was ?? '', is ?? '') : words.same(is ?? '')
  const arrival = words.arrives(exactClock(before.arrivesAt), exactClock(ticket.arrivesAt))
  const isSameArrival =
    before.arrivesAt.equals(ticket.arrivesAt) ||
    !dateInCyprus(before.arrivesAt).equals(dateInCyprus(ticket.arrivesAt))
  const subject = isEarlier ? words.earlierSubject : words.subject
  return writeLetter({
    locale,
    subject: subject(rideTitle(ticket), whenItLeaves(ticket)),
    title: isEarlier ? words.earlierTitle : words.title,
    preview: news,
    demonstration,
    parts: [
      say(words.story, news, !isSameArrival && arrival, isEarlier && words.come),
      ...tellReason(retimed),
      bigNumber(ticketSays.reference, reference),
      rideWithTicket(ticket),
      ...(choice ? whatToChoose(retimed, choice) : [say(words.small)]),
      say(words.calendar, hasOthers && words.others),
      say(words.urgent()),
      ...holdersLink(retimed),
    ],
  })
}

function whatToChoose({ locale, ticket }: RetimedMailData, choice: ChoiceMailData): Part[] {
  const words = letterWords(locale).retimed
  const { url, until, offers } = choice
  const end = momentBeside(until, ticket)
  const buses = nameOffers(offers, ticket)
  const money = words.money(formatEuros(ticket.totalCents, locale))
  return [
    say(words.sorry, offers.length > 0 ? words.kept(end) : words.until(end)),
    list([words.stay, ...buses, money]),
    lead(url, words.button, ACTION),
    say(words.silence),
  ]
}
