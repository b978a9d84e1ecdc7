import type { Verdict } from '#modules/boarding/package/verdict.ts'

/** The names and moments of a package, in the language of the phone. */
export type Names = {
  stop: (stopId: string) => string
  /** "Sun 22 Nov" */
  day: (date: string) => string
  /** "13:30" */
  clock: (moment: number) => string
}

type Of<Is extends Verdict['is']> = Extract<Verdict, { is: Is }>

/** The sentences of every verdict: none compiles without one in each language. */
export type VerdictWords = { [Is in Verdict['is']]: (verdict: Of<Is>, names: Names) => string }
