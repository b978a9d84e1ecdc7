import { translation } from '#app/i18n/translation.ts'
import { explainAct } from '#app/office/booking-acts.server.ts'
import { isLimited } from '#app/permissions.ts'
import { quoteNextBus } from '#modules/orders/self-service/missed.server.ts'
import { isNoticeOver } from '#modules/rules/deadlines.ts'
import { durationText } from '#platform/format/durations.ts'
import { dateAndTime, momentInSentence } from '#platform/format/moments.ts'
import { cents } from '#platform/money.ts'
import { minutesSince } from '#platform/time.ts'

import { anyOverrule, inShort, type Changing } from './changing.server.ts'
import { listDepartures, readWanted, showSearch } from './choice.server.ts'
import { showQuote } from './quote.server.ts'
import type { ChangeView, NextBusView } from './view.ts'

/** The journey with either other departures or the price of the chosen one. */
export async function showChange(changing: Changing): Promise<ChangeView> {
  const { held, item, seen, mayWaive } = changing
  const wish = readWanted(changing)
  const quoted = wish ? await showQuote(changing, wish) : null
  const quote = typeof quoted === 'string' ? null : quoted
  return {
    reference: held.reference,
    seen,
    now: inShort(item),
    rule: ruleOf(changing),
    limit: isLimited(mayWaive) ? cents(mayWaive) : null,
    next: await findNext(changing),
    search: await showSearch(changing),
    departures: quote ? null : await listDepartures(changing),
    quote,
    problem: typeof quoted === 'string' ? quoted : null,
  }
}

function ruleOf({ item: { refundUntil }, now }: Changing): string {
  const { locale, messages } = translation()
  const { change } = messages.office.changes
  const until = momentInSentence(refundUntil, locale)
  if (!isNoticeOver(refundUntil, now)) return change.rule(until)
  return change.ruleOver(until, durationText(minutesSince(refundUntil, now), locale))
}

/** The next bus, by the rules or against them. */
async function findNext({ item, mayWaive, now }: Changing): Promise<NextBusView | null> {
  if (!item.ticketId) return null
  const byRule = await quoteNextBus(item.ticketId, now)
  const next = byRule.ok
    ? byRule
    : await quoteNextBus(item.ticketId, now, anyOverrule(mayWaive).code)
  if (!next.ok) return null
  return {
    when: dateAndTime(next.departsAt, translation().locale),
    departureId: next.departureId,
    refusal: byRule.ok ? null : await explainAct(byRule),
  }
}
