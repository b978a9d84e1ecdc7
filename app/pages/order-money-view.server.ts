import type { MoneyLineView } from '#app/components/order/view.ts'
import { translation } from '#app/i18n/translation.ts'
import type { HeldOrder } from '#modules/changes/find-order.server.ts'
import { ticketWords } from '#modules/tickets/words/words.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'

type MoneyLine = HeldOrder['money'][number]
type Refund = Extract<MoneyLine, { kind: 'refund' }>

/** Money in the order in which it moved: what was paid, what was kept, and what comes back. */
export function showMoney(lines: readonly MoneyLine[]): MoneyLineView[] {
  const { money } = translation().messages.order
  return lines.map((line, place) => {
    const card = 'card' in line && line.card
    const when = dayOf(line.at)
    const isBack = line.kind === 'refund'
    return {
      key: `${line.kind}-${place}`,
      label: money[line.kind],
      detail: card && !isBack ? `${when}, ${money.card(card)}` : when,
      amount: isBack ? cents(0 - line.amount) : line.amount,
      progress: isBack ? progressOf(line) : null,
      isTrouble: isBack && isInTrouble(line),
    }
  })
}

/** Money or an answer is on its way, so that the page looks again by itself. */
export function isMoving({ status, money, awaited }: HeldOrder): boolean {
  const isOnItsWay = money.some((line) => line.kind === 'refund' && isUnderway(line))
  return isOnItsWay || status === 'processing' || awaited?.isProcessing === true
}

function progressOf(refund: Refund): string {
  const { money } = translation().messages.order
  if (isUnderway(refund)) return money.underway(refund.card)
  if (isInTrouble(refund)) return money.trouble
  return money.arrived(refund.card, dayOf(refund.settledAt ?? refund.at))
}

function isUnderway({ state }: Refund): boolean {
  return state === 'requested' || state === 'pending'
}

function isInTrouble({ state }: Refund): boolean {
  return state === 'failed' || state === 'needs-attention'
}

/** "20 November 2026" */
function dayOf(moment: Temporal.Instant): string {
  return ticketWords(translation().locale).plainDate(dateInCyprus(moment))
}
