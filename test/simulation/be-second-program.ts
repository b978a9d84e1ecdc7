import { flushCompileCache } from 'node:module'

import { now, shiftClock } from '#platform/clock.server.ts'
import { env } from '#platform/settings/env.server.ts'

import { asTraveller, controlOf } from './bank-control.ts'
import { describeFault } from './failure-note.ts'
import { Journey, type Cast } from './journey.ts'
import type { Done, Places, Task } from './second-program.ts'
import { doHere, isExpected } from './steps.ts'

/* The second program of the simulation: runs the steps it is sent, at the time it is given. */

const places = JSON.parse(process.env.PLACES ?? '{}') as Places
const cast = {
  bank: { ...controlOf(places.bank), ...asTraveller(places.bank), door: { origin: places.door } },
} as unknown as Cast

process.on('message', (task: Task) => void work(task))
process.once('disconnect', () => process.exit())
// Node would do this on exit, but this program is killed.
flushCompileCache()

async function work({ id, steps, travellers, crashAt, epochMilliseconds }: Task): Promise<void> {
  shiftClock({ milliseconds: epochMilliseconds - now().epochMilliseconds })
  const journey = new Journey(cast, travellers)
  const faults: string[] = []
  env().CRASH_AT = crashAt
  for (const step of steps) {
    await doHere(journey, step).catch((error: unknown) => {
      if (!isExpected(error)) faults.push(describeFault(error))
    })
  }
  if (crashAt) env().CRASH_AT = undefined
  const done: Done = { id, ...(faults.length > 0 && { fault: faults.join('\n') }) }
  process.send?.(done)
}
