import { ticketWords } from '#modules/documents/words/words.ts'
import { ACTION, type MailText, type Part, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, list, say } from '#modules/mail/layout/parts.ts'
import type { NewOffersMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { formatEuros } from '#platform/money.ts'

import { nameOffer, nameOffers } from './offers.ts'
import { holdersLink, tellReason } from './order-parts.ts'
import { momentBeside, rideInShort, rideTitle, whenItLeaves } from './rides.ts'

/** Sent to passengers whose offered seats are no longer available. */
export function newOffersMail(ride: NewOffersMailData): MailText {
  const { locale, reference, ticket, choice, hasOthers, demonstration } = ride
  const letters = letterWords(locale)
  const { ticket: ticketSays } = ticketWords(locale)
  const words = letters.newOffers
  return writeLetter({
    locale,
    subject: words.subject(rideTitle(ticket), whenItLeaves(ticket)),
    title: words.title,
    preview: words.story,
    demonstration,
    parts: [
      say(words.story),
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

function whatToChoose({
  locale,
  ticket,
  choice,
  canRefund,
  canStay,
}: NewOffersMailData): readonly Part[] {
  const words = letterWords(locale).newOffers
  const end = momentBeside(choice.until, ticket)
  const rides = nameOffers(choice.offers, ticket)
  const possible = [
    ...rides,
    ...(canRefund ? [words.money(formatEuros(ticket.totalCents, locale))] : []),
    ...(canStay ? [words.stay] : []),
  ]
  return [say(rides.length > 0 ? words.kept(end) : words.none(end)), list(possible)]
}

function silence({ locale, ticket, choice, canStay, isRefundedLater }: NewOffersMailData): string {
  const { newOffers: words, smallerBus } = letterWords(locale)
  const until = momentBeside(choice.until, ticket)
  const [best] = choice.offers
  if (choice.lacksSpace) return smallerBus.called
  if (choice.isMoved && best) return words.moved(nameOffer(best, ticket), until)
  if (canStay) return words.stays
  return isRefundedLater ? words.refundedLater : words.refunded(until)
}
