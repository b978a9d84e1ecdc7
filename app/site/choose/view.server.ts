import { partyText } from '#app/i18n/party.ts'
import { translation } from '#app/i18n/translation.ts'
import { delayAt } from '#modules/dispatch/delay.ts'
import { findDelays, listDelays } from '#modules/dispatch/delays.server.ts'
import { delayText } from '#modules/documents/delay-text.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import {
  bestOf,
  endingOf,
  isAway,
  isLeftBehind,
  noteSeen,
  type Choice,
} from '#modules/incidents/choices/choices.server.ts'
import { isOn, isStanding } from '#modules/incidents/choices/choose.server.ts'
import { readChoice } from '#modules/incidents/choices/read-choice.server.ts'
import { findMostStaying, isForAll } from '#modules/incidents/choices/stay.server.ts'
import { findStopIncident } from '#modules/incidents/incident/find-stop-incident.server.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { headCount, seatedCount } from '#modules/orders/order/party.ts'
import type { Booking } from '#modules/orders/order/rows.server.ts'
import { isCompanyCancelled } from '#modules/orders/self-service/changeable-order.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { placeOnMap } from '#modules/timetable/map-address.ts'
import { longDate } from '#platform/format/dates.ts'
import { dateAndTime, exactClock, momentInSentence } from '#platform/format/moments.ts'
import { cents } from '#platform/money.ts'
import { capitalised } from '#platform/text/lines.ts'
import { dateInCyprus, isBefore } from '#platform/time.ts'

import type { ChoiceView } from './view.ts'

/** The choice behind a token, which counts as seen from now on; undefined for an unknown one. */
export async function showChoice(
  token: string,
  now: Temporal.Instant,
): Promise<ChoiceView | undefined> {
  const read = await readChoice(token)
  if (!read) return undefined
  await noteSeen(token, now)
  const { choice, order, before, after, offers: all } = read
  const { locale } = translation()
  const current = after ?? before
  const is = stateOf(choice, current, now)
  const mayMove = (is === 'open' || is === 'moved' || is === 'stays') && current.state === 'live'
  const isInTime = mayMove && isBefore(now, choice.decideBy)
  const offers = isInTime ? all : []
  const most = isInTime && is !== 'moved' ? await findMostStaying(choice, current) : undefined
  const isGroup = (offers.length > 0 || most !== undefined) && choice.kind !== 'late'
  const best = bestOf(all)
  const delays = await findDelays(offers.map(({ departureId }) => departureId))
  const stops = await getStops(locale)
  return {
    kind: choice.kind,
    is,
    ride: await titleOf(before),
    when: dateAndTime(before.departsAt, locale),
    booked: before.retimedFrom && dateAndTime(before.retimedFrom, locale),
    ending: choice.kind === 'not-running' ? endingOf(choice) : 'cancelled',
    news: await newsOf(choice, stops),
    reason: is === 'runs' ? null : (choice.toldReason?.[locale] ?? null),
    expected: await expectedAt(before),
    party: partyText(current.passengers, current.wheelchairUsers),
    reference: order.reference,
    manageId: order.manageId,
    total: cents(current.totalCents),
    until: momentInSentence(choice.decideBy, locale),
    offers: offers.map((offer) => ({
      offerId: offer.offerId,
      ...whenOf(offer),
      stop: stopOf(offer, before, stops),
      late: delayText({
        ...offer,
        locale,
        delayMinutes: delays(offer.departureId, offer.fromPosition),
      }),
      isChosen: after !== undefined && isOn(after, offer),
    })),
    newBus:
      after && isAway(choice) && is !== 'cancelled-again'
        ? { ...whenOf(after), stop: stopOf(after, before, stops) }
        : null,
    movedTo: choice.defaultChoice === 'move' && best ? movedTo(best, before, stops) : null,
    lacksSpace: choice.defaultChoice === 'call',
    canRefund: mayRefund(choice, current, { is, now }),
    canStay: is === 'open' && (choice.defaultChoice === 'stay' || isForAll(most, current)),
    partly: is === 'stays' && after ? partyText(after.passengers, after.wheelchairUsers) : null,
    seatsToStay: most ? most.seats + most.wheelchairPlaces : null,
    seats: seatedCount(current.passengers),
    group: isGroup ? groupOf(current) : [],
    wheelchairs: current.wheelchairUsers,
  }
}

function stateOf(choice: Choice, current: Booking, now: Temporal.Instant): ChoiceView['is'] {
  const { state, decideBy } = choice
  if (state === 'chose-refund' || current.state === 'cancelled') return 'refunded'
  // The choice about that bus is the one that counts.
  if (isAway(choice) && isCompanyCancelled(current)) return 'cancelled-again'
  if (state === 'chose-offer') return 'moved'
  if (isAway(choice)) return 'moved-unasked'
  if (isLeftBehind(choice)) return 'over'
  // A later choice is about that.
  if (choice.kind !== 'not-running' && isCompanyCancelled(current)) return 'over'
  if (!isStanding(choice, current)) return 'runs'
  if (state === 'stays') return 'stays'
  return state === 'told' && isBefore(now, decideBy) ? 'open' : 'over'
}

/** As modules/incidents/choices/choose.server.ts allows it. */
function mayRefund(
  { kind, decideBy, defaultChoice }: Choice,
  current: Booking,
  { is, now }: { is: ChoiceView['is']; now: Temporal.Instant },
): boolean {
  if (current.state !== 'live' || is === 'runs' || is === 'refunded') return false
  if (is === 'cancelled-again') return false
  if (kind === 'late') return false
  const mayWait = kind === 'not-running' || (defaultChoice === 'call' && is !== 'stays')
  if (!mayWait && is === 'over') return false
  const isTimed = !mayWait && is !== 'moved-unasked'
  if (is === 'moved' || isTimed) return isBefore(now, decideBy)
  return is !== 'moved-unasked' || isBefore(now, current.departsAt)
}

function whenOf({ departsAt, arrivesAt }: Pick<Booking, 'departsAt' | 'arrivesAt'>) {
  const { locale } = translation()
  const times = [departsAt, arrivesAt].map(exactClock).join('\u00A0–\u00A0')
  return { times, date: longDate(dateInCyprus(departsAt), locale) }
}

type Stops = Awaited<ReturnType<typeof getStops>>
type OfferedRide = Parameters<typeof isOn>[1]

/** The other stop of the same bus in words; null on another bus. */
function stopOf(ride: OfferedRide, before: Booking, stops: Stops): string | null {
  const { boardAt, getOffAt } = translation().messages.choose
  if (ride.departureId !== before.departureId) return null
  const isBoarding = ride.fromStopId !== before.fromStopId
  const stopId = isBoarding ? ride.fromStopId : ride.toStopId
  const name = stops.get(stopId)?.shortName ?? stopId
  return isBoarding ? boardAt(name) : getOffAt(name)
}

type Best = OfferedRide & Pick<Booking, 'departsAt' | 'arrivesAt'>

/** The bus, or the stop of the same bus, to which passengers are moved without an answer. */
function movedTo(best: Best, before: Booking, stops: Stops): string {
  const stop = stopOf(best, before, stops)
  if (!stop) return momentInSentence(best.departsAt, translation().locale)
  return `${stop}, ${whenOf(best).times}`
}

async function newsOf(choice: Choice, stops: Stops): Promise<ChoiceView['news']> {
  const { incidentId, kind, isOpen, fromStopId } = choice
  const { locale, messages } = translation()
  const ending = endingOf(choice)
  if (isOpen && kind === 'not-running' && ending !== 'cancelled') {
    const { story } = letterWords(locale).departureCancelled.endings[ending]
    return { sentence: story(stops.get(fromStopId)?.name ?? fromStopId), mapUrl: null }
  }
  const incident = isOpen ? await findStopIncident(incidentId) : undefined
  if (!incident) return null
  const { stopId, place } = incident
  const name = stops.get(stopId)?.name ?? stopId
  if (!place) return { sentence: messages.choose.stopClosed(name), mapUrl: null }
  return {
    sentence: messages.choose.stopMoved(name, place.words[locale]),
    mapUrl: placeOnMap(place),
  }
}

async function expectedAt({
  departureId,
  fromPosition,
  departsAt,
}: Booking): Promise<string | null> {
  const reports = (await listDelays([departureId])).get(departureId) ?? []
  const minutes = delayAt(reports, fromPosition)
  return minutes === 0 ? null : exactClock(departsAt.add({ minutes }))
}

async function titleOf({ fromStopId, toStopId }: Booking): Promise<string> {
  const { locale } = translation()
  const stops = await getStops(locale, [fromStopId, toStopId])
  const [from, to] = [stops.get(fromStopId), stops.get(toStopId)]
  return from && to ? capitalised(ticketWords(locale).ride(from, to), locale) : ''
}

function groupOf({ passengers, fares }: Booking): ChoiceView['group'] {
  if (headCount(passengers) < 2) return []
  return PASSENGER_CATEGORIES.flatMap((category) => {
    const of = passengers[category]
    return of > 0 ? [{ category, of, fare: fares[category] }] : []
  })
}
