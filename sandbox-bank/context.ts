import type { FaultSettings } from './fault-settings.ts'
import type { Faults } from './faults.ts'
import type { Protocol } from './protocol.ts'
import type { Store } from './store.server.ts'
import type { Webhooks } from './webhooks.server.ts'

/** What the API, the pages and the control interface share. */
export type BankContext = {
  store: Store
  webhooks: Webhooks
  protocol: Protocol
  faults: Faults
  /** The shop's key, sent as a bearer token. */
  key: string
  /** The profile of orders that bring none. */
  faultSettings: FaultSettings
  /** Where the bank's pages are, once its port is open. */
  origin(): string
}
