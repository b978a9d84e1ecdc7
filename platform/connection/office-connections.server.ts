import { AsyncLocalStorage } from 'node:async_hooks'

const insideOffice = new AsyncLocalStorage<true>()

/** Runs a request of the office: all its queries use the connections of the office. */
export function withOfficeConnections<Answer>(answer: () => Answer): Answer {
  return insideOffice.run(true, answer)
}

/** Whether the current request is one of the office. */
export function isInOffice(): boolean {
  return insideOffice.getStore() === true
}
