import type { Messages } from '#app/i18n/en.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'

/** The result of a form that was not carried out. Passwords are never returned. */
export type AccountAnswer = {
  /** The name of the form, on pages with several. */
  intent: string
  problems: FormProblem[]
  typed: Record<string, string>
}

/** A device on which the account is logged in. */
export type SessionView = {
  sessionId: string
  device: string | null
  /** The time as text. */
  usedAt: string
  isHere: boolean
}

/** The reason why the person cannot be erased yet. */
export type EraseObstacle = 'rides-to-come' | 'money-on-its-way'

/** A completed act, confirmed on the page it redirects to. */
export type News = keyof Messages['account']['news']

export function errorIn(answer: AccountAnswer | undefined, field: string): string | undefined {
  return answer?.problems.find(({ fieldId }) => fieldId === field)?.sentence
}
