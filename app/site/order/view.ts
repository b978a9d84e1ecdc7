import type { PriceLineView } from '#app/components/ride/price-lines.tsx'
import type { RideFacts } from '#app/components/ride/view.ts'
import type { ReadStatus } from '#modules/orders/order/shown-status.ts'
import type { Cents } from '#platform/money.ts'

/* A bought order as its holder sees it, in words made by the server. */

export type OrderPageView = {
  manageId: string
  reference: string
  status: ReadStatus
  /** What happens next, or what became of it. */
  next: string
  /** Somebody has to choose: a bus does not run. */
  isUrgent: boolean
  items: ItemView[]
  /** More than one ride can be given up at once. */
  canCancelAll: boolean
  awaited: AwaitedView | null
  done: DoneView | null
  money: MoneyLineView[]
  /** Something is under way that the page waits for. */
  isMoving: boolean
  papers: { number: string; label: string; total: Cents }[]
  contact: { name: string; email: string; canChange: boolean; canResend: boolean }
  history: { key: string; when: string; what: string }[]
}

export type ItemView = RideFacts & {
  bookingId: string
  itemId: string
  /** In words when it is not simply to come. */
  state: 'to-come' | 'left' | 'over' | 'cancelled' | 'not-running'
  /** "2 adults, 1 child" */
  party: string
  lines: PriceLineView[]
  total: Cents
  ticketId: string | null
  /** The next ticket that is needed. */
  isNext: boolean
  /** What can be done until when, or that the time for it is over. */
  deadline: string | null
  correctUntil: string | null
  canCancel: boolean
  canChange: boolean
  canCorrect: boolean
  canMiss: boolean
  hasSeveral: boolean
  wheelchair: ItemWheelchair
  /** Instead of a bus that does not run. */
  others: OtherBusView[]
}

/** `fields`: what the asking form says beside how many need a place. */
export type ItemWheelchair =
  | { state: 'granted'; number: string }
  | { state: 'can-ask'; most: number; until: string; fields: [name: string, value: string][] }
  | { state: 'too-late'; until: string }
  | { state: 'not-known' }
  | { state: 'none' }

/** One tap on it, and the ride is on this bus. */
export type OtherBusView = {
  key: string
  date: string
  /** "03:30 – 04:10" */
  times: string
  address: string
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
  /** When, and with or to which card. */
  detail: string
  /** What comes back is negative. */
  amount: Cents
  /** How far it has come. */
  progress: string | null
  isTrouble: boolean
}
