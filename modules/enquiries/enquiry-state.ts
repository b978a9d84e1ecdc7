import { dateInCyprus } from '#platform/time.ts'

import { complaintDeadlines } from './complaints.ts'

/**
 * Progress of an enquiry. `new`: nobody has taken it. `open`: it is our turn. `waiting`: we have asked
 * the writer something. `answered`: the writer has our answer. `closed`: it needs none.
 */
export const ENQUIRY_STATES = ['new', 'open', 'waiting', 'answered', 'closed'] as const
export type EnquiryState = (typeof ENQUIRY_STATES)[number]

/** The states in which somebody still has to do something. */
export const TO_DO: readonly EnquiryState[] = ['new', 'open', 'waiting']

/** Our answer, the writer's reply, and a note that the writer never sees. */
export const MESSAGE_KINDS = ['answer', 'reply', 'note'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export type EnquiryEvent = 'taken' | 'asked' | 'answered' | 'replied' | 'closed' | 'reopened'

/** The next state for each event; an event that is missing is refused. */
const NEXT: Record<EnquiryState, Partial<Record<EnquiryEvent, EnquiryState>>> = {
  new: { taken: 'open', asked: 'waiting', answered: 'answered', replied: 'new', closed: 'closed' },
  open: {
    taken: 'open',
    asked: 'waiting',
    answered: 'answered',
    replied: 'open',
    closed: 'closed',
  },
  waiting: {
    taken: 'waiting',
    asked: 'waiting',
    answered: 'answered',
    replied: 'open',
    closed: 'closed',
  },
  answered: { asked: 'waiting', answered: 'answered', replied: 'open', reopened: 'open' },
  closed: { replied: 'open', reopened: 'open' },
}

/** The state after an event; undefined if the event is not possible in this state. */
export function nextState(state: EnquiryState, event: EnquiryEvent): EnquiryState | undefined {
  return NEXT[state][event]
}

/** Whether the last day for an answer is over in Cyprus. */
export function isOverdue(lastDay: Temporal.PlainDate, now: Temporal.Instant): boolean {
  return Temporal.PlainDate.compare(lastDay, dateInCyprus(now)) < 0
}

type Complaint = {
  topic: string | null
  receivedAt: Temporal.Instant
  firstAnsweredAt: Temporal.Instant | null
  state: EnquiryState
}

/**
 * The last day for the next answer by law: for a complaint that we still have to answer, the day of
 * the first answer, and after that the day of the decision. Null for everything else.
 */
export function dueOn(enquiry: Complaint): Temporal.PlainDate | null {
  const { topic, receivedAt, firstAnsweredAt, state } = enquiry
  if (topic !== 'complaint' || !TO_DO.includes(state)) return null
  const { firstAnswerBy, finalAnswerBy } = complaintDeadlines(receivedAt)
  return firstAnsweredAt ? finalAnswerBy : firstAnswerBy
}
