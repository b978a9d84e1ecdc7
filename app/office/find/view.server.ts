import { partyText } from '#app/i18n/party.ts'
import { translation } from '#app/i18n/translation.ts'
import { ORDER_STATUSES, type OrderStatus } from '#modules/orders/order/order-status.ts'
import { SALE_CHANNELS } from '#modules/orders/order/sale-channel.ts'
import { findOrders, hasTrigrams } from '#modules/orders/reads/find-orders.server.ts'
import type { FoundOrder } from '#modules/orders/reads/found-orders.server.ts'
import type { SearchFilters } from '#modules/orders/reads/search-conditions.server.ts'
import { listRouteNames } from '#modules/timetable/list-route-names.server.ts'
import { shortDate } from '#platform/format/dates.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'
import { readDate } from '#platform/typed-time.ts'

import type { FindView, FoundRow } from './view.ts'

/** The filter in the address of the page; anything unreadable in it is left out. */
export function readSearchAddress({ searchParams }: URL) {
  const status = searchParams.get('status') ?? ''
  const isStatus = (ORDER_STATUSES as string[]).includes(status)
  const filters: SearchFilters = {
    from: readDate(searchParams.get('from')),
    to: readDate(searchParams.get('to')),
    routeId: searchParams.get('route') || undefined,
    status: isStatus ? (status as OrderStatus) : undefined,
    channel: SALE_CHANNELS.find((channel) => channel === searchParams.get('channel')),
    moneyWaits: searchParams.has('waits') || undefined,
  }
  return { typed: searchParams.get('q')?.trim() ?? '', filters }
}

type Asked = ReturnType<typeof readSearchAddress> & { isCardNumber: boolean; now: Temporal.Instant }

/** The page with its results; before anything was asked, it has none. */
export async function showSearch({ typed, filters, isCardNumber, now }: Asked): Promise<FindView> {
  const { locale, messages } = translation()
  const { find } = messages.office
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const isAsked = typed !== '' || isFiltered
  const outcome = isAsked ? await findOrders({ typed, filters, locale, now }) : undefined
  const refusal = isCardNumber ? find.cardNumber : null
  return {
    typed,
    filters: {
      from: filters.from?.toString() ?? '',
      to: filters.to?.toString() ?? '',
      routeId: filters.routeId ?? '',
      status: filters.status ?? '',
      channel: filters.channel ?? '',
      moneyWaits: filters.moneyWaits === true,
    },
    isFiltered,
    routes: await listRouteNames(locale),
    problem: outcome?.ok === false ? problemOf(outcome.reason) : refusal,
    isCardNumber: outcome?.ok === false && outcome.reason === 'card-number',
    rows: outcome?.ok ? outcome.orders.map(showRow) : null,
    hasMore: outcome?.ok === true && outcome.hasMore,
    findsWordStarts: !(await hasTrigrams()),
  }
}

function problemOf(reason: 'card-number' | 'too-short'): string {
  const { find } = translation().messages.office
  return reason === 'card-number' ? find.cardNumber : find.tooShort
}

function showRow({ reference, name, isWalkUp, status, paid, by, journey }: FoundOrder): FoundRow {
  const { locale, messages } = translation()
  const { find } = messages.office
  return {
    reference,
    name: name || (isWalkUp ? find.soldAtDoor : ''),
    status,
    paid,
    by,
    when: journey
      ? `${shortDate(dateInCyprus(journey.departsAt), locale)}, ${clockTime(journey.departsAt)}`
      : '',
    ride: journey ? find.ride(journey.from.shortName, journey.to.shortName) : find.noJourney,
    isCancelled: journey?.state === 'cancelled',
    party: journey ? partyText(journey.passengers) : '',
  }
}
