import { isDatabaseAway } from './database-trouble.server.ts'

const KEPT_MILLISECONDS = 60_000
/** So long the last reading is better than none, should the database be away. */
const GOOD_ENOUGH_MILLISECONDS = 3_600_000

type Reading = { value: Promise<unknown>; since: number }

/** The readings of every function made by `keepBriefly`, so that all can be forgotten together. */
const everything: Map<string, Reading>[] = []

/**
 * The same reading, done once a minute for each argument: for what every visitor is shown and only
 * an import changes. Visitors who come at the same time share one reading, and a failed one is not
 * kept.
 */
export function keepBriefly<Value>(
  read: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const kept = new Map<string, { value: Promise<Value>; since: number }>()
  everything.push(kept)
  return (key) => {
    const time = performance.now()
    const known = kept.get(key)
    if (known && time < known.since + KEPT_MILLISECONDS) return known.value

    for (const [old, { since }] of kept) {
      if (time >= since + GOOD_ENOUGH_MILLISECONDS) kept.delete(old)
    }
    const before = kept.get(key)
    const value = read(key).catch((error: unknown) => {
      if (kept.get(key) === reading) {
        if (before) kept.set(key, before)
        else kept.delete(key)
      }
      if (before && isDatabaseAway(error)) return before.value
      throw error
    })
    const reading = { value, since: time }
    kept.set(key, reading)
    return value
  }
}

/** Called when the timetable has been replaced: every next reading is a new one. */
export function forgetKept(): void {
  for (const kept of everything) kept.clear()
}
