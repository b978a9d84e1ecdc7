import { ticketWords } from '#modules/tickets/words/words.ts'
import type { Locale } from '#platform/locale.ts'
import { type Cents, formatEuros } from '#platform/money.ts'

import { html } from './html.ts'
import { ACTION, button, type MailText, paragraph, writeLetter } from './letter.ts'

/** Money that goes back in full, since nothing was given for it. */
export type ReturnedMoney = {
  locale: Locale
  reference: string
  /** `late`: the seats were gone when it came. `twice`: the order had been paid for already. */
  why: 'late' | 'twice'
  amountCents: Cents
  cardLast4: string | null
  bookAgainUrl: string
  demonstration: boolean
}

export function refundMail(returned: ReturnedMoney): MailText {
  const { locale, reference, why, amountCents, cardLast4, bookAgainUrl, demonstration } = returned
  const words = ticketWords(locale).mail.refund
  const amount = formatEuros(amountCents, locale)
  const isLate = why === 'late'
  const story = [
    isLate ? words.late(amount) : words.twice(amount),
    `${words.whole(amount, cardLast4)} ${words.days}`,
  ]
  const ending = [words.answer, `${words.reference}: ${reference}`]
  return writeLetter({
    locale,
    subject: words.subject(reference),
    title: words.title,
    preview: words.whole(amount, cardLast4),
    demonstration,
    body: html` ${story.map(paragraph)}
    ${isLate ? html`${paragraph(`${words.noTicket}.`)}${button(bookAgainUrl, words.bookAgain, ACTION)}` : paragraph(words.stands)}
    ${ending.map(paragraph)}`,
    paragraphs: [
      ...story,
      isLate ? `${words.noTicket}:\n${bookAgainUrl}` : words.stands,
      ...ending,
    ],
  })
}
