import type { Hono } from 'hono'

import type { BankContext } from './context.ts'
import type { BankEnv } from './hono-env.ts'
import type { Protocol } from './protocol.ts'

/** A protocol together with the calls that it answers, as a bank is opened with it. */
export type FullProtocol = Protocol & {
  /** The calls of shops' servers, at the paths of that company. */
  makeApi(context: BankContext): Hono<BankEnv>
}
