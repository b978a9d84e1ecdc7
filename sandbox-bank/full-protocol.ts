import type { Hono } from 'hono'

import type { BankContext } from './context.ts'
import type { BankEnv } from './hono-env.ts'
import type { Protocol } from './protocol.ts'

/** A protocol with the API that it serves; a bank is opened with one. */
export type FullProtocol = Protocol & {
  /** The API for shops' servers, at the paths of that company. */
  makeApi(context: BankContext): Hono<BankEnv>
}
