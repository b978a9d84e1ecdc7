import type { FormProblem } from '#app/ui/error-summary.tsx'

/** The answer to a form that cannot be carried out: its problems, and what was typed. */
export type RefusedForm = { intent: string; problems: FormProblem[]; typed: Record<string, string> }

/** The values typed into the form of this act, if it was refused. */
export function typedFor(
  refused: RefusedForm | undefined,
  intent: string,
): RefusedForm['typed'] | undefined {
  return refused?.intent === intent ? refused.typed : undefined
}

/** The sentence about this field of a refused form. */
export function errorAt(refused: RefusedForm | undefined, fieldId: string): string | undefined {
  return refused?.problems.find((problem) => problem.fieldId === fieldId)?.sentence
}
