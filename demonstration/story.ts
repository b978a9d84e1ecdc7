import type { Passengers } from '#modules/fares/passengers.ts'
import type { NoticeContent } from '#modules/notices/notice.ts'
import type { OverruleCode } from '#modules/orders/order/overrule.ts'
import type { Cents } from '#platform/money.ts'

import type { Person } from './people.ts'

/** From one stop to another, with the first bus after a moment that has room. */
export type Trip = { from: string; to: string; leavesAfter: Temporal.Instant }

/** Something that a traveller or a member of staff did, and when. */
export type Story = { at: Temporal.Instant } & (Purchase | TravellersAct | StaffAct)

export type Purchase = Person & {
  kind: 'buy'
  /** The key of the browser; one for each purchase. */
  visitor: string
  passengers: Passengers
  wheelchairUsers: number
  trip: Trip
  /** Days between the way there and the way back; none: one way. */
  backAfter?: number
  /** `odd-sum`: the bank takes another sum than it was asked for. */
  ending: 'paid' | 'declined' | 'left' | 'odd-sum'
}

/** `visitor`: the key of the purchase or letter that it is about. */
export type TravellersAct =
  | { kind: 'cancel' | 'move'; visitor: string }
  | { kind: 'write'; visitor: string; locale: Person['locale']; fields: Record<string, string> }
  | { kind: 'reply'; visitor: string; text: string }
  | { kind: 'pay-link'; visitor: Sale['visitor'] }

export type Sale = Person & {
  kind: 'sell'
  visitor: `sale:${string}`
  passengers: Passengers
  trip: Trip
  /** Cash, a slip of the card terminal, or a link by mail to somebody on the telephone. */
  means: 'cash' | 'card-terminal' | 'link'
}

export type StaffAct =
  | Sale
  /** The hour of a link is over. */
  | { kind: 'lapse'; visitor: Sale['visitor'] }
  | { kind: 'open-till'; float: Cents }
  /** `missing`: the cents by which the drawer holds less than it should. */
  | { kind: 'close-till'; missing: number }
  | { kind: 'note'; visitor: string; by: 'seller' | 'dispatcher'; text: string }
  | { kind: 'overrule'; visitor: string; code: OverruleCode; reason: string }
  | { kind: 'goodwill'; visitor: string; amount: Cents; code: OverruleCode; reason: string }
  | { kind: 'answer'; visitor: string; text: string; settles: boolean }
  | { kind: 'take'; visitor: string; note: string }
  | { kind: 'notice'; content: NoticeContent; isPublished: boolean }
  /** Vehicles, drivers and the duties of a day and of the next one. */
  | { kind: 'fleet'; day: Temporal.PlainDate; present: Temporal.Instant }
  /** The driver of a duty of the next hours cannot come. */
  | { kind: 'ill' }
  | { kind: 'cancel-departure'; reason: string }
  | { kind: 'late'; minutes: number }
  /** Drivers count who is aboard, on every bus since a moment. */
  | { kind: 'board'; since: Temporal.Instant }
