import { rideFacts } from '#app/components/ride/facts.server.ts'
import { explainChange, type ChangeRefusal } from '#app/i18n/change-refusals.ts'
import { endingWords } from '#app/i18n/ending.ts'
import { partyText } from '#app/i18n/party.ts'
import { translation } from '#app/i18n/translation.ts'
import { cardsOf } from '#app/site/order/cancel/view.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { quoteAmendment, type AmendmentQuote } from '#modules/orders/self-service/amend.server.ts'
import type { OrderItem } from '#modules/orders/self-service/find-order.server.ts'
import { beThereAt, isNoticeOver } from '#modules/rules/deadlines.ts'
import { type TicketStop } from '#modules/tickets/ticket.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { mapAddress } from '#modules/timetable/map-address.ts'
import * as paths from '#paths'
import { exactClock, momentInSentence } from '#platform/format/moments.ts'
import { localePath } from '#platform/locale.ts'
import { formatEuros } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

import { makeChoice } from './choice.server.ts'
import { modeOf, readWish, type ChangeMode, type Changing } from './mode.server.ts'
import type { ChangeProblem, ChangeQuoteView, ChangeView, RideCardView } from './view.ts'

/** The current ride with either its alternatives or the price of the chosen one. */
export async function showChange(changing: Changing): Promise<ChangeView> {
  const { held, item, now } = changing
  const mode = modeOf(item)
  const wish = mode === 'closed' ? undefined : readWish(changing)
  const { manageId } = held
  const quoted = wish
    ? await quoteAmendment({ manageId, bookingId: item.bookingId, to: wish, now })
    : undefined
  const quote = quoted?.ok && wish ? await showQuote(quoted, wish, changing) : null
  const isChoosing = mode !== 'closed' && !quote
  const choice = isChoosing ? await makeChoice(changing, mode) : null
  return {
    manageId,
    reference: held.reference,
    bookingId: item.bookingId,
    ...wordsOf(mode, changing),
    now: cardOf(item),
    closed: mode === 'closed' ? whyClosed(changing) : null,
    search: choice?.search ?? null,
    remarks: choice?.remarks ?? [],
    leg: choice?.leg ?? null,
    sameBus: choice?.sameBus ?? null,
    quote,
    problem: quoted && !quoted.ok ? explainProblem(quoted, changing) : null,
    refund: mode === 'company-moved' ? item.totalCents : null,
  }
}

function wordsOf(mode: ChangeMode, { item, held: { correctUntil } }: Changing) {
  const { change } = translation().messages
  if (mode === 'company-moved') {
    const { title } = endingWords(item.ending ?? 'cancelled')
    return { title: change.titleCompany, intro: change.introCompany(title) }
  }
  if (mode === 'corrected') {
    const intro = change.introCorrect(exactClock(correctUntil))
    return { title: change.titleCorrect, intro }
  }
  return { title: change.title, intro: mode === 'closed' ? '' : change.intro }
}

function whyClosed({ item, now }: Changing): string {
  const { closed } = translation().messages.change
  if (item.state === 'cancelled') return closed.cancelled
  if (!isBefore(now, item.departsAt)) return closed.departed
  const until = momentInSentence(item.refundUntil, translation().locale)
  return closed.tooLate(until, item.refundTerms.noticeHours)
}

type Ride = Parameters<typeof rideFacts>[0] & Pick<OrderItem, 'passengers' | 'wheelchairUsers'>

function cardOf(ride: Ride): RideCardView {
  const { passengers, wheelchairUsers } = ride
  return { ...rideFacts(ride), party: partyText(passengers), wheelchairUsers }
}

async function showQuote(
  quote: AmendmentQuote,
  wish: RideWish,
  { held, item, search, now }: Changing,
): Promise<ChangeQuoteView> {
  const { ride, before, after, surcharge, refund } = quote
  const { departsAt, arrivesAt } = ride
  const [from, to] = await Promise.all([findStop(wish.fromStopId), findStop(wish.toStopId)])
  const beThere = beThereAt(departsAt)
  return {
    isWheelchair: quote.kind === 'wheelchair',
    ride: cardOf({ ...wish, from, to, departsAt, arrivesAt, beThereAt: beThere }),
    paid: before,
    price: after,
    surcharge,
    refund,
    cards: cardsOf(held),
    deadline: deadlineOf(quote, now),
    address: localePath(
      translation().locale,
      paths.changeRide(held.manageId, item.bookingId, search),
    ),
  }
}

function deadlineOf({ refundUntil, refundTerms }: AmendmentQuote, now: Temporal.Instant): string {
  const { locale, messages } = translation()
  if (isNoticeOver(refundUntil, now)) return messages.change.quote.noNotice
  const fee = formatEuros(refundTerms.fee, locale)
  return messages.cart.ride.cancel(momentInSentence(refundUntil, locale), fee)
}

async function findStop(stopId: string): Promise<TicketStop> {
  const stop = (await getStops(translation().locale)).get(stopId)
  const { name = stopId, shortName = stopId } = stop ?? {}
  const { shortNameAccusative = null, pickupDirections: directions = null } = stop ?? {}
  return {
    stopId,
    name,
    shortName,
    shortNameAccusative,
    directions,
    mapUrl: stop ? mapAddress(stop) : null,
  }
}

export function explainProblem(
  refusal: ChangeRefusal,
  { held, item }: Pick<Changing, 'held' | 'item'>,
): ChangeProblem {
  const sentence = explainChange(translation().messages.changeRefusals, refusal)
  if (refusal.reason !== 'fewer-passengers') return { sentence, link: null }
  const query = new URLSearchParams({ [`ride.${item.bookingId}`]: 'some' })
  const address = paths.cancel(held.manageId, query)
  return { sentence, link: { label: translation().messages.change.search.fewerLink, address } }
}
