import { writeChoice } from '#app/components/journey/ride-choice.ts'
import { rideFacts } from '#app/components/ride/facts.server.ts'
import { hasMailbox } from '#app/http/visitor-key.server.ts'
import { endingWords } from '#app/i18n/ending.ts'
import { partyText } from '#app/i18n/party.ts'
import { translation } from '#app/i18n/translation.ts'
import { delayText } from '#modules/documents/delay-text.ts'
import { asksToBeThere, isBoardingClosed, stopText } from '#modules/documents/stop-text.ts'
import { listOpenChoices, type OpenChoice } from '#modules/incidents/choices/choices.server.ts'
import { headCount, seatedCount } from '#modules/orders/order/party.ts'
import type { HeldOrder, OrderItem } from '#modules/orders/self-service/find-order.server.ts'
import { isNoticeOver } from '#modules/rules/deadlines.ts'
import { receiptNumber } from '#modules/tickets/ticket.ts'
import { dateAndTime, exactClock, momentInSentence } from '#platform/format/moments.ts'
import { formatEuros } from '#platform/money.ts'
import { writePhone } from '#platform/text/phone.ts'
import { isBefore } from '#platform/time.ts'

import { isMoving, showMoney } from './money-view.server.ts'
import { listOtherBuses } from './other-buses.server.ts'
import type { AwaitedView, DoneView, ItemView, ItemWheelchair, OrderPageView } from './view.ts'

/** No bus has more than two wheelchair spaces. */
const MAX_WHEELCHAIRS = 2

/** @param done the completed act that the query names */
export async function showHeldOrder(
  held: HeldOrder,
  done: string,
  now: Temporal.Instant,
): Promise<OrderPageView> {
  const next = held.items.find((item) => isToCome(item, now) && !item.companyCancelled)
  const awaited = showAwaited(held.awaited, now)
  const asked = held.items.filter(({ companyCancelled }) => companyCancelled)
  const choices = await listOpenChoices(
    held.items.map(({ bookingId }) => bookingId),
    now,
  )
  const hasToAct = choices.size > 0 || Boolean(awaited?.goTo)
  const around = { held, next, choices, hasToAct, now }
  const items = await Promise.all(held.items.map((item) => showItem(item, around)))
  const canCancel = held.items.filter(({ can }) => can.cancel)
  return {
    manageId: held.manageId,
    reference: held.reference,
    status: held.status,
    next: whatNext(held, { asked, next, now }),
    isUrgent: asked.length > 0,
    items,
    canCancelAll: canCancel.length > 1,
    awaited,
    done: showDone(held, done),
    money: showMoney(held.money),
    isMoving: isMoving(held),
    documents: held.documents.map((document) => {
      const { documents } = translation().messages.order
      const number = receiptNumber(document)
      return { number, label: documents[document.series](number), total: document.totalCents }
    }),
    contact: {
      name: held.contactName,
      email: held.contactEmail,
      phone: held.contactPhone && writePhone(held.contactPhone),
      canChange: next !== undefined,
      canResend: items.some(({ ticketId }) => ticketId !== null),
    },
    history: showHistory(held),
  }
}

function isToCome({ state, ticketId, expected }: OrderItem, now: Temporal.Instant): boolean {
  return state === 'live' && ticketId !== null && isBefore(now, expected.arrivesAt)
}

function whatNext({ status }: HeldOrder, { asked, next, now }: Ahead): string {
  const sentences = translation().messages.order.next
  if (asked.length > 0) return [...sayEndings(asked), sentences.notRunning].join(' ')
  const isBought = status === 'confirmed' || status.startsWith('partly-')
  if (!isBought) return sentences[status as Exclude<typeof status, Bought>]
  if (!next) return sentences.over
  const { expected } = next
  const { locale } = translation()
  if (!isBefore(now, expected.departsAt)) {
    return sentences.onTheWay(exactClock(expected.departsAt), exactClock(expected.arrivesAt))
  }
  if (isBoardingClosed(next)) return stopText({ ...next, locale }) ?? ''
  // Past the planned time nobody is told any more to be at the stop before it.
  if (!isBefore(now, next.departsAt)) return delayText({ ...next, locale }) ?? ''
  const { date, departs, beThere } = rideFacts(next)
  return sentences.ride(date, departs, beThere)
}

/** How the buses of these journeys do not run, each way once. */
function sayEndings(asked: readonly OrderItem[]): Set<string> {
  const { cancelledBus } = translation().messages.order.next
  return new Set(
    asked.map(({ ending, from }) =>
      !ending || ending === 'cancelled' ? cancelledBus : endingWords(ending).story(from.name),
    ),
  )
}

type Ahead = { asked: readonly OrderItem[]; next: OrderItem | undefined; now: Temporal.Instant }
type Bought = 'confirmed' | 'partly-cancelled' | 'partly-refunded'
type Around = {
  held: HeldOrder
  next: OrderItem | undefined
  choices: ReadonlyMap<string, OpenChoice>
  /** The holder has a choice to make, or a change to pay for, before any ticket. */
  hasToAct: boolean
  now: Temporal.Instant
}

async function showItem(item: OrderItem, around: Around): Promise<ItemView> {
  const { held, next, choices, hasToAct, now } = around
  const choice = choices.get(item.bookingId)
  const choiceToken = choice?.token ?? null
  const { can, companyCancelled, passengers } = item
  const state = stateOf(item, now)
  return {
    ...rideFacts(item),
    bookingId: item.bookingId,
    itemId: item.itemId,
    state,
    ending: item.ending,
    stopNews: item.state === 'live' ? stopText({ ...item, locale: translation().locale }) : null,
    hasToBeThere: state === 'to-come' && item.ticketId !== null && asksToBeThere(item, now),
    retimedFrom: item.retimedFrom && momentInSentence(item.retimedFrom, translation().locale),
    late: delayText({ ...item, locale: translation().locale }),
    party: partyText(passengers),
    lines: item.priceLines,
    total: item.totalCents,
    ticketId: companyCancelled ? null : item.ticketId,
    isMain: item === next && !hasToAct,
    deadline: deadlineOf(item, now),
    correctUntil: can.correct
      ? translation().messages.order.correctUntil(exactClock(held.correctUntil))
      : null,
    canCancel: can.cancel,
    canChange: can.amend,
    canCorrect: can.correct,
    canMiss: can.miss && item.ticketId !== null,
    hasSeveral: headCount(passengers) > 1,
    wheelchair: showWheelchair(item, now),
    choiceToken,
    reason: choice?.toldReason?.[translation().locale] ?? null,
    others: companyCancelled && !choiceToken ? await listOtherBuses(item, held.manageId, now) : [],
  }
}

function stateOf(item: OrderItem, now: Temporal.Instant): ItemView['state'] {
  if (item.state === 'cancelled') return 'cancelled'
  if (item.companyCancelled) return 'not-running'
  if (!isBefore(now, item.expected.arrivesAt)) return 'over'
  return isBefore(now, item.expected.departsAt) ? 'to-come' : 'left'
}

/** Null for rides that are over or were never bought. */
function deadlineOf(item: OrderItem, now: Temporal.Instant): string | null {
  const { locale, messages } = translation()
  const { can, companyCancelled, refundUntil, refundTerms } = item
  if (!can.cancel || companyCancelled) return null
  const until = momentInSentence(refundUntil, locale)
  if (isNoticeOver(refundUntil, now)) return messages.order.tooLate(until)
  return messages.cart.ride.cancel(until, formatEuros(refundTerms.fee, locale))
}

function showWheelchair(item: OrderItem, now: Temporal.Instant): ItemWheelchair {
  const { can, wheelchairNumber: number, passengers } = item
  if (number) return { state: 'granted', number }
  const until = momentInSentence(item.wheelchairUntil, translation().locale)
  if (can.wheelchair) {
    const seated = seatedCount(passengers)
    const fields = [...writeChoice(item)].filter(([name]) => name !== 'wheelchairs')
    return { state: 'can-ask', most: Math.min(seated, MAX_WHEELCHAIRS), until, fields }
  }
  if (can.askAboutWheelchair) return { state: 'not-known' }
  const isTooLate = can.cancel && !item.companyCancelled && isBefore(item.wheelchairUntil, now)
  return isTooLate ? { state: 'too-late', until } : { state: 'none' }
}

function showAwaited(awaited: HeldOrder['awaited'], now: Temporal.Instant): AwaitedView | null {
  if (!awaited) return null
  const { surcharge, goTo, until, isProcessing } = awaited
  const sentences = translation().messages.order.awaited
  const facts = { amount: surcharge, canGiveUp: !isProcessing }
  if (isProcessing) return { ...facts, goTo: null, sentence: sentences.processing }
  if (!isBefore(now, until)) return { ...facts, goTo: null, sentence: sentences.over }
  return { ...facts, goTo, sentence: sentences.until(exactClock(until)) }
}

/** The completed act, if the query names one and it is true. */
function showDone(held: HeldOrder, done: string): DoneView | null {
  const { locale, messages } = translation()
  const sentences = messages.order.done
  if (done === 'resent') {
    const sent = sentences.resentTo(held.contactEmail)
    return { title: sentences.resent, sentences: [sent], hasMailbox: hasMailbox() }
  }
  if (done === 'kept') {
    return { title: sentences.kept, sentences: [sentences.keptAdvice], hasMailbox: false }
  }
  const change = held.changes.find(({ changeId }) => changeId === done)
  if (!change) return null
  const { kind, refund } = change
  const back = refund > 0 && sentences.refund(formatEuros(refund, locale))
  const isReissued = kind !== 'cancelled' && kind !== 'company-refunded' && kind !== 'contact'
  const said = [
    back || (kind === 'cancelled' && sentences.nothing),
    isReissued && sentences.newTicket,
    sentences.mail(held.contactEmail),
  ]
  return {
    title: sentences.title[kind],
    sentences: said.filter((sentence) => sentence !== false),
    hasMailbox: hasMailbox(),
  }
}

/** Newest first: the last act is at the top. */
function showHistory({ changes, boughtAt, status }: HeldOrder): OrderPageView['history'] {
  const { locale, messages } = translation()
  const { history } = messages.order
  const isBought = status !== 'expired' && status !== 'awaiting-payment' && status !== 'processing'
  const bought = { key: 'bought', when: dateAndTime(boughtAt, locale), what: history.bought }
  const since = changes.map(({ changeId, kind, at }) => {
    return { key: changeId, when: dateAndTime(at, locale), what: history[kind] }
  })
  return isBought ? [...since.toReversed(), bought] : []
}
