import type { ChangeRefusal } from '#app/i18n/change-refusals.ts'
import { mapPassengers, PASSENGER_CATEGORIES, type Passengers } from '#modules/fares/passengers.ts'
import { headCount } from '#modules/orders/order/party.ts'
import { isPartOf } from '#modules/orders/policy/cancellation.ts'
import type { Leaving } from '#modules/orders/self-service/cancel.server.ts'
import type { HeldOrder, OrderItem } from '#modules/orders/self-service/find-order.server.ts'

import { countName, readGivingUp, wantsAll } from './giving-up.ts'
import type { LeavingCounts } from './leaving.ts'

/** The selection in the query; empty while nothing has been chosen. */
export function readLeaving(
  { items }: HeldOrder,
  search: URLSearchParams,
): { ok: true; leaving: Leaving[] } | Extract<ChangeRefusal, { reason: 'not-so-many' }> {
  const leaving: Leaving[] = []
  for (const { bookingId, can, passengers, wheelchairUsers } of items) {
    const wish = readGivingUp(search, bookingId)
    if (!wantsAll(search) && wish.wants === 'none') continue
    if (wantsAll(search) && !can.cancel) continue
    const isAll = wantsAll(search) || wish.wants === 'all'
    if (!isAll && headCount(wish.leaving) === 0) continue
    if (!isAll && !isPartOf(wish.leaving, passengers)) return { ok: false, reason: 'not-so-many' }
    const staying = without(passengers, wish.leaving)
    const isEverybody = isAll || headCount(staying) === 0
    const users = Math.max(0, wheelchairUsers - wish.wheelchairUsers)
    leaving.push({
      bookingId,
      staying: isEverybody ? null : { passengers: staying, wheelchairUsers: users },
    })
  }
  return { ok: true, leaving }
}

/** The passengers who are left if some leave. */
export function without(all: Passengers, leaving: Passengers): Passengers {
  return mapPassengers((category) => all[category] - leaving[category])
}

/** The fields for the passengers of a ride who leave it, with what the query chose so far. */
export function countsOf(item: OrderItem, search: URLSearchParams): LeavingCounts {
  const { bookingId, passengers, wheelchairUsers, can, companyCancelled } = item
  const canSplit = can.cancel && !companyCancelled && headCount(passengers) > 1
  if (!canSplit) return { counts: [], wheelchair: null }
  const asked = readGivingUp(search, bookingId)
  const counts = PASSENGER_CATEGORIES.flatMap((category) => {
    const name = countName(category, bookingId)
    const of = passengers[category]
    return of > 0 ? { category, name, of, chosen: Math.min(of, asked.leaving[category]) } : []
  })
  const wheelchair = {
    name: countName('wheelchair', bookingId),
    of: wheelchairUsers,
    chosen: Math.min(wheelchairUsers, asked.wheelchairUsers),
  }
  return { counts, wheelchair: wheelchairUsers > 0 ? wheelchair : null }
}
