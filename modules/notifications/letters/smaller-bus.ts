import { ticketWords } from '#modules/documents/words/words.ts'
import { ACTION, type MailText, type Part, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, list, say } from '#modules/mail/layout/parts.ts'
import type { CancelledRideMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { formatEuros } from '#platform/money.ts'

import { nameOffers } from './offers.ts'
import { holdersLink, tellReason } from './order-parts.ts'
import { momentBeside, rideInShort, rideTitle, whenItLeaves } from './rides.ts'

/**
 * Sent to passengers of a bus with fewer places than were sold: they may leave it, and some have
 * to.
 */
export function smallerBusMail(ride: CancelledRideMailData): MailText {
  const { locale, reference, ticket, choice, hasOthers, demonstration } = ride
  const letters = letterWords(locale)
  const { ticket: ticketSays } = ticketWords(locale)
  const words = letters.smallerBus
  const request = requestOf(ride)
  return writeLetter({
    locale,
    subject: (choice.lacksSpace ? words.noSpaceSubject : words.subject)(
      rideTitle(ticket),
      whenItLeaves(ticket),
    ),
    title: choice.lacksSpace ? words.noSpaceTitle : words.title,
    preview: request,
    demonstration,
    parts: [
      say(choice.lacksSpace ? words.noSpace : words.sorry, request),
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

/** Whether they can keep their seats. */
function requestOf({ locale, choice }: CancelledRideMailData): string {
  const words = letterWords(locale).smallerBus
  if (choice.lacksSpace) return words.cannotTravel
  return choice.isMoved ? words.needed : words.safe
}

function whatToChoose({ locale, ticket, choice }: CancelledRideMailData): Part[] {
  const words = letterWords(locale).smallerBus
  const money = words.money(formatEuros(ticket.totalCents, locale))
  const { until, offers, isMoved, lacksSpace } = choice
  const end = momentBeside(until, ticket)
  const buses = nameOffers(offers, ticket)
  const kept = offers.length > 0 ? words.kept(end) : words.until(end)
  return [say(kept), list([...buses, money, ...(isMoved || lacksSpace ? [] : [words.stay])])]
}

function silence({ locale, ticket, choice }: CancelledRideMailData): string {
  const words = letterWords(locale).smallerBus
  const [best] = choice.offers
  if (choice.lacksSpace) return words.called
  if (!choice.isMoved || !best) return words.silence
  return words.moved(momentBeside(best.departsAt, ticket), momentBeside(choice.until, ticket))
}
