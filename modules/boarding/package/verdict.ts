import type { Millis, PackedTicket } from '#modules/boarding/package/package.ts'

/**
 * The verdict on a ticket at the door, with the facts of its sentence. `boards` are the numbers of
 * people that may be let aboard with one press; empty if nobody may. `ticket` is null where nobody
 * may board and nothing is to be shown of it.
 */
export type Verdict = {
  ticket: PackedTicket | null
  boards: readonly number[]
} & (
  | { is: 'aboard'; people: number }
  | { is: 'newer'; people: number; madeAt: Millis }
  | { is: 'rest'; aboard: number; missing: number }
  | { is: 'part'; people: number }
  | { is: 'all-aboard'; people: number; at: Millis | null; device: number | null }
  | BusOf<'later-bus'>
  | BusOf<'earlier-bus'>
  | { is: 'other-way'; goesTo: string; wants: string }
  | { is: 'other-day'; day: string; at: Millis }
  | { is: 'other-stop'; stopId: string }
  | { is: 'beyond'; stopId: string }
  | { is: 'replaced'; day: string | null; successor: string | null }
  | { is: 'given-up'; day: string | null }
  | { is: 'older' }
  | { is: 'unlisted'; madeAt: Millis }
  | { is: 'not-ours' }
  | { is: 'sample' }
  | { is: 'unreadable' }
  | { is: 'no-such-ending'; typed: string }
  | { is: 'several'; tickets: readonly string[] }
)

type BusOf<Is extends string> = {
  is: Is
  at: Millis
  /** The date on which that bus leaves; null if it is that of this one. */
  day: string | null
  here: Millis
  /** Seats of this bus that are free for them. */
  free: number
  /** False for a ticket that was moved to a missed bus already. */
  isValid: boolean
}

/** `go`: they board now. `ask`: a press decides. `stop`: nobody boards with this ticket here. */
export type Tone = 'go' | 'ask' | 'stop'

/**
 * The colour, shape, sound and vibration of a verdict. A ticket that is good here is counted at once;
 * everything else that may board waits for a press.
 */
export function toneOf(verdict: Verdict): Tone {
  if (verdict.is === 'aboard' || verdict.is === 'newer') return 'go'
  if (verdict.is === 'all-aboard') return 'stop'
  return verdict.boards.length > 0 || verdict.is === 'several' ? 'ask' : 'stop'
}

/** The question how many of a party step aboard, in place of a verdict that lets all of them. */
export function askHowMany({ ticket, boards }: Verdict): Verdict {
  return { is: 'part', people: boards.length, ticket, boards }
}
