import { ticketWords } from '#modules/documents/words/words.ts'
import { ACTION, type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, heading, lead, say } from '#modules/mail/layout/parts.ts'
import type { SurchargeMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { dateAndTime } from '#platform/format/moments.ts'
import { formatEuros } from '#platform/money.ts'

import { momentBeside } from './rides.ts'

/** Sent when staff change a ride that becomes dearer: the link to pay, and until when. */
export function surchargeMail(news: SurchargeMailData): MailText {
  const { locale, reference, manageUrl, ride, until, demonstration } = news
  const letters = letterWords(locale)
  const { ticket } = ticketWords(locale)
  const words = letters.surcharge
  const amount = formatEuros(news.surcharge, locale)
  return writeLetter({
    locale,
    subject: words.subject(reference, amount),
    title: words.title,
    preview: words.story(amount),
    demonstration,
    parts: [
      say(words.story(amount)),
      heading(words.journey),
      say(`${ride.from} – ${ride.to}, ${dateAndTime(ride.departsAt, locale)}`),
      lead(manageUrl, words.pay(amount), ACTION),
      say(words.until(momentBeside(until, { locale, departsAt: ride.departsAt }))),
      bigNumber(ticket.reference, reference),
      say(letters.order.keep),
    ],
  })
}
