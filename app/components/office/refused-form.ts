import type { Refused } from '#app/office/act.server.ts'

/** The values typed into the form of this act, if it was refused. */
export function typedFor(
  refused: Refused | undefined,
  intent: string,
): Refused['typed'] | undefined {
  return refused?.intent === intent ? refused.typed : undefined
}

/** The sentence about this field of a refused form. */
export function errorAt(refused: Refused | undefined, fieldId: string): string | undefined {
  return refused?.problems.find((problem) => problem.fieldId === fieldId)?.sentence
}
