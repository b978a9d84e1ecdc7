import type { Callback, Letter, ToldEvent } from './events.ts'
import type { Step } from './order-steps.ts'
import type { Order } from './order.ts'

/*
 * The protocol between a bank and its shops. Records, card pages and faults stay the same behind
 * it, so the tests run the protocols of other companies against every fault.
 */

export type Protocol = {
  /** The callback for one event; undefined if the company sends none for it. */
  callback(event: ToldEvent, order: Order, letter: Letter): Callback | undefined
  /** Seconds to wait after this many failed deliveries of an event; null after the last one. */
  pauseAfter(deliveries: number): number | null
  /** The address to which the browser returns after paying or cancelling. */
  returnUrl(order: Order): string
  /** The step of an order whose page is left by its cancel button. */
  leavePage(order: Order): Step
}
