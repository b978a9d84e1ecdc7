import { type Part, QUIET } from '#modules/mail/layout/letter.ts'
import { amounts, lead, point, type Amount, say } from '#modules/mail/layout/parts.ts'
import type {
  ChangeMailData,
  OrderMailData,
  RideMailData,
} from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { isNoticeOver } from '#modules/rules/deadlines.ts'
import { receiptNumber, type ReceiptView, type TicketView } from '#modules/tickets/ticket.ts'
import { momentInSentence } from '#platform/format/moments.ts'
import { cents, formatEuros, sum, type Cents } from '#platform/money.ts'
import { capitalised, oneLine } from '#platform/text/lines.ts'

import { rideTitle } from './rides.ts'

/* Parts that several letters share: an order, its money and its documents. */

/** The link to everything that can be done with an order, beside a main action. */
export function holdersLink({ locale, manageUrl }: OrderMailData): Part[] {
  const { order } = letterWords(locale)
  return [lead(manageUrl, order.change, QUIET), say(order.keep)]
}

/** Why the bus does not run as it was sold, if passengers are told. */
export function tellReason({ locale, reason }: Pick<RideMailData, 'locale' | 'reason'>): Part[] {
  return reason ? [point(letterWords(locale).reason.label, oneLine(reason))] : []
}

/** "Your receipt R-000042 is attached." */
export function documentsNote({
  locale,
  documents,
}: Pick<OrderMailData, 'locale'> & { documents: readonly ReceiptView[] }): string {
  const words = letterWords(locale).document
  return documents.map((document) => words[document.series](receiptNumber(document))).join(' ')
}

/** The refund of the cancelled seats, with every amount deducted. */
export function whatComesBack(news: ChangeMailData): Part[] {
  const { locale, money } = news
  const words = letterWords(locale).money
  const show = (amount: number) => formatEuros(cents(amount), locale)
  const { refund, fee, forfeited, takenBack } = money
  const value = refund + fee + forfeited + takenBack
  const rows: Amount[] = [{ label: words.givenUp, amount: show(value) }]
  if (forfeited > 0) rows.push({ label: words.forfeited, amount: show(0 - forfeited) })
  if (fee > 0) rows.push({ label: words.fee, amount: show(0 - fee) })
  if (takenBack > 0) rows.push({ label: words.takenBack, amount: show(0 - takenBack) })
  rows.push({ label: words.returned, amount: show(refund) })
  return [amounts(rows), ...howItComes(news), ...whyItDoesNot(news)]
}

/** The cost of a change, before and after; states explicitly if there was none. */
export function whatItCost(news: ChangeMailData): Part[] {
  const { locale, rides, money } = news
  const words = letterWords(locale).money
  const { surcharge, refund, takenBack } = money
  if (surcharge === 0 && refund === 0 && takenBack === 0) return [say(words.free)]
  const show = (amount: Cents) => formatEuros(amount, locale)
  const moved =
    surcharge > 0
      ? { label: words.paid, amount: show(surcharge) }
      : { label: words.returned, amount: show(refund) }
  const rows = [
    { label: words.before, amount: show(totalOf(rides.map(({ before }) => before))) },
    { label: words.after, amount: show(totalOf(rides.flatMap(({ after }) => after ?? []))) },
    ...(takenBack > 0 ? [{ label: words.takenBack, amount: show(takenBack) }] : []),
    moved,
  ]
  return [amounts(rows), ...howItComes(news)]
}

function totalOf(tickets: readonly TicketView[]): Cents {
  return sum(tickets.map(({ totalCents }) => totalCents))
}

/** The cards and the time of the refund. */
export function howItComes({ locale, returns, money }: ChangeMailData): Part[] {
  if (returns.length === 0) return []
  const words = letterWords(locale).money
  const ways = returns.map(({ amountCents, cardLast4 }) =>
    words.toCard(formatEuros(amountCents, locale), cardLast4),
  )
  const isByCard = returns.every(({ cardLast4 }) => cardLast4 !== null)
  const days = isByCard ? words.days : words.daysByCard
  return [say(...ways, money.fee === 0 && words.noFee, days), say(words.answer)]
}

/** Explains plainly for each ride why it is not refunded; not if staff or we refunded it all the same. */
function whyItDoesNot({ locale, rides, doneAt, isOverruled, money }: ChangeMailData): Part[] {
  if (isOverruled || money.forfeited === 0) return []
  const words = letterWords(locale).money
  const late = rides.flatMap(({ before, after, ending }) => {
    const lost = before.totalCents - (after?.totalCents ?? 0)
    const isLate = !ending && isNoticeOver(before.cancelUntil, doneAt) && lost > 0
    const { noticeHours } = before.refundTerms
    const until = momentInSentence(before.cancelUntil, locale)
    const amount = formatEuros(cents(lost), locale)
    return isLate
      ? [words.late(capitalised(rideTitle(before), locale), amount, { until, noticeHours })]
      : []
  })
  return late.length > 0 ? [...late.map((sentence) => say(sentence)), say(words.thanks)] : []
}
