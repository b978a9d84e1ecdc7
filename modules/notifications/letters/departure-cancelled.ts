import { ticketWords } from '#modules/documents/words/words.ts'
import { ACTION, type MailText, type Part, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, list, say } from '#modules/mail/layout/parts.ts'
import type { NotRunningMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { formatEuros } from '#platform/money.ts'
import { oneLine } from '#platform/text/lines.ts'

import { nameOffers } from './offers.ts'
import { tellReason } from './order-parts.ts'
import { momentBeside, rideInShort, rideTitle, whenItLeaves } from './rides.ts'

/** Sent to every holder of seats on a departure that does not run, or that goes no further. */
export function departureCancelledMail(ride: NotRunningMailData): MailText {
  const { locale, reference, manageUrl, ticket, choice, ending, hasOthers, demonstration } = ride
  const letters = letterWords(locale)
  const { ticket: ticketSays } = ticketWords(locale)
  const words = letters.departureCancelled
  const { subject, title, story } = words.endings[ending]
  return writeLetter({
    locale,
    subject: subject(rideTitle(ticket), whenItLeaves(ticket)),
    title,
    preview: words.choose,
    demonstration,
    parts: [
      say(story(oneLine(ticket.from.name)), words.sorry),
      ...tellReason(ride),
      bigNumber(ticketSays.reference, reference),
      rideInShort(ticket),
      ...whatToChoose(ride),
      lead(choice.url, words.button, ACTION),
      lead(manageUrl, words.booking),
      say(silence(ride), hasOthers && words.others),
      say(words.urgent()),
    ],
  })
}

function whatToChoose({ locale, ticket, choice }: NotRunningMailData): Part[] {
  const words = letterWords(locale).departureCancelled
  const money = words.money(formatEuros(ticket.totalCents, locale))
  const { until, offers } = choice
  if (offers.length === 0) return [say(words.choose), list([words.another, money])]
  const buses = nameOffers(offers, ticket)
  return [say(words.kept(momentBeside(until, ticket))), list([...buses, money, words.another])]
}

function silence({ locale, ticket, choice }: NotRunningMailData): string {
  const words = letterWords(locale).departureCancelled
  const [best] = choice.offers
  if (!choice.isMoved || !best) return words.silence
  return words.moved(momentBeside(best.departsAt, ticket), momentBeside(choice.until, ticket))
}
