import type { Chaos } from './fault-settings.ts'
import type { Outages } from './faults.ts'
import type { Face } from './protocol.ts'
import type { Store } from './store.server.ts'
import type { Courier } from './webhooks.server.ts'

/** What the API, the pages and the control interface share. */
export type Desk = {
  store: Store
  courier: Courier
  face: Face
  outages: Outages
  /** The shop's key, sent as a bearer token. */
  key: string
  /** The profile of orders that bring none. */
  chaos: Chaos
  /** Where the bank's pages are, once its port is open. */
  origin(): string
}
