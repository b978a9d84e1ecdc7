import type { RideFacts } from '#app/components/ride/view.ts'
import type { Ending } from '#modules/dispatch/ending.ts'
import type { ReadStatus } from '#modules/orders/order/shown-status.ts'

/** A bought order, as text made by the server. */
export type OrderView = {
  manageId: string
  reference: string
  status: ReadStatus
  paymentId: string | null
  rides: BoughtRideView[]
}

export type BoughtRideView = RideFacts & {
  bookingId: string
  /** "2 adults, 1 child" */
  party: string
  isOver: boolean
  isCancelled: boolean
  /** Why its bus does not run; null if it runs. */
  ending: Ending | null
  ticketId: string | null
}
