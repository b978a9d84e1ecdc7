import { ridesNamed, readGivingUp, wantsAll } from '#app/components/journey/giving-up.ts'
import { countsOf, readLeaving, without } from '#app/components/journey/leaving.server.ts'
import { rideFacts } from '#app/components/ride/facts.server.ts'
import { partyText } from '#app/i18n/party.ts'
import { translation } from '#app/i18n/translation.ts'
import { explainAct, readEuros, type BookingOfPage } from '#app/office/booking-acts.server.ts'
import { isLimited } from '#app/permissions.ts'
import {
  quoteCancellation,
  quoteOverruledCancellation,
  type Leaving,
} from '#modules/orders/self-service/cancel.server.ts'
import type { OrderItem } from '#modules/orders/self-service/find-order.server.ts'
import { isNoticeOver } from '#modules/rules/deadlines.ts'
import { durationText } from '#platform/format/durations.ts'
import { momentInSentence } from '#platform/format/moments.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { minutesSince } from '#platform/time.ts'

import type { CancelView, JourneyView, QuoteView } from './view.ts'

type Wish = BookingOfPage & {
  search: URLSearchParams
  /** The most that the member may give against the rules. */
  mayWaive: number
  now: Temporal.Instant
}

/** The journeys that can be cancelled and, once some are selected, what is refunded for them. */
export async function showCancel(wish: Wish): Promise<CancelView> {
  const { held, seen } = wish
  const journeys = held.items.filter(({ can }) => can.cancel).map((item) => showJourney(item, wish))
  const asked = readSelection(wish)
  if (!asked.ok) {
    const problem = await explainAct(asked)
    return { reference: held.reference, seen, journeys, quote: null, problem }
  }
  const quoted = asked.leaving.length > 0 ? await quote(asked.leaving, wish) : null
  const problem = typeof quoted === 'string' ? quoted : null
  const shown = typeof quoted === 'string' ? null : quoted
  return { reference: held.reference, seen, journeys, quote: shown, problem }
}

/** The selection of the query: nothing once a journey of it was changed. */
export function readSelection(wish: Pick<Wish, 'held' | 'search'>): ReturnType<typeof readLeaving> {
  return isOfBooking(wish) ? readLeaving(wish.held, wish.search) : { ok: true, leaving: [] }
}

function isOfBooking({ held, search }: Pick<Wish, 'held' | 'search'>): boolean {
  return ridesNamed(search).every((id) => held.items.some(({ bookingId }) => bookingId === id))
}

function showJourney(item: OrderItem, { search, now }: Wish): JourneyView {
  const { bookingId, passengers } = item
  const { title, date, departs } = rideFacts(item)
  return {
    bookingId,
    title,
    when: `${date}, ${departs}`,
    party: partyText(passengers),
    rule: ruleOf(item, now),
    ...countsOf(item, search),
    chosen: wantsAll(search) ? 'all' : readGivingUp(search, bookingId).wants,
  }
}

/** The rule about the refund of a journey, in words. */
function ruleOf({ refundUntil, refundTerms, companyCancelled }: OrderItem, now: Temporal.Instant) {
  const { locale, messages } = translation()
  const { cancel } = messages.office.changes
  if (companyCancelled) return cancel.ours
  const until = momentInSentence(refundUntil, locale)
  if (!isNoticeOver(refundUntil, now))
    return cancel.until(until, formatEuros(refundTerms.fee, locale))
  return cancel.late(until, durationText(minutesSince(refundUntil, now), locale))
}

/** The money of the selection, or the reason why it cannot be cancelled. */
async function quote(leaving: Leaving[], wish: Wish): Promise<QuoteView | string> {
  const { held, search, mayWaive, now } = wish
  const asked = { manageId: held.manageId, leaving, now }
  const quoted = await quoteCancellation(asked)
  if (!quoted.ok) return explainAct(quoted)
  const bounds = await quoteOverruledCancellation(asked)
  if (!bounds.ok) return explainAct(bounds)
  const { refund, fee, forfeited, takenBack = cents(0) } = quoted
  const { least, most } = bounds
  const typed = readEuros(search.get('give') ?? '')
  const give = typed !== undefined && typed >= least && typed <= most ? typed : most
  const limit = isLimited(mayWaive) ? cents(mayWaive) : null
  return {
    parts: leaving.flatMap((one) => showPart(one, wish)),
    given: cents(refund + fee + forfeited + takenBack),
    refund,
    fee,
    forfeited,
    takenBack,
    instead: most > least ? { give, least, most, limit } : null,
    selection: [...search].filter(([name]) => name !== 'give'),
  }
}

function showPart({ bookingId, staying }: Leaving, { held, now }: Wish): QuoteView['parts'] {
  const { cancel } = translation().messages.office.changes
  const item = held.items.find((one) => one.bookingId === bookingId)
  if (!item) return []
  const { title, date, departs } = rideFacts(item)
  const gone = staying ? without(item.passengers, staying.passengers) : item.passengers
  const part = {
    key: bookingId,
    title: `${title}, ${date}, ${departs}`,
    leaving: cancel.everybody(partyText(gone)),
    staying: staying && cancel.staying(partyText(staying.passengers)),
    rule: ruleOf(item, now),
  }
  return [part]
}
