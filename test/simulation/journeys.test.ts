import { check, array, asyncProperty, constantFrom, integer, oneof, record } from 'fast-check'
import { expect, test } from 'vitest'

import { describeFailure, describeFault, keepNote } from './failure-note.ts'
import { STEPS, type Step } from './steps.ts'
import { NIGHTS, openCompany, type Plan } from './travel.ts'

/*
 * Random journeys. A failure prints the shortest failing journey and the one command that replays
 * it; the output is also kept in data/failures.
 */

const JOURNEYS = Number(process.env.JOURNEYS ?? 60)
/**
 * From the output of a failure. Concurrent steps may interleave differently, so the journey is
 * repeated.
 */
const { JOURNEY_PATH: path } = process.env
const seed = Number(process.env.JOURNEY_SEED ?? Math.floor(Math.random() * 2 ** 31))
const REPLAYS = 20

/** Ten times the duration of a journey on an idle machine. */
const SECONDS_PER_JOURNEY = 10
const MAX_JOURNEY_SECONDS = 300

const company = openCompany()

const step = oneof(
  { weight: 60, arbitrary: constantFrom<Step[]>(...STEPS.ofPeople) },
  { weight: 10, arbitrary: constantFrom<Step[]>(...STEPS.ofDelays) },
  { weight: 40, arbitrary: constantFrom<Step[]>(...STEPS.ofDoors) },
  { weight: 30, arbitrary: constantFrom<Step[]>(...STEPS.ofStaff) },
  { weight: 40, arbitrary: constantFrom<Step[]>(...STEPS.ofTrouble) },
  { weight: 8, arbitrary: constantFrom<Step[]>(...STEPS.elsewhere) },
  { weight: 8, arbitrary: constantFrom<Step[]>(...STEPS.ofPower) },
  { weight: 1, arbitrary: constantFrom<Step[]>(...STEPS.ofKilling) },
)

/** Steps of one round run at the same time, rounds one after the other. */
const rounds = array(array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 10 })

const journeys = record<Plan>({
  night: constantFrom(...NIGHTS),
  hoursBefore: integer({ min: 0, max: 73 }),
  alreadyBought: constantFrom(false, true),
  leavesSoon: constantFrom(false, true),
  rounds,
})

test(
  `in ${JOURNEYS} random journeys, seats, tickets, money and mails come out right`,
  async () => {
    const times = path ? REPLAYS : 1
    const result = await check(
      asyncProperty(journeys, async (plan) => {
        for (let time = 0; time < times; time++) await travelWithNote(plan)
      }),
      {
        seed,
        numRuns: path ? 1 : JOURNEYS,
        endOnFailure: path !== undefined,
        ...(path && { path }),
      },
    )
    expect(result.failed ? await describe(result) : 'all is well').toBe('all is well')
  },
  1000 * (MAX_JOURNEY_SECONDS + JOURNEYS * SECONDS_PER_JOURNEY),
)

let [ended, failures] = [0, 0]

/** Saved at once: shrinking takes a while and may end with a different failure. */
async function travelWithNote(plan: Plan): Promise<void> {
  const late = Promise.withResolvers<never>()
  const message = `still under way after ${MAX_JOURNEY_SECONDS} seconds`
  const timer = setTimeout(() => late.reject(new Error(message)), MAX_JOURNEY_SECONDS * 1000)
  try {
    await Promise.race([company.travel(plan), late.promise])
    ended += 1
    if (ended % 100 === 0)
      process.stdout.write(`${ended} journeys of seed ${seed} have ended well\n`)
  } catch (fault) {
    failures += 1
    await keepNote(`${seed} failure ${failures}`, describeFailure(fault, plan))
    throw fault
  } finally {
    clearTimeout(timer)
  }
}

type Result = Awaited<ReturnType<typeof check<[Plan]>>>

async function describe({ counterexamplePath, counterexample, errorInstance }: Result) {
  const text = [
    counterexample
      ? describeFailure(errorInstance, counterexample[0])
      : describeFault(errorInstance),
    'This plays it again, and nothing else:',
    `JOURNEY_SEED=${seed} JOURNEY_PATH=${counterexamplePath} npx vitest run --project rules test/simulation/journeys`,
  ].join('\n')
  return `${text}\nThis note is kept in ${await keepNote(`${seed} shortest`, text)}`
}
