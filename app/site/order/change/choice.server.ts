import { makeLeg } from '#app/components/journey/leg.server.ts'
import { optionsOf } from '#app/components/journey/place-options.ts'
import { isRefused, readQuery, type Query } from '#app/components/journey/query.ts'
import { readParty, writeChoice } from '#app/components/journey/ride-choice.ts'
import { resolve, toRemark } from '#app/components/journey/view.server.ts'
import type { LegView, Remark, RideView } from '#app/components/journey/view.ts'
import { translation } from '#app/i18n/translation.ts'
import { findPublishedUntil } from '#modules/offers/find-offers.server.ts'
import { isSamePeople, priceAfter } from '#modules/orders/policy/amendment.ts'
import type { OrderItem } from '#modules/orders/self-service/find-order.server.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
import { listPlaces } from '#modules/timetable/list-places.server.ts'
import * as paths from '#paths'
import { dayAndMonth } from '#platform/format/dates.ts'
import { exactClock } from '#platform/format/moments.ts'
import { localePath } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { ChangeMode, Changing } from './mode.server.ts'
import type { ChangeSearchView, ChangeView } from './view.ts'

type Choice = Pick<ChangeView, 'search' | 'remarks' | 'leg' | 'sameBus'>

/** The departures of a day; by default those for the current ride. */
export async function makeChoice(changing: Changing, mode: ChangeMode): Promise<Choice> {
  const { held, item, now } = changing
  const { locale } = translation()
  const today = dateInCyprus(now)
  const [places, publishedUntil] = await Promise.all([
    listPlaces(locale),
    findPublishedUntil(today),
  ])
  const { query: asked, problems } = readQuery(askedFor(changing, mode), today)
  const remarks: Remark[] = problems.map(toRemark)
  const from = resolve(places, 'from', asked.from, remarks)
  const to = resolve(places, 'to', asked.to, remarks)
  const query = { ...asked, from: from?.code ?? '', to: to?.code ?? '' }
  const page = paths.changeRide(held.manageId, item.bookingId)
  const search = {
    page,
    date: query.date.toString(),
    today: today.toString(),
    lastDate: publishedUntil?.toString() ?? null,
    more: mode === 'amended' ? showMore(query, item, places) : null,
  }
  if (!from || !to || problems.some(isRefused)) return { search, remarks, leg: null, sameBus: null }
  const ways = { direction: 'outbound', query, from, to, places } as const
  const { leg } = await makeLeg({ ...ways, now, page, remarks })
  const isSameParty = isSamePeople(query.passengers, item.passengers)
  return {
    search,
    remarks,
    leg: priceAsChange(leg, { item, mode, isSameParty }),
    sameBus: isSameParty ? null : showSameBus(changing, page, query),
  }
}

/** The query in the format of /book-now, completed from the current ride. */
function askedFor({ item, search }: Changing, mode: ChangeMode): URLSearchParams {
  const asked = new URLSearchParams()
  const given = (name: string) => (mode === 'amended' ? search.get(name)?.trim() : '')
  asked.set('from', given('from') || item.from.stopId)
  asked.set('to', given('to') || item.to.stopId)
  asked.set('date', search.get('date')?.trim() || dateInCyprus(item.departsAt).toString())
  const party = mode === 'amended' ? readParty(search, item) : item
  for (const [name, value] of writeChoice({ ...item, ...party })) {
    if (!NAMES_A_RIDE.has(name)) asked.set(name, value)
  }
  return asked
}

/** Parameters that name a departure, not a search. */
const NAMES_A_RIDE = new Set(['departure', 'from-stop', 'to-stop'])

function showMore(
  query: Query,
  item: OrderItem,
  places: readonly Place[],
): ChangeSearchView['more'] {
  const { from, to, passengers, wheelchairUsers } = query
  const isOther = from !== item.from.stopId || to !== item.to.stopId
  return {
    from,
    to,
    places: optionsOf(places),
    passengers,
    wheelchairUsers,
    isOpen: isOther || !isSamePeople(passengers, item.passengers),
  }
}

type AsChange = { item: OrderItem; mode: ChangeMode; isSameParty: boolean }

/** The price of each alternative relative to the amount paid; the current bus is marked. */
function priceAsChange(leg: LegView, asked: AsChange): LegView {
  const { situation } = leg
  const changed = { ...leg, nextPart: 'quote' as const, isDifference: true }
  // Two tickets by another stop are two rides, but here one ride is changed.
  if (situation?.found === 'no-direct-service') {
    return { ...changed, situation: { ...situation, changes: [] } }
  }
  if (situation?.found !== 'departures') return changed
  const priced = (groups: typeof situation.groups) =>
    groups.map((group) => ({
      ...group,
      rides: group.rides.map((ride) => priceRide(ride, asked)),
    }))
  const { groups, earlier } = situation
  return {
    ...changed,
    situation: { ...situation, groups: priced(groups), earlier: priced(earlier) },
  }
}

function priceRide(ride: RideView, { item, mode, isSameParty }: AsChange): RideView {
  const isSamePair = ride.fromStopId === item.from.stopId && ride.toStopId === item.to.stopId
  const before = item.totalCents
  const kind = mode === 'closed' ? 'amended' : mode
  const isOnlyLater = isSamePair && isSameParty
  const after = priceAfter({ before, regular: ride.total, isOnlyLater, kind })
  const isMine = ride.departureId === item.departureId && isOnlyLater && ride.state !== 'cancelled'
  return { ...ride, total: cents(after - before), ...(isMine && { state: 'booked' }) }
}

/** In the list the holder's own seats count as taken, so the same bus is a separate option. */
function showSameBus({ item }: Changing, page: string, query: Query): ChangeView['sameBus'] {
  const { passengers, wheelchairUsers } = query
  const { locale, messages } = translation()
  const date = dayAndMonth(dateInCyprus(item.departsAt), locale)
  const choice = writeChoice({ ...item, passengers, wheelchairUsers })
  return {
    label: messages.change.sameBusLabel(date, exactClock(item.departsAt)),
    address: `${localePath(locale, page)}?${choice}`,
  }
}
