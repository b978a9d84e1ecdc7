import { loadavg } from 'node:os'

import { invariant } from '#platform/invariant.ts'

/** A line between the tables: an introduction, or the reason why a table is missing. */
export function say(sentence: string): void {
  process.stdout.write(`\n${sentence}\n`)
}

/** Verdicts of a row that misses its budget. */
const MISSED = new Set<string | number>(['OVER', 'UNDER', 'WRONG'])

/** One row: its name and its figures. A budget that is missed makes the program end with 1. */
export function print(name: string, ...figures: (string | number)[]): void {
  if (figures.some((figure) => MISSED.has(figure))) process.exitCode = 1
  const columns = figures.map((figure) => String(figure).padStart(12))
  process.stdout.write(`${`${name.padEnd(34)}${columns.join('')}`.trimEnd()}\n`)
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const ADDITIONS = 1e8
/** The engine compiles the loop during the first. */
const TRIES = 3

/**
 * Other work of this machine slows what is measured, and a machine in a cloud is twice as quick at one
 * hour as at another; so a table tells both.
 */
export function machineNow(): string {
  const [load = 0] = loadavg()
  const seconds = Math.min(...Array.from({ length: TRIES }, timeAdditions))
  return `load of this machine: ${load.toFixed(1)}; a hundred million additions: ${seconds.toFixed(3)} s`
}

function timeAdditions(): number {
  const began = performance.now()
  let sum = 0
  for (let number = 0; number < ADDITIONS; number++) sum += number
  invariant(sum > 0, 'the additions are made')
  return (performance.now() - began) / 1000
}
