import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

import { now } from '#platform/clock.server.ts'
import type { CrashPoint } from '#platform/crash-points.ts'

import { PowerCut, type StepElsewhere } from './steps-elsewhere.ts'
import type { Travellers } from './travellers.ts'

/*
 * A second program on the same database: real, so that nothing is shared by accident, and so that
 * it can be killed as the power does. It is started when it is first needed, and again after that.
 */

export type Task = {
  id: number
  steps: readonly StepElsewhere[]
  travellers: Travellers
  crashAt: CrashPoint | undefined
  /** The time it is here. */
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

/** It is started again after each kill: what the first one compiled, the next one need not. */
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

/** Who takes the payments, and what we are known by there. */
function ofCompany(): Record<string, string | undefined> {
  const settings = Object.entries(process.env)
  return Object.fromEntries(settings.filter(([name]) => /^(?:PAYMENT|STRIPE|JCC)_/.test(name)))
}
