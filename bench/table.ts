/** A line between the tables: what comes, or why it does not. */
export function say(sentence: string): void {
  process.stdout.write(`\n${sentence}\n`)
}

/** One row: what it is about, and its figures. */
export function print(name: string, ...figures: (string | number)[]): void {
  const columns = figures.map((figure) => String(figure).padStart(12))
  process.stdout.write(`${`${name.padEnd(34)}${columns.join('')}`.trimEnd()}\n`)
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
