import type { PriceLineView } from '#app/components/ride/price-lines.tsx'
import type { RideFacts } from '#app/components/ride/view.ts'
import type { Ending } from '#modules/dispatch/ending.ts'
import type { ReadStatus } from '#modules/orders/order/shown-status.ts'
import type { Cents } from '#platform/money.ts'

/* A bought order for its holder, as text made by the server. */

export type OrderPageView = {
  manageId: string
  reference: string
  status: ReadStatus
  /** The next step, or the outcome. */
  next: string
  /** The holder has to choose, because a bus was cancelled. */
  isUrgent: boolean
  items: ItemView[]
  /** Several rides can be cancelled together. */
  canCancelAll: boolean
  awaited: AwaitedView | null
  done: DoneView | null
  money: MoneyLineView[]
  /** The page waits for something in progress. */
  isMoving: boolean
  documents: { number: string; label: string; total: Cents }[]
  contact: { name: string; email: string; phone: string; canChange: boolean; canResend: boolean }
  history: { key: string; when: string; what: string }[]
}

export type ItemView = RideFacts & {
  bookingId: string
  itemId: string
  /** Why its bus does not run; null if it runs. */
  ending: Ending | null
  /** Shown as a sentence unless it is `to-come`. */
  state: 'to-come' | 'left' | 'over' | 'cancelled' | 'not-running'
  /** The stop that the bus does not serve as usual, in a sentence; null if it serves both. */
  stopNews: string | null
  /** The holder still has to be at the stop before the planned time. */
  hasToBeThere: boolean
  /** The departure that was booked, in a sentence; null if a new timetable has not changed it. */
  retimedFrom: string | null
  /** The delay of the bus in a sentence; null if it is on time. */
  late: string | null
  /** "2 adults, 1 child" */
  party: string
  lines: PriceLineView[]
  total: Cents
  ticketId: string | null
  /** The ticket leads the page: it is needed next, and nothing has to be done before. */
  isMain: boolean
  /** The deadline for changes, or that it has passed. */
  deadline: string | null
  correctUntil: string | null
  canCancel: boolean
  canChange: boolean
  canCorrect: boolean
  canMiss: boolean
  hasSeveral: boolean
  wheelchair: ItemWheelchair
  /** Opens the choice of a passenger whose bus was cancelled, while seats are kept. */
  choiceToken: string | null
  /** Why its bus does not run as it was sold, while there is a choice and if passengers are told. */
  reason: string | null
  /** Alternatives to a cancelled bus, if there is no such choice. */
  others: OtherBusView[]
}

/** `fields`: the hidden fields of the form that asks for the number of spaces. */
export type ItemWheelchair =
  | { state: 'granted'; number: string }
  | { state: 'can-ask'; most: number; until: string; fields: [name: string, value: string][] }
  | { state: 'too-late'; until: string }
  | { state: 'not-known' }
  | { state: 'none' }

/** One tap on it moves the ride to this bus. */
export type OtherBusView = {
  key: string
  date: string
  /** "03:30 – 04:10" */
  times: string
  /** Without a language. */
  path: string
}

export type AwaitedView = {
  amount: Cents
  goTo: string | null
  sentence: string
  canGiveUp: boolean
}

export type DoneView = { title: string; sentences: string[]; hasMailbox: boolean }

export type MoneyLineView = {
  key: string
  label: string
  /** The date, and the card of the payment or refund. */
  detail: string
  /** Refunds are negative. */
  amount: Cents
  /** The progress of a refund. */
  progress: string | null
  isTrouble: boolean
}
