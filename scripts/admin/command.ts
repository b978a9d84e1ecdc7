import type { Actor } from '#platform/actor.ts'
import { OFFICE_LOCALE } from '#platform/languages.ts'
import { formatEuros, type Cents } from '#platform/money.ts'
import { inCyprus } from '#platform/time.ts'

/** The words typed with a command. A decision needs a name and a reason; both are recorded. */
export type Typed = { what: string; by: Actor; reason: string }

export type Command = {
  /** The arguments after its name, for the list of commands. */
  takes: string
  does: string
  /** The format of its argument; without a format it takes none. */
  what?: RegExp
  /** Makes a decision, so it requires a name and a reason. */
  isDecision?: true
  /** Returns the exit code: 1 when nothing was done. */
  run(typed: Typed): Promise<number>
}

/** A sentence for each refusal; a missing one does not compile. */
export type Sentences<Refusal extends { reason: string }> = {
  [Reason in Refusal['reason']]: (refusal: Extract<Refusal, { reason: Reason }>) => string
}

export function refuse<Refusal extends { reason: string }>(
  sentences: Sentences<Refusal>,
  refusal: Refusal,
): number {
  const say = sentences[refusal.reason as Refusal['reason']] as (refusal: Refusal) => string
  console.error(`Nothing was done: ${say(refusal)}.`)
  return 1
}

export function euros(amount: number): string {
  return formatEuros(amount as Cents, OFFICE_LOCALE)
}

/** "2026-11-20 14:03", in Cyprus time. */
export function moment(at: Temporal.Instant): string {
  const local = inCyprus(at)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  return `${local.toPlainDate().toString()} ${time}`
}
