import { rideFacts } from '#app/components/ride/facts.server.ts'
import { found } from '#app/http/found.ts'
import { partyText } from '#app/i18n/party.ts'
import { translation } from '#app/i18n/translation.ts'
import type { BookingOfPage } from '#app/office/booking-acts.server.ts'
import type { Overrule } from '#modules/orders/order/overrule.ts'
import type { HeldOrder, OrderItem } from '#modules/orders/self-service/find-order.server.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { JourneyInShort } from './view.ts'

export type Changing = BookingOfPage & {
  item: OrderItem
  search: URLSearchParams
  /** The most that the member may give against the rules. */
  mayWaive: number
  now: Temporal.Instant
}

/** An overrule for a quote; the reason is chosen with the press. */
export function anyOverrule(mayWaiveCents: number): Overrule {
  return { code: 'SALES_STAFF_ERROR', mayWaiveCents }
}

/** The journey at this place of the order. */
export function getItem(held: HeldOrder, place = ''): OrderItem {
  return found(held.items.find((item) => item.state === 'live' && placeOf(item) === place))
}

/** This page, in the language of the page. */
export function addressOf({ held, item }: Changing, query?: URLSearchParams): string {
  const place = placeOf(item)
  return localePath(translation().locale, paths.officeChange(held.reference, place, query))
}

/** The place of a journey in its order: the number after the reference. */
export function placeOf({ itemId }: Changing['item']): string {
  return itemId.split('-').at(-1) ?? ''
}

type Ride = Parameters<typeof rideFacts>[0] & Pick<OrderItem, 'passengers' | 'wheelchairUsers'>

export function inShort(ride: Ride): JourneyInShort {
  const { title, date, departs } = rideFacts(ride)
  const { wheelchair } = translation().messages.office.changes.change
  const { passengers, wheelchairUsers } = ride
  const people = partyText(passengers)
  const party = wheelchairUsers > 0 ? `${people}, ${wheelchair(wheelchairUsers)}` : people
  return { title, when: `${date}, ${departs}`, party }
}
