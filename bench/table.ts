import { loadavg } from 'node:os'

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

/** Other work of this machine slows what is measured, so a table names it. */
export function loadNow(): string {
  return `load of this machine: ${(loadavg()[0] ?? 0).toFixed(1)}`
}
