import { AsyncLocalStorage } from 'node:async_hooks'

import { newReference } from './ids.server.ts'

export type Absence = 'away' | 'busy'

/** What is known about the request being answered, wherever in the program one is. */
type RequestNotes = {
  /** Shown on an error page and written into the log, so that one finds the other. */
  id: string
  /** The pattern of the address, such as /tickets/:id. An address itself is never logged. */
  pattern: string | undefined
  /** Where it comes from, for counting tries; never logged. */
  address: string
  /** What it needed is away at the moment, or too many need it; it is no fault of ours, and passes. */
  absence: Absence | undefined
}

const current = new AsyncLocalStorage<RequestNotes>()

/** Answers a request under an id of its own. */
export function underRequestId<Answer>(
  address: string,
  answer: (notes: RequestNotes) => Answer,
): Answer {
  const notes: RequestNotes = {
    id: newReference(),
    pattern: undefined,
    address,
    absence: undefined,
  }
  return current.run(notes, () => answer(notes))
}

/** The id of the request being answered, or nothing outside of one. */
export function requestId(): string | undefined {
  return current.getStore()?.id
}

/** Where the request being answered comes from. */
export function callerAddress(): string {
  return current.getStore()?.address ?? 'inside'
}

/** Told by the page that turned out to answer, for the log. */
export function notePattern(pattern: string): void {
  const notes = current.getStore()
  if (notes) notes.pattern = pattern
}

/** Told where a fault ends, when it is an absence that passes. */
export function markUnavailable(why: Absence = 'away'): void {
  const notes = current.getStore()
  if (notes) notes.absence = why
}

/** Why the request being answered failed, if something is away. */
export function absence(): Absence | undefined {
  return current.getStore()?.absence
}
