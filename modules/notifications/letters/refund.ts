import { ticketWords } from '#modules/documents/words/words.ts'
import { ACTION, type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, say } from '#modules/mail/layout/parts.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import type { Locale } from '#platform/locale.ts'
import { type Cents, formatEuros } from '#platform/money.ts'

/** Money that is refunded in full, since it bought nothing. */
export type ReturnedMoney = {
  locale: Locale
  reference: string
  /**
   * `late`: the seats were sold when it arrived. `twice`: the order was paid already. `change`: it
   * was for a change that was no longer possible. `otherSum`: the amount charged differs from the
   * price, so it bought nothing. `tooMuch`: it bought the order, and the rest is refunded.
   */
  why: 'late' | 'twice' | 'change' | 'otherSum' | 'tooMuch'
  /** The booking is still valid, unchanged. */
  stands: boolean
  amountCents: Cents
  cardLast4: string | null
  bookAgainUrl: string
  demonstration: boolean
}

export function refundMail(returned: ReturnedMoney): MailText {
  const { locale, reference, why, stands, amountCents, cardLast4, demonstration } = returned
  const letters = letterWords(locale)
  const { ticket, mail } = ticketWords(locale)
  const words = mail.refund
  const amount = formatEuros(amountCents, locale)
  const hasNothing = why === 'late' || (why === 'otherSum' && !stands)
  return writeLetter({
    locale,
    subject: words.subject(reference),
    title: words.title,
    preview: words.whole(amount, cardLast4),
    demonstration,
    parts: [
      say(words[why](amount)),
      say(words.whole(amount, cardLast4), letters.money.days),
      stands && say(words.stands),
      hasNothing && say(words.noTicket),
      hasNothing && lead(returned.bookAgainUrl, words.bookAgain, ACTION),
      say(letters.money.answer),
      bigNumber(ticket.reference, reference),
    ],
  })
}
