import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'

import { db } from '#platform/db.server.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { addTraveller, choose, ride } from '#test/simulation/travellers.ts'

import { LATE_LOOK_MILLISECONDS } from './look-before-lock.server.ts'
import { quoteRide } from './quote-rides.server.ts'

openSimulation()
vi.mock('node:timers/promises', { spy: true })
vi.mock('./quote-rides.server.ts', { spy: true })

const SOLD_OUT = { ok: false, reason: 'not-enough-seats', seatsLeft: 0 }

test('while the last seats are being paid for, late buyers share one look at the bus', async () => {
  const endRest = holdRests()
  const bus = await anyBus({ seats: 1 })
  const want = () => choose(addTraveller(), ride(bus, 'A', 'C'))
  expect(await want()).toMatchObject({ ok: true })
  expect(await want()).toMatchObject(SOLD_OUT)

  vi.mocked(quoteRide).mockClear()
  const late = [want(), want()]
  await askSomethingElse()
  expect(quoteRide).not.toHaveBeenCalled()
  endRest()
  expect(await Promise.all(late)).toMatchObject([SOLD_OUT, SOLD_OUT])
  expect(quoteRide).toHaveBeenCalledTimes(1)
})

/** From now on, the pause after a look ends when the returned function is called. */
function holdRests(): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const really = vi.mocked(pause).getMockImplementation()
  vi.mocked(pause).mockImplementation(((milliseconds, ...others) =>
    milliseconds === LATE_LOOK_MILLISECONDS
      ? promise
      : really?.(milliseconds, ...others)) as typeof pause)
  return () => resolve(undefined)
}

/** When this is answered, a look that was not held back is under way. */
async function askSomethingElse(): Promise<void> {
  await db.selectFrom('mails').select('mailId').limit(1).execute()
}
