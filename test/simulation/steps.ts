import { isDatabaseAway } from '#platform/connection/database-trouble.server.ts'
import { CRASH_POINTS, type CrashPoint } from '#platform/crash-points.ts'
import { env } from '#platform/settings/env.server.ts'

import type { Journey } from './journey.ts'
import { ELSEWHERE, PowerCut, type StepElsewhere } from './steps-elsewhere.ts'
import { OF_DELAYS } from './steps-of-delays.ts'
import { OF_DOORS } from './steps-of-doors.ts'
import { OF_PEOPLE } from './steps-of-people.ts'
import { OF_STAFF } from './steps-of-staff.ts'
import { OF_TROUBLE } from './steps-of-trouble.ts'

/*
 * Each step may come at any moment, so none expects to succeed; only the final state counts. The
 * name of a step is a sentence, so that a failing journey can be read.
 */

const HERE = { ...OF_PEOPLE, ...OF_DELAYS, ...OF_DOORS, ...OF_STAFF, ...OF_TROUBLE }
type StepHere = keyof typeof HERE

export type Step =
  | StepHere
  | `${StepElsewhere}, in a second program`
  | `the power fails at ${CrashPoint}`
  | `a second program is killed at ${CrashPoint}`

/** The effect of each step on a journey. */
const DO = new Map<Step, (journey: Journey) => Promise<unknown>>([
  ...(Object.keys(HERE) as StepHere[]).map((step) => [step, HERE[step]] as const),
  ...ELSEWHERE.map((step) => {
    const name = `${step}, in a second program` as const
    return [name, (journey: Journey) => journey.cast.second.does([step], journey)] as const
  }),
  ...CRASH_POINTS.map((point) => {
    return [`the power fails at ${point}`, async () => failPowerAt(point)] as const
  }),
  ...CRASH_POINTS.map((point) => {
    const name = `a second program is killed at ${point}` as const
    const kill = (journey: Journey) => journey.cast.second.does(ELSEWHERE, journey, point)
    return [name, kill] as const
  }),
])

export const STEPS = {
  ofPeople: Object.keys(OF_PEOPLE) as (keyof typeof OF_PEOPLE)[],
  ofDelays: Object.keys(OF_DELAYS) as (keyof typeof OF_DELAYS)[],
  ofDoors: Object.keys(OF_DOORS) as (keyof typeof OF_DOORS)[],
  ofStaff: Object.keys(OF_STAFF) as (keyof typeof OF_STAFF)[],
  ofTrouble: Object.keys(OF_TROUBLE) as (keyof typeof OF_TROUBLE)[],
  elsewhere: ELSEWHERE.map((step) => `${step}, in a second program` as const),
  ofPower: CRASH_POINTS.map((point) => `the power fails at ${point}` as const),
  ofKilling: CRASH_POINTS.map((point) => `a second program is killed at ${point}` as const),
}

/**
 * Steps of one round run concurrently. A fault that a step asked for does not count as a failure.
 */
export async function doAtOnce(journey: Journey, steps: readonly Step[]): Promise<void> {
  const outcomes = await Promise.allSettled(steps.map(async (step) => DO.get(step)?.(journey)))
  env().CRASH_AT = undefined
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !isExpected(outcome.reason)) throw outcome.reason
  }
}

export async function doHere(journey: Journey, step: StepElsewhere): Promise<void> {
  await HERE[step](journey)
}

/** The operation stops there, with nothing after it done. */
function failPowerAt(point: CrashPoint): void {
  env().CRASH_AT = point
}

const BANK_AWAY = /does not answer|the provider is|is under way at the provider/
/** The machine was too busy to draw a ticket within ten seconds. */
const PRINTER_LOST = /^The worker was lost/
const LINE_TO_MAIL = new Set(['ECONNECTION', 'ECONNRESET', 'ESOCKET', 'ETIMEDOUT', 'EPROTOCOL'])

/** Faults that a step may end with while something is down; the job would be retried. */
export function isExpected(error: unknown): boolean {
  const {
    message = '',
    code = '',
    responseCode = 0,
  } = error as Partial<{
    message: string
    code: string
    responseCode: number
  }>
  const isOfMail = LINE_TO_MAIL.has(code) || responseCode === 451
  const isUnavailable = BANK_AWAY.test(message) || PRINTER_LOST.test(message) || isOfMail
  return error instanceof PowerCut || isUnavailable || isDatabaseAway(error)
}
