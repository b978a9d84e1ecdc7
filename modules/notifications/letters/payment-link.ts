import { ticketWords } from '#modules/documents/words/words.ts'
import { ACTION, type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, say } from '#modules/mail/layout/parts.ts'
import type { PaymentLinkData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { exactClock } from '#platform/format/moments.ts'
import { formatEuros } from '#platform/money.ts'

import { rideInShort } from './rides.ts'

/** Sent to a caller for whom staff hold seats: with the link on which they are paid for. */
export function paymentLinkMail(link: PaymentLinkData): MailText {
  const { locale, reference, payUrl, payBy, total, rides, demonstration } = link
  const letters = letterWords(locale)
  const { ticket } = ticketWords(locale)
  const words = letters.paymentLink
  const story = words.story(exactClock(payBy))
  return writeLetter({
    locale,
    subject: words.subject(reference),
    title: words.title,
    preview: story,
    demonstration,
    parts: [
      say(story),
      bigNumber(ticket.reference, reference),
      ...rides.map((ride) => rideInShort(ride)),
      lead(payUrl, words.pay(formatEuros(total, locale)), ACTION),
      say(words.afterwards),
      say(words.ifNot),
    ],
  })
}
