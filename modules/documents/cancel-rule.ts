import { isNoticeOver } from '#modules/rules/deadlines.ts'
import { type TicketView } from '#modules/tickets/ticket.ts'
import { momentInSentence } from '#platform/format/moments.ts'
import { formatEuros } from '#platform/money.ts'

import { ticketWords } from './words/words.ts'

type Ruled = Pick<TicketView, 'locale' | 'cancelUntil' | 'refundTerms' | 'shownAt'>

/**
 * The cancellation and change rule on every form of a ticket: the deadline, or that it has passed.
 */
export function cancelRule({ locale, cancelUntil, refundTerms, shownAt }: Ruled): string {
  const { ticket: words } = ticketWords(locale)
  if (isNoticeOver(cancelUntil, shownAt)) return words.cancelOver
  return words.cancelUntil(
    momentInSentence(cancelUntil, locale),
    formatEuros(refundTerms.fee, locale),
  )
}
