import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

import { now } from '#platform/clock.server.ts'
import type { CrashPoint } from '#platform/crash-points.ts'

import { PowerCut, type StepElsewhere } from './steps-elsewhere.ts'
import type { Travellers } from './travellers.ts'

/*
 * A second program on the same database: a real process, so that it shares nothing by accident and
 * can be killed like in a power cut. It starts when it is first needed, and again after each kill.
 */

export type Task = {
  id: number
  steps: readonly StepElsewhere[]
  travellers: Travellers
  crashAt: CrashPoint | undefined
  /** The current time of the simulation. */
  epochMilliseconds: number
}
export type Done = { id: number; fault?: string }
export type Places = { bank: string; line: string; door: string; mail: string }

export type SecondProgram = {
  does: (
    steps: readonly StepElsewhere[],
    travellers: Travellers,
    crashAt?: CrashPoint,
  ) => Promise<void>
  stop: () => void
}

/** It starts again after each kill, so compiled code is kept for the next start. */
const COMPILED = join(import.meta.dirname, '../../build/compiled')

export function openSecondProgram(places: Places): SecondProgram {
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  let program: ChildProcess | undefined
  let count = 0

  function start(): ChildProcess {
    const child = fork(join(import.meta.dirname, 'be-second-program.ts'), {
      env: {
        PATH: process.env.PATH,
        MODE: 'demonstration',
        LOG_LEVEL: 'silent',
        NODE_COMPILE_CACHE: COMPILED,
        DATABASE_URL: process.env.DATABASE_URL,
        ...ofCompany(),
        BANK_URL: places.line,
        STRIPE_URL: places.line,
        JCC_URL: places.line,
        SMTP_URL: places.mail,
        PLACES: JSON.stringify(places),
      },
      execArgv: [],
    })
    child.on('message', ({ id, fault }: Done) => {
      const task = waiting.get(id)
      waiting.delete(id)
      if (fault) task?.reject(new Error(`in the second program: ${fault}`))
      else task?.resolve()
    })
    child.once('exit', () => {
      if (child === program) program = undefined
      for (const task of waiting.values()) task.reject(new PowerCut())
      waiting.clear()
    })
    return child
  }

  return {
    does(steps, { visitor, rival, buses }, crashAt) {
      program ??= start()
      const id = ++count
      const travellers = { visitor, rival, buses }
      const { epochMilliseconds } = now()
      const task = Promise.withResolvers<void>()
      waiting.set(id, task)
      program.send({ id, steps, travellers, crashAt, epochMilliseconds } satisfies Task)
      return task.promise
    },
    stop: () => program?.kill('SIGKILL'),
  }
}

/** The payment provider, and our credentials there. */
function ofCompany(): Record<string, string | undefined> {
  const settings = Object.entries(process.env)
  return Object.fromEntries(settings.filter(([name]) => /^(?:PAYMENT|STRIPE|JCC)_/.test(name)))
}
