import type { OrderStatus } from '#modules/orders/order/order-status.ts'
import type { SaleChannel } from '#modules/orders/order/sale-channel.ts'
import type { ReadStatus } from '#modules/orders/order/shown-status.ts'
import type { Hit } from '#modules/orders/reads/found-orders.server.ts'
import type { Cents } from '#platform/money.ts'

export type FindView = {
  typed: string
  /** As the fields of the form hold them. */
  filters: {
    from: string
    to: string
    routeId: string
    status: OrderStatus | ''
    channel: SaleChannel | ''
    moneyWaits: boolean
  }
  isFiltered: boolean
  routes: { routeId: string; name: string }[]
  /** The reason why nothing was searched for. */
  problem: string | null
  /** The typed words must not stay in the address. */
  isCardNumber: boolean
  /** Null before anything was searched for. */
  rows: FoundRow[] | null
  hasMore: boolean
  /** The database has no trigrams (hasTrigrams). */
  findsWordStarts: boolean
}

export type FoundRow = {
  reference: string
  name: string
  status: ReadStatus | null
  paid: Cents
  by: Hit['by']
  /** "Sun 22 Nov 2026, 13:30" */
  when: string
  ride: string
  isCancelled: boolean
  party: string
}
