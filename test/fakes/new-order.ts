import type { Desk } from '#bank/desk.ts'
import type { Order } from '#bank/order.ts'
import { now } from '#platform/clock.server.ts'

type Wish = Pick<
  Order,
  | 'id'
  | 'merchantRef'
  | 'amount'
  | 'currency'
  | 'locale'
  | 'description'
  | 'lines'
  | 'successUrl'
  | 'failUrl'
  | 'notifyUrl'
  | 'metadata'
  | 'expiresAt'
>

/** What a shop asked for, as a row of the bank's books. Nothing has happened to it yet. */
export function newOrder(wish: Wish, { chaos }: Desk): Order {
  return {
    ...wish,
    chaos,
    createdAt: now(),
    status: 'open',
    captured: 0,
    refunds: [],
    disputed: false,
    declines: 0,
    lastDecline: null,
    card: null,
    threeDs: 'none',
    challenge: null,
    settles: null,
    disputesAt: null,
    refundsFail: false,
  }
}
