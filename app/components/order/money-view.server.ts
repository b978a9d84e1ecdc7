import { translation } from '#app/i18n/translation.ts'
import type { HeldOrder } from '#modules/orders/self-service/find-order.server.ts'
import { isUnderway, isWithPeople } from '#modules/payments/refund-state.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { MoneyLineView } from './view.ts'

type MoneyLine = HeldOrder['money'][number]
type Refund = Extract<MoneyLine, { kind: 'refund' }>

/** Payments, fees and refunds in the order in which they happened. */
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
      isTrouble: isBack && isWithPeople(line.state),
    }
  })
}

/** Money or an answer is on its way, so the page polls for news. */
export function isMoving({ status, money, awaited }: HeldOrder): boolean {
  const isOnItsWay = money.some((line) => line.kind === 'refund' && isUnderway(line.state))
  return isOnItsWay || status === 'processing' || awaited?.isProcessing === true
}

function progressOf(refund: Refund): string {
  const { money } = translation().messages.order
  const { state, card, settledAt, at } = refund
  if (isUnderway(state)) return money.underway(card)
  if (isWithPeople(state)) return money.trouble
  const day = dayOf(settledAt ?? at)
  if (state === 'paid-otherwise') return money.paidOtherwise(day)
  if (state === 'taken-back') return money.takenBack
  return money.arrived(card, day)
}

/** "20 November 2026" */
function dayOf(moment: Temporal.Instant): string {
  return dayMonthYear(dateInCyprus(moment), translation().locale)
}
