import type { Passengers } from '#modules/fares/passengers.ts'
import type { PartyRefusal } from '#modules/orders/order/limits.ts'
import type { AboardRefusal } from '#modules/orders/policy/aboard.ts'
import type { ChangeRefusal } from '#modules/orders/policy/cancellation.ts'
import type { HoldRefusal } from '#modules/seats/seats.ts'
import type { Actor } from '#platform/actor.ts'

/** The passengers who travel, if some of a group take the refund. */
export type Travelling = { passengers: Passengers; wheelchairUsers: number }

/** A press on the page of a choice, or what was announced for passengers who do not answer. */
export type Wish = {
  token: string
  choice:
    | { kind: 'move'; offerId: string; travelling?: Travelling | undefined }
    | { kind: 'refund' }
    | { kind: 'stay'; travelling?: Travelling | undefined }
  by: Actor
  reason?: string
  now: Temporal.Instant
}

export type ChoiceRefusal =
  | Extract<ChangeRefusal, { reason: 'no-such-booking' | 'being-paid' }>
  /** The seats are no longer kept; without an answer, what was announced has been done. */
  | { ok: false; reason: 'choice-over' }
  /** No seats are kept there for these passengers, or no longer: that bus does not run any more. */
  | { ok: false; reason: 'not-offered' }
  /** The bus runs as planned for these passengers: there is nothing to choose any more. */
  | { ok: false; reason: 'runs-after-all' }
  /** Their seats are needed, or there is no bus to stay on. */
  | { ok: false; reason: 'cannot-stay' }
  /** They have left this bus for another one, or for another stop. */
  | { ok: false; reason: 'moved-already' }
  /** The money is on its way: seats can be booked again, but the refund cannot be stopped. */
  | { ok: false; reason: 'refunded-already' }
  /** The bus runs, and the terms refund no delay. */
  | { ok: false; reason: 'no-refund' }
  /** Fewer than nobody, or more than the booking has. */
  | { ok: false; reason: 'not-so-many' }
  | AboardRefusal
  | PartyRefusal
  | HoldRefusal

export type ChoiceOutcome = { ok: true } | ChoiceRefusal
