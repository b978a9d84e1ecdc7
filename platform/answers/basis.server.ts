import { AsyncLocalStorage } from 'node:async_hooks'

import { dateInCyprus, startOfDay } from '#platform/time.ts'

/** The facts that an answer rests on, noted while it is made: it is true while none of them changes. */
export type Basis = {
  /** The answer is the same for every visitor who asks the same, whatever their cookies. */
  isForAll: boolean
  /** Milliseconds of the clock: made then, and true before the other moment. */
  madeAt: number
  changesAt: number
  /** The rows of the database that are shown, each with its version. */
  versions: Set<string>
  /** The database told its edition while the answer was made. */
  isEditionKnown: boolean
}

const current = new AsyncLocalStorage<Basis>()

/** Makes an answer and learns what it rests on; every page rests on the date. */
export async function withBasis<Answer>(
  now: Temporal.Instant,
  make: () => Promise<Answer>,
): Promise<{ answer: Answer; basis: Basis }> {
  const midnight = startOfDay(dateInCyprus(now).add({ days: 1 }))
  const basis: Basis = {
    isForAll: false,
    madeAt: now.epochMilliseconds,
    changesAt: midnight.epochMilliseconds,
    versions: new Set(),
    isEditionKnown: false,
  }
  return { answer: await current.run(basis, make), basis }
}

/**
 * Called by a page that shows nothing of its visitor, once it is complete: its answer may be kept
 * while it is true.
 */
export function keepWhileTrue(): void {
  const basis = current.getStore()
  if (basis) basis.isForAll = true
}

/** At this moment the answer being made becomes another. A moment that has passed changes nothing. */
export function noteChangeAt(moment: Temporal.Instant): void {
  changeAt(moment.epochMilliseconds)
}

/** The last moment at which the answer being made is true. */
export function noteLastMoment(moment: Temporal.Instant): void {
  changeAt(moment.epochMilliseconds + 1)
}

function changeAt(at: number): void {
  const basis = current.getStore()
  if (basis && at > basis.madeAt && at < basis.changesAt) basis.changesAt = at
}

/** Something of the database that the answer being made shows, as it was read for it. */
export function noteVersions(read: () => readonly string[]): void {
  const basis = current.getStore()
  if (basis) for (const version of read()) basis.versions.add(version)
}

/** Called when the database has told its edition, and what was remembered of an older one is dropped. */
export function noteEditionKnown(): void {
  const basis = current.getStore()
  if (basis) basis.isEditionKnown = true
}
