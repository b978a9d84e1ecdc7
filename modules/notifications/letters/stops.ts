import { ticketWords } from '#modules/documents/words/words.ts'
import { ACTION, type MailText, type Part, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, list, say } from '#modules/mail/layout/parts.ts'
import type { StopMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { formatEuros } from '#platform/money.ts'

import { nameOffer, nameOffers } from './offers.ts'
import { holdersLink, tellReason } from './order-parts.ts'
import { momentBeside, rideInShort, rideTitle, rideWithTicket, whenItLeaves } from './rides.ts'

/** Sent to passengers of a stop that their bus does not serve: another stop, another bus, or their money. */
export function stopClosedMail(ride: StopMailData): MailText {
  const { locale, reference, ticket, stop, isBoarding, choice, hasOthers, demonstration } = ride
  const letters = letterWords(locale)
  const { ticket: ticketSays } = ticketWords(locale)
  const words = letters.stopClosed
  const story = words.story(stop, isBoarding)
  return writeLetter({
    locale,
    subject: words.subject(stop, rideTitle(ticket), whenItLeaves(ticket)),
    title: words.title,
    preview: story,
    demonstration,
    parts: [
      say(story, words.sorry),
      ...tellReason(ride),
      bigNumber(ticketSays.reference, reference),
      rideInShort(ticket),
      ...whatToChoose(ride),
      lead(choice.url, words.button, ACTION),
      say(silence(ride), hasOthers && words.others),
      say(words.urgent()),
      ...holdersLink(ride),
    ],
  })
}

/** Sent to passengers of a stop that their bus serves at another place. */
export function stopMovedMail(ride: StopMailData): MailText {
  const { locale, reference, ticket, stop, place, isBoarding, choice, hasOthers, demonstration } =
    ride
  const letters = letterWords(locale)
  const { ticket: ticketSays } = ticketWords(locale)
  const words = letters.stopMoved
  const story = words.story(stop, place?.words ?? '', isBoarding)
  return writeLetter({
    locale,
    subject: words.subject(stop, rideTitle(ticket), whenItLeaves(ticket)),
    title: words.title,
    preview: story,
    demonstration,
    parts: [
      say(story),
      ...(place?.mapUrl ? [lead(place.mapUrl, ticketSays.map)] : []),
      ...tellReason(ride),
      bigNumber(ticketSays.reference, reference),
      rideWithTicket(ticket),
      say(words.stays, hasOthers && words.others),
      ...whatToChoose(ride),
      lead(choice.url, words.button),
      say(words.urgent()),
      ...holdersLink(ride),
    ],
  })
}

function whatToChoose({ locale, ticket, place, choice }: StopMailData): Part[] {
  const words = letterWords(locale).stopClosed
  const { until, offers } = choice
  const end = momentBeside(until, ticket)
  const rides = nameOffers(offers, ticket)
  const intro = place ? words.otherwise(end) : words.kept(end)
  return [say(intro), list([...rides, words.money(formatEuros(ticket.totalCents, locale))])]
}

function silence({ locale, ticket, choice }: StopMailData): string {
  const words = letterWords(locale).stopClosed
  const [best] = choice.offers
  const until = momentBeside(choice.until, ticket)
  if (!choice.isMoved || !best) return words.refunded(until)
  return words.moved(nameOffer(best, ticket), until)
}
