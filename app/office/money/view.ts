import type { Tone } from '#app/ui/notice.tsx'
import type { SettlementState } from '#modules/bookkeeping/settlement/settlement-state.ts'

/** A line of the worklist: a payment or a refund that waits for a decision. */
export type WaitingView = {
  id: string
  to: string
  reference: string
  what: string
  why: string
  since: string
  sum: string
  toDo: string
  isGrave: boolean
}

export type Fact = { name: string; value: string }

export type StoryView = {
  reference: string
  payments: { id: string; to: string; state: string; sums: string; time: string }[]
  refunds: { id: string; to: string; state: string; amount: string; reason: string; time: string }[]
  ledger: { key: string; time: string; event: string; account: string; amount: string }[]
  events: StoryEvent[]
}

export type StoryEvent = {
  key: string
  time: string
  dateTime: string
  what: string
  about?: string
  tone?: Tone
}

/** A decision that can be made now, with its sums in words. */
export type ActView<Intent extends string> = {
  intent: Intent
  title: string
  text: string
  button: string
  confirm?: 'L1' | 'L2'
}

export type SettledView = {
  key: string
  to: string
  day: string
  provider: string
  state: SettlementState
  stateText: string
  captured: string
  refunded: string
  fees: string
  compared: number
}

export type DayView = {
  provider: string
  state: SettlementState
  facts: Fact[]
  differences: {
    key: string
    to: string | undefined
    paymentId: string
    ours: string
    theirs: string
  }[]
}
