/** What may become of an order after it was bought, and by whose wish. */
export const CHANGE_KINDS = [
  'cancelled',
  'amended',
  'corrected',
  'missed',
  'wheelchair',
  'contact',
  'company-moved',
  'company-refunded',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Whose wish a change was. */
export const CHANGE_ACTORS = ['traveller', 'staff', 'system'] as const
export type ChangeActor = (typeof CHANGE_ACTORS)[number]

/** A change with a surcharge waits for it; unpaid in time it lapses, and the order stays as it was. */
export const CHANGE_STATES = ['awaiting-payment', 'done', 'lapsed'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]
