import { redirect } from 'react-router'

import { readGivingUp, ridesNamed } from '#app/components/journey/giving-up.ts'
import { countsOf, readLeaving, without } from '#app/components/journey/leaving.server.ts'
import { rideFacts } from '#app/components/ride/facts.server.ts'
import { orderAddress } from '#app/http/change-answer.server.ts'
import { notFound } from '#app/http/found.ts'
import { explainChange, type ChangeRefusal } from '#app/i18n/change-refusals.ts'
import { endingWords } from '#app/i18n/ending.ts'
import { partyText } from '#app/i18n/party.ts'
import { translation } from '#app/i18n/translation.ts'
import { headCount } from '#modules/orders/order/party.ts'
import type { Settlement } from '#modules/orders/policy/cancellation.ts'
import { quoteCancellation, type Leaving } from '#modules/orders/self-service/cancel.server.ts'
import type { HeldOrder, OrderItem } from '#modules/orders/self-service/find-order.server.ts'
import { isNoticeOver } from '#modules/rules/deadlines.ts'
import * as paths from '#paths'
import { cents, formatEuros, type Cents } from '#platform/money.ts'

import type { CancelQuoteView, CancelRideView, CancelView } from './view.ts'

type Wish = { held: HeldOrder; search: URLSearchParams; now: Temporal.Instant }

/** The rides that can be cancelled and, once some are selected, the refund and the fee. */
export async function showCancel(wish: Wish): Promise<CancelView> {
  const { held, search } = wish
  refuseForeign(held, search)
  const asked = readLeaving(held, search)
  const isAsked = asked.ok && asked.leaving.length > 0
  const quoted = isAsked ? await quote(wish, asked.leaving) : null
  const refusal = [asked, quoted].find((answer) => answer?.ok === false)
  const open = held.items.filter(({ can }) => can.cancel)
  return {
    manageId: held.manageId,
    reference: held.reference,
    rides:
      open.length === 0
        ? []
        : await Promise.all(held.items.flatMap((item) => showRide(item, wish))),
    whole: open.length > 0 ? await showWhole(open, wish) : null,
    quote: quoted?.ok ? showQuote(quoted, { ...wish, open }) : null,
    problem:
      refusal && !refusal.ok ? explainChange(translation().messages.changeRefusals, refusal) : null,
  }
}

/** Redirects to the booking if the ride was changed since; 404 if it is not part of the order. */
export function refuseForeign(
  { manageId, items, replacedIds }: HeldOrder,
  search: URLSearchParams,
): void {
  for (const bookingId of ridesNamed(search)) {
    if (replacedIds.includes(bookingId)) {
      throw redirect(orderAddress(manageId), 303)
    }
    if (!items.some((item) => item.bookingId === bookingId)) throw notFound()
  }
}

type Quoted = { ok: true; leaving: Leaving[]; takenBack?: Cents } & Settlement

async function quote(
  { held, now }: Wish,
  leaving: Leaving[],
): Promise<Quoted | Extract<ChangeRefusal, { ok: false }>> {
  const quoted = await quoteCancellation({ manageId: held.manageId, leaving, now })
  return quoted.ok ? { ...quoted, leaving } : quoted
}

async function showWhole(open: readonly OrderItem[], wish: Wish): Promise<CancelView['whole']> {
  const leaving = open.map(({ bookingId }) => ({ bookingId, staying: null }))
  const address = paths.cancel(wish.held.manageId, 'what=all')
  return { rides: open.length, comesBack: await comesBack(leaving, wish), address }
}

function showRide(item: OrderItem, wish: Wish): Promise<CancelRideView>[] {
  const { state, can, passengers, bookingId } = item
  if (state === 'cancelled') return []
  const { title, date, departs } = rideFacts(item)
  const show = async (): Promise<CancelRideView> => ({
    bookingId,
    title,
    when: `${date}, ${departs}`,
    party: partyText(passengers),
    comesBack: can.cancel ? await comesBack([{ bookingId, staying: null }], wish) : '',
    canCancel: can.cancel,
    ...countsOf(item, wish.search),
    chosen: readGivingUp(wish.search, bookingId).wants,
  })
  return [show()]
}

/** The refund of an option, shown before the choice, above all if it is nothing. */
async function comesBack(leaving: Leaving[], { held, now }: Wish): Promise<string> {
  const { locale, messages } = translation()
  const sentences = messages.cancel.preview
  const quoted = await quoteCancellation({ manageId: held.manageId, leaving, now })
  if (!quoted.ok) return ''
  const [refund, fee] = [quoted.refund, quoted.fee].map((amount) => formatEuros(amount, locale))
  const endings = leaving.map(({ bookingId }) => {
    return held.items.find((item) => item.bookingId === bookingId)?.ending ?? null
  })
  const [ending] = endings
  if (ending && endings.every((one) => one !== null)) {
    return sentences.notRunning(endingWords(ending).title)
  }
  if (quoted.fee > 0) return sentences.backLessFee(refund ?? '', fee ?? '')
  if (quoted.refund > 0) return sentences.back(refund ?? '')
  if (quoted.forfeited === 0) return sentences.free
  return sentences.nothing(noticeOf(leaving, { held, now }))
}

/** The notice period of rides that are cancelled too late: the longest, if they differ. */
function noticeOf(leaving: readonly Leaving[], { held, now }: Pick<Wish, 'held' | 'now'>): number {
  const late = held.items.filter(
    ({ bookingId, refundUntil }) =>
      isNoticeOver(refundUntil, now) && leaving.some((one) => one.bookingId === bookingId),
  )
  return Math.max(0, ...late.map(({ refundTerms }) => refundTerms.noticeHours))
}

function showQuote(
  { leaving, refund, fee, forfeited, takenBack = cents(0) }: Quoted,
  { held, search, open, now }: Wish & { open: readonly OrderItem[] },
): CancelQuoteView {
  const { quote: sentences } = translation().messages.cancel
  const parts = leaving.flatMap(({ bookingId, staying }) => {
    const item = held.items.find((one) => one.bookingId === bookingId)
    if (!item) return []
    const { title, date, departs } = rideFacts(item)
    const gone = staying ? without(item.passengers, staying.passengers) : item.passengers
    return {
      key: bookingId,
      title,
      when: `${date}, ${departs}`,
      leaving: (staying ? sentences.leaving : sentences.everybody)(partyText(gone)),
      staying: staying && sentences.staying(partyText(staying.passengers)),
    }
  })
  const hasOther = open.length > 1 || open.some(({ passengers }) => headCount(passengers) > 1)
  return {
    parts,
    given: cents(refund + fee + forfeited + takenBack),
    refund,
    fee,
    forfeited,
    takenBack,
    noticeHours: noticeOf(leaving, { held, now }),
    cards: cardsOf(held),
    address: paths.cancel(held.manageId, search),
    hasOther,
  }
}

/** The cards that the order was paid with, in the order of use. */
export function cardsOf({ money }: Pick<HeldOrder, 'money'>): string | null {
  const cards = money.flatMap((line) =>
    (line.kind === 'paid' || line.kind === 'surcharge') && line.card ? `•••• ${line.card}` : [],
  )
  return cards.length > 0 ? [...new Set(cards)].join(', ') : null
}
