import type { FaultSettings } from './fault-settings.ts'
import type { Faults } from './faults.ts'
import type { Protocol } from './protocol.ts'
import type { Store } from './store.server.ts'
import type { Webhooks } from './webhooks.server.ts'

/** Shared by the API, the pages and the control interface. */
export type BankContext = {
  store: Store
  webhooks: Webhooks
  protocol: Protocol
  faults: Faults
  /** The shop's key, sent as a bearer token. */
  key: string
  /** The fault settings of orders that have none of their own. */
  faultSettings: FaultSettings
  /** The origin of the bank's pages, once its port is open. */
  origin(): string
}
