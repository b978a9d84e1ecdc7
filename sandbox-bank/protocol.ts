import type { Callback, Letter, ToldEvent } from './events.ts'
import type { Step } from './order-steps.ts'
import type { Order } from './order.ts'

/*
 * How a bank speaks with shops. Behind it are the same books, card pages and mishaps; so the tests
 * can put the protocols of other companies before them, and every mishap happens to each.
 */

export type Protocol = {
  /** One event as the shop hears of it; nothing when the company does not tell of such. */
  callback(event: ToldEvent, order: Order, letter: Letter): Callback | undefined
  /** Seconds to wait after so many vain deliveries of an event; nothing when it is enough. */
  pauseAfter(deliveries: number): number | null
  /** Where the browser goes when the traveller has paid, or will not. */
  returnUrl(order: Order): string
  /** What becomes of an order when its page is left by the button for it. */
  leavePage(order: Order): Step
}
