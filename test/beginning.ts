import { writeFileSync } from 'node:fs'

/**
 * The moment at which every test begins, whenever it is run: 09:00 in Cyprus, on a Wednesday in
 * winter, with Christmas ahead. Else what leaves in two days would leave at another hour each time,
 * and now and then at midnight.
 */
export const BEGINNING = Temporal.Instant.from('2026-12-02T07:00:00Z')

/** For the programs that are given this file as CLOCK_FILE. */
export function beginNow(clockFile: string): void {
  const { epochMilliseconds } = Temporal.Now.instant()
  writeFileSync(clockFile, String(BEGINNING.epochMilliseconds - epochMilliseconds))
}
