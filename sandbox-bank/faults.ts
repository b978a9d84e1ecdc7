import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'

import type { BankEnv } from './hono-env.ts'

/** How the API fails, as tests ask for it. */
export const PlannedFault = z.object({
  /** `503`: says it is closed. `timeout`: does nothing and never answers. `answer-lost`: does what
   * was asked, and cuts the line instead of answering. `done-and-400`: does it, and says 400. */
  mode: z.enum(['503', 'timeout', 'answer-lost', 'done-and-400']),
  calls: z.int().min(0).max(10_000),
  for: z.enum(['open', 'fetch', 'close', 'refund', 'all']).default('all'),
})
export type PlannedFault = z.infer<typeof PlannedFault>
type Operation = Exclude<PlannedFault['for'], 'all'>

export type Faults = ReturnType<typeof startFaults>

export function startFaults() {
  let planned: PlannedFault[] = []
  return {
    /** A new plan takes the place of the one for the same calls; with no calls left it is over. */
    plan(fault: PlannedFault): void {
      planned = [...planned.filter((other) => other.for !== fault.for), fault]
    },

    /** How this call is to fail, if it is. */
    take(operation: Operation): PlannedFault['mode'] | undefined {
      const fault = planned.find(
        (one) => one.calls > 0 && (one.for === operation || one.for === 'all'),
      )
      if (fault) fault.calls -= 1
      return fault?.mode
    },
  }
}

type TurnedAway = (c: Context<BankEnv>) => Response
const CLOSED: TurnedAway = (c) => c.json({ error: 'unavailable' }, 503)

/** Lets a call of a shop fail as it was planned. Some companies say in their own words that they are closed. */
export function failAsPlanned(
  { faults }: { faults: Faults },
  operation: Operation,
  turnAway = CLOSED,
): MiddlewareHandler<BankEnv> {
  return async (c, next) => {
    const mode = faults.take(operation)
    const line = c.env.incoming.socket
    if (mode === '503') return turnAway(c)
    if (mode === 'timeout') {
      await new Promise<void>((hungUp) => line.once('close', () => hungUp()))
      return c.body(null)
    }
    await next()
    if (mode === 'answer-lost') line.destroy()
    if (mode === 'done-and-400') c.res = new Response(null, { status: 400 })
    return undefined
  }
}
