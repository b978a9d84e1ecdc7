import { formatEuros, type Cents } from '#platform/money.ts'
import { inCyprus } from '#platform/time.ts'

/** What was typed with a command. Who decides says who they are and why; both are kept. */
export type Typed = {
  what: string
  outcome: string
  actor: string
  reason: string
  writesOff: boolean
}

export type Command = {
  /** What is typed after its name, for the list of commands. */
  takes: string
  does: string
  /** What must look how; without it nothing is taken. */
  what?: RegExp
  outcome?: RegExp
  /** It decides something, so it wants a name and a reason. */
  isDecision?: true
  /** Gives the exit code: 1 when nothing was done. */
  run(typed: Typed): Promise<number>
}

/** A sentence for each reason of refusing; one without a sentence does not compile. */
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
  return formatEuros(amount as Cents, 'en')
}

/** "2026-11-20 14:03", by the clocks of Cyprus. */
export function moment(at: Temporal.Instant): string {
  const local = inCyprus(at)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  return `${local.toPlainDate().toString()} ${time}`
}
