import { check, array, asyncProperty, constantFrom, integer, oneof, record } from 'fast-check'
import { expect, test } from 'vitest'

import { describeFailure, describeFault, keepNote } from './failure-note.ts'
import { STEPS, type Step } from './steps.ts'
import { NIGHTS, openCompany, type Plan } from './travel.ts'

/*
 * Journeys that nobody thought of. A failure prints the shortest journey that fails, and the one
 * command that plays it again; what it prints is kept in data/failures as well.
 */

const JOURNEYS = Number(process.env.JOURNEYS ?? 60)
/** Of a failure that was printed. What crosses each other may cross otherwise, so it is tried again. */
const { JOURNEY_PATH: path } = process.env
const seed = Number(process.env.JOURNEY_SEED ?? Math.floor(Math.random() * 2 ** 31))
const REPLAYS = 20

/** Ten times what one takes on an idle machine. */
const SECONDS_PER_JOURNEY = 10
const MAX_JOURNEY_SECONDS = 300

const company = openCompany()

const step = oneof(
  { weight: 60, arbitrary: constantFrom<Step[]>(...STEPS.ofPeople) },
  { weight: 40, arbitrary: constantFrom<Step[]>(...STEPS.ofTrouble) },
  { weight: 8, arbitrary: constantFrom<Step[]>(...STEPS.elsewhere) },
  { weight: 8, arbitrary: constantFrom<Step[]>(...STEPS.ofPower) },
  { weight: 1, arbitrary: constantFrom<Step[]>(...STEPS.ofKilling) },
)

/** Steps of one round happen at once, rounds one after the other. */
const rounds = array(array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 10 })

const journeys = record<Plan>({
  night: constantFrom(...NIGHTS),
  hoursBefore: integer({ min: 0, max: 73 }),
  alreadyBought: constantFrom(false, true),
  rounds,
})

test(
  `whatever happens, in ${JOURNEYS} journeys, seats, tickets, money and mails come out right`,
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

/** Kept at once: the journeys after it, each a shorter one, take a while and may end otherwise. */
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
    `JOURNEY_SEED=${seed} JOURNEY_PATH=${counterexamplePath} npx vitest run test/world/journeys`,
  ].join('\n')
  return `${text}\nThis note is kept in ${await keepNote(`${seed} shortest`, text)}`
}
