import type { OrderView } from '#app/components/bookings/view.ts'
import { partyText } from '#app/components/ride/party-text.ts'
import type { BoughtOrder } from '#modules/orders/reads/find-my-bookings.server.ts'

import { rideFacts } from './ride-facts.server.ts'

export function showOrder({ rides, ...order }: BoughtOrder): OrderView {
  return {
    ...order,
    rides: rides.map((ride) => {
      const { bookingId, isOver, isCancelled, isNotRunning, ticketId } = ride
      const states = { isOver, isCancelled, isNotRunning }
      return {
        ...rideFacts(ride),
        ...states,
        bookingId,
        ticketId,
        party: partyText(ride.passengers),
      }
    }),
  }
}
