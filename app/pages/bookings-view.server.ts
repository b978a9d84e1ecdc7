import type { OrderView } from '#app/components/bookings/view.ts'
import { translation } from '#app/i18n/translation.ts'
import { PASSENGER_CATEGORIES, type Passengers } from '#modules/fares/passengers.ts'
import type { BoughtOrder } from '#modules/orders/find-my-bookings.server.ts'
import { ticketWords } from '#modules/tickets/words/words.ts'

import { rideFacts } from './ride-facts.server.ts'

export function showOrder({ rides, ...order }: BoughtOrder): OrderView {
  return {
    ...order,
    rides: rides.map((ride) => {
      const { bookingId, isOver, isCancelled, ticketId } = ride
      const party = partyText(ride.passengers)
      return { ...rideFacts(ride), bookingId, isOver, isCancelled, ticketId, party }
    }),
  }
}

/** "2 adults, 1 child" */
function partyText(passengers: Passengers): string {
  const words = ticketWords(translation().locale)
  const present = PASSENGER_CATEGORIES.filter((category) => passengers[category] > 0)
  return present
    .map((category) => `${passengers[category]} ${words.category(category, passengers[category])}`)
    .join(', ')
}
