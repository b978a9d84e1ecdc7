import type { Tone } from '#app/ui/notice.tsx'

/** One invariant: what it promises, and what the last look found. */
export type InvariantRow = {
  id: string
  promise: string
  /** Null if it was not looked at yet. */
  breaches: number | null
  found: string
  /** The first breaches, as the program words them. */
  sentences: string[]
}

/** Something else that keeps the company running; `to` is a page about money. */
export type HealthRow = { key: string; name: string; value: string; tone?: Tone; to?: string }

export type ChecksView = {
  summary: { tone: Tone; text: string }
  /** When everything was looked at; between two such looks only what changed is. */
  everything: string
  invariants: InvariantRow[]
  health: HealthRow[]
}
