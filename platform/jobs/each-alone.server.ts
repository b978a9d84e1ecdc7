import { isDatabaseAway } from '#platform/connection/database-trouble.server.ts'

/**
 * Does the work for each, one after the other, even if it fails for some: one order with a fault
 * must not stand in the way of all those behind it, every time that the job runs.
 *
 * @throws the first fault, after all the others were done, so that the job is tried again; at once
 *   if the database is away, since then all would fail
 */
export async function eachAlone<One>(
  all: Iterable<One>,
  work: (one: One) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = []
  for (const one of all) {
    try {
      await work(one)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      faults.push(error)
    }
  }
  if (faults.length === 1) throw faults[0]
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} failed, each alone`)
}
