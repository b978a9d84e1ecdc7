import type { HttpBindings } from '@hono/node-server'

/** Handlers reach the connection of a request, so that they can cut it. */
export type BankEnv = { Bindings: HttpBindings }
