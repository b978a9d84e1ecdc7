import type { RideFacts } from '#app/components/ride/view.ts'
import type { BoughtState } from '#modules/orders/bought-state.ts'

/** An order that was bought, in words made by the server. */
export type OrderView = {
  reference: string
  state: BoughtState
  receiptId: string | null
  paymentId: string | null
  rides: BoughtRideView[]
}

export type BoughtRideView = RideFacts & {
  bookingId: string
  /** "2 adults, 1 child" */
  party: string
  isOver: boolean
  isCancelled: boolean
  ticketId: string | null
}
