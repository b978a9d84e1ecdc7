import { redirect } from 'react-router'

import { readChoice } from '#app/components/journey/ride-choice.ts'
import { orderAddress } from '#app/http/change-answer.server.ts'
import { notFound } from '#app/http/found.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import type { HeldOrder, OrderItem } from '#modules/orders/self-service/find-order.server.ts'

/** The right by which a ride may be changed here; `closed` if there is none. */
export type ChangeMode = 'amended' | 'corrected' | 'company-moved' | 'closed'

export type Changing = {
  held: HeldOrder
  item: OrderItem
  search: URLSearchParams
  now: Temporal.Instant
}

/**
 * One ride of the order. Redirects to the booking if this ride was changed since; 404 if it is not
 * part of the order.
 */
export function getItem({ items, manageId, replacedIds }: HeldOrder, bookingId: string): OrderItem {
  const item = items.find((one) => one.bookingId === bookingId)
  if (item) return item
  if (replacedIds.includes(bookingId)) throw redirect(orderAddress(manageId), 303)
  throw notFound()
}

export function modeOf({ can, companyCancelled }: OrderItem): ChangeMode {
  if (companyCancelled) return 'company-moved'
  if (can.amend) return 'amended'
  return can.correct ? 'corrected' : 'closed'
}

/** The requested ride; a correction keeps the party, since only its date may change. */
export function readWish({
  item,
  search,
}: Pick<Changing, 'item' | 'search'>): RideWish | undefined {
  const wish = readChoice(search, item)
  if (!wish || modeOf(item) === 'amended') return wish
  const { passengers, wheelchairUsers } = item
  return { ...wish, passengers, wheelchairUsers }
}
