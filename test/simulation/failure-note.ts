import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'

import type { Plan } from './travel.ts'

/*
 * The text of a failure, printed and also kept in a file: the output of a long run scrolls away,
 * and a journey with concurrent steps may not fail a second time.
 */

/** The folder of the notes; not in git. */
const FOLDER = join(import.meta.dirname, '../../data/failures')

/** The fault with all its causes and its other properties; a stack has neither. */
export function describeFault(fault: unknown): string {
  return inspect(fault, { depth: 10, maxStringLength: null, breakLength: 100 })
}

export function describeFailure(fault: unknown, plan: Plan): string {
  const { night, hoursBefore, alreadyBought, rounds } = plan
  return [
    describeFault(fault),
    `It began ${hoursBefore} hours before ${night}, with ${alreadyBought ? 'an order that was paid for' : 'a full cart'}:`,
    ...rounds.map((round) => `  ${round.join(' + ')}`),
    `As a plan: ${JSON.stringify(plan)}`,
  ].join('\n')
}

/** Returns the path of the file with the note. */
export async function keepNote(name: string, text: string, folder = FOLDER): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name.replaceAll(/[^\w-]+/g, '-')}.txt`)
  await writeFile(file, `${text}\n`)
  return file
}
