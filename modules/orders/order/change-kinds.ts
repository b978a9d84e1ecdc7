/** The kinds of change of a bought order, by cause and initiator. */
export const CHANGE_KINDS = [
  'cancelled',
  'amended',
  'corrected',
  'missed',
  'wheelchair',
  'contact',
  'goodwill',
  'company-moved',
  'company-refunded',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The party that requested a change. */
export const CHANGE_ACTORS = ['traveller', 'staff', 'system'] as const
export type ChangeActor = (typeof CHANGE_ACTORS)[number]

/**
 * A change with a surcharge waits for it. If it is not paid in time, the change lapses and the
 * order stays as it was.
 */
export const CHANGE_STATES = ['awaiting-payment', 'done', 'lapsed'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]
