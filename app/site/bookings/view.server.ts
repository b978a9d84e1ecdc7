import { rideFacts } from '#app/components/ride/facts.server.ts'
import { partyText } from '#app/i18n/party.ts'
import type { BoughtOrder } from '#modules/orders/reads/find-my-bookings.server.ts'

import type { OrderView } from './view.ts'

export function showOrder({ rides, ...order }: BoughtOrder): OrderView {
  return {
    ...order,
    rides: rides.map((ride) => {
      const { bookingId, isOver, isCancelled, ending, ticketId } = ride
      const states = { isOver, isCancelled, ending }
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
