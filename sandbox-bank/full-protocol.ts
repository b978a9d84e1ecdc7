import type { Hono } from 'hono'

import type { Desk } from './context.ts'
import type { BankEnv } from './hono-env.ts'
import type { Face } from './protocol.ts'

/** A protocol together with the calls that it answers, as a bank is opened with it. */
export type FullProtocol = Face & {
  /** The calls of shops' servers, at the paths of that company. */
  makeApi(desk: Desk): Hono<BankEnv>
}
