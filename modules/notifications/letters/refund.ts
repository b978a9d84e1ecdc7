import { ticketWords } from '#modules/documents/words/words.ts'
import { ACTION, type MailText, writeLetter } from '#modules/mail/layout/letter.ts'
import { bigNumber, lead, say } from '#modules/mail/layout/parts.ts'
import type { Locale } from '#platform/locale.ts'
import { type Cents, formatEuros } from '#platform/money.ts'

/** Money that goes back in full, since nothing was given for it. */
export type ReturnedMoney = {
  locale: Locale
  reference: string
  /**
   * `late`: the seats were gone when it came. `twice`: the order had been paid for already.
   * `change`: it was for a change that could not be made any more. `otherSum`: another amount was
   * charged than the order costs, so it bought nothing. `tooMuch`: it bought the order, and the rest
   * goes back.
   */
  why: 'late' | 'twice' | 'change' | 'otherSum' | 'tooMuch'
  /** There is a booking, as it was before. */
  stands: boolean
  amountCents: Cents
  cardLast4: string | null
  bookAgainUrl: string
  demonstration: boolean
}

export function refundMail(returned: ReturnedMoney): MailText {
  const { locale, reference, why, stands, amountCents, cardLast4, demonstration } = returned
  const { ticket, letters, mail } = ticketWords(locale)
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
