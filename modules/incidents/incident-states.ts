/**
 * What became of a booking whose bus does not run. `told`: asked, and not answered. `stays`: nothing
 * is left to choose, since the bus runs after all or the booking was changed otherwise. `defaulted`:
 * no answer in time, so the choice that was announced was made.
 */
export const INCIDENT_STATES = [
  'told',
  'chose-offer',
  'chose-refund',
  'stays',
  'defaulted',
] as const
export type IncidentState = (typeof INCIDENT_STATES)[number]

/** What happens without an answer: the first offer, or the refund after the day of travel. */
export const INCIDENT_DEFAULTS = ['move', 'refund'] as const
export type IncidentDefault = (typeof INCIDENT_DEFAULTS)[number]

/** The results of a call to a passenger. After the first three nothing is left to be done. */
export const CALL_OUTCOMES = [
  'told',
  'moved',
  'refund',
  'message',
  'no-answer',
  'wrong-number',
] as const
export type IncidentCallOutcome = (typeof CALL_OUTCOMES)[number]
