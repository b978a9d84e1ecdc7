import type { Messages } from '#app/i18n/en.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'

/** What a page about an account answers to a form it did not carry out. Passwords do not come back. */
export type AccountAnswer = {
  /** Which form it was, where a page has several. */
  intent: string
  problems: FormProblem[]
  typed: Record<string, string>
}

/** A device on which the account is logged in. */
export type SessionView = {
  sessionId: string
  device: string | null
  /** In words. */
  usedAt: string
  isHere: boolean
}

/** Why the person cannot be erased yet. */
export type EraseObstacle = 'rides-to-come' | 'money-on-its-way'

/** Something that has just been done, told on the page it leads to. */
export type News = keyof Messages['account']['news']

export function errorIn(answer: AccountAnswer | undefined, field: string): string | undefined {
  return answer?.problems.find(({ fieldId }) => fieldId === field)?.sentence
}
