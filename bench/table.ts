import { loadavg } from 'node:os'

/** A line between the tables: an introduction, or the reason why a table is missing. */
export function say(sentence: string): void {
  process.stdout.write(`\n${sentence}\n`)
}

/** One row: its name and its figures. */
export function print(name: string, ...figures: (string | number)[]): void {
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
