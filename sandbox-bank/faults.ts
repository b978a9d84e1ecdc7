import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'

import type { BankEnv } from './hono-env.ts'

/** A failure of the API that a test plans. */
export const PlannedFault = z.object({
  /**
   * `503`: the bank is closed. `timeout`: does nothing and never responds. `answer-lost`: carries
   * out the request, then cuts the connection. `done-and-400`: carries it out, but responds with
   * 400.
   */
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
    /** Replaces the plan for the same operations; with no calls left, the plan is over. */
    plan(fault: PlannedFault): void {
      planned = [...planned.filter((other) => other.for !== fault.for), fault]
    },

    /** The failure planned for this call, if any. */
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

/** Makes a shop's call fail as planned. Some companies have their own response for being closed. */
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
