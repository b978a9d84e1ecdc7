import { translation } from '#app/i18n/translation.ts'
import type { Difference } from '#modules/bookkeeping/settlement/compare-with-provider.server.ts'
import {
  listSettledDays,
  type SettledDay,
} from '#modules/bookkeeping/settlement/list-settlement-days.server.ts'
import type { Settlement } from '#modules/bookkeeping/settlement/settlement-mail.server.ts'
import * as paths from '#paths'
import { longDate, shortDate } from '#platform/format/dates.ts'
import { readDate } from '#platform/typed-time.ts'

import { euros, moment } from './view.server.ts'
import type { DayView, SettledView } from './view.ts'

const DAYS_OF_A_PAGE = 50

/** A page of days; `before` and `after` are days in the address. */
export async function showSettledDays(query: URLSearchParams) {
  const [before, after] = ['after', 'before'].map((name) => readDate(query.get(name)))
  const listed = await listSettledDays({ before, after, most: DAYS_OF_A_PAGE + 1 })
  const days = [...new Set(listed.map(({ day }) => day.toString()))]
  const isMore = days.length > DAYS_OF_A_PAGE
  const shown = isMore ? (after ? days.slice(1) : days.slice(0, DAYS_OF_A_PAGE)) : days
  const rows = listed.filter(({ day }) => shown.includes(day.toString())).map(showDay)
  const [newest, oldest] = [shown[0], shown.at(-1)]
  const hasNewer = before !== undefined || (after !== undefined && isMore)
  const hasOlder = after !== undefined || isMore
  return {
    rows,
    newer: hasNewer ? newest : undefined,
    older: hasOlder ? oldest : undefined,
  }
}

function showDay(settled: SettledDay): SettledView {
  const { locale, messages } = translation()
  const { settlement } = messages.office.money
  const { day, provider, state, compared, capturedCents, refundedCents, feesCents } = settled
  return {
    key: `${day.toString()} ${provider}`,
    to: paths.officeSettlementDay(day.toString()),
    day: shortDate(day, locale),
    provider,
    state,
    stateText: settlement.states[state],
    captured: euros(capturedCents),
    refunded: euros(refundedCents),
    fees: euros(feesCents),
    compared,
  }
}

/** The comparison of a day with one provider, and each difference. */
export function showReport(report: Settlement): DayView {
  const { settlement } = translation().messages.office.money
  const { provider, state, compared, askedAt, tries, differences } = report
  const { capturedCents, refundedCents, takenBackCents, feesCents } = report
  return {
    provider,
    state,
    facts: [
      { name: settlement.state, value: settlement.states[state] },
      { name: settlement.compared, value: String(compared) },
      { name: settlement.captured, value: euros(capturedCents) },
      { name: settlement.refunded, value: euros(refundedCents) },
      { name: settlement.takenBack, value: euros(takenBackCents) },
      { name: settlement.fees, value: euros(feesCents) },
      { name: settlement.asked, value: moment(askedAt) },
      { name: settlement.tries, value: String(tries) },
    ],
    differences: differences.map(showDifference),
  }
}

export function dayTitle(day: Temporal.PlainDate): string {
  const { locale, messages } = translation()
  return messages.office.money.settlement.dayTitle(longDate(day, locale))
}

function showDifference(difference: Difference, place: number): DayView['differences'][number] {
  const { settlement } = translation().messages.office.money
  const { paymentId } = difference
  const line = {
    key: `${paymentId} ${place}`,
    to: paymentId === null ? undefined : paths.officePayment(paymentId),
    paymentId: paymentId ?? settlement.listOfCaptures,
  }
  if (difference.is === 'no-answer') return { ...line, ours: '', theirs: settlement.noAnswer }
  if (difference.is === 'unknown') {
    const { providerRef, captured, becomes } = difference
    const theirs = `${settlement.sums(euros(captured), euros(0))} (${providerRef})`
    return {
      ...line,
      paymentId: paymentId ?? providerRef,
      ours: settlement.becomes[becomes],
      theirs,
    }
  }
  if (difference.is === 'refund') {
    const { ours, theirs } = difference
    return { ...line, ours: settlement.refundOf(ours), theirs: settlement.refundOf(theirs) }
  }
  const [ours, theirs] = [difference.ours, difference.theirs].map(({ captured, refunded }) =>
    settlement.sums(euros(captured), euros(refunded)),
  )
  return { ...line, ours: ours ?? '', theirs: theirs ?? '' }
}
