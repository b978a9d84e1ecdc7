import { AsyncLocalStorage } from 'node:async_hooks'

import { newReference } from '#platform/ids.server.ts'

export type Absence = 'away' | 'busy'

/** Facts about the request being answered, available anywhere in the program. */
type RequestNotes = {
  /** Shown on an error page and written to the log, so that one leads to the other. */
  id: string
  /** The pattern of the address, such as /tickets/:id. The address itself is never logged. */
  pattern: string | undefined
  /** The address of the caller, for counting tries; never logged. */
  address: string
  /** Set if something the request needs cannot be reached or is overloaded: temporary, and no fault of ours. */
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

/** The id of the request being answered, or undefined outside of one. */
export function requestId(): string | undefined {
  return current.getStore()?.id
}

/** The address that the request being answered comes from. */
export function callerAddress(): string {
  return current.getStore()?.address ?? 'inside'
}

/** Called by the page that answers, for the log. */
export function notePattern(pattern: string): void {
  const notes = current.getStore()
  if (notes) notes.pattern = pattern
}

/** The pattern of the address being answered, once its page is known. */
export function requestPattern(): string | undefined {
  return current.getStore()?.pattern
}

/** Called where a fault ends, if its cause is a temporary absence. */
export function markUnavailable(why: Absence = 'away'): void {
  const notes = current.getStore()
  if (notes) notes.absence = why
}

/** Why the request being answered failed, if something cannot be reached. */
export function absence(): Absence | undefined {
  return current.getStore()?.absence
}
