/**
 * The trouble with the departures of an incident. `not-running`: cancelled. `smaller-bus`: more
 * seats are sold than the bus that comes has. `late`: so late that another bus may suit better.
 * `retimed`: a new timetable has other times, which the office took over. `stop-closed`: one of its
 * stops is not served. `stop-moved`: it is served at another place near by.
 */
export const INCIDENT_KINDS = [
  'not-running',
  'smaller-bus',
  'late',
  'retimed',
  'stop-closed',
  'stop-moved',
] as const
export type IncidentKind = (typeof INCIDENT_KINDS)[number]

/** The kinds that concern those who board or get off at one stop. */
export const STOP_KINDS = ['stop-closed', 'stop-moved'] as const satisfies IncidentKind[]
export type StopKind = (typeof STOP_KINDS)[number]

export function isOfStop(kind: IncidentKind): kind is StopKind {
  return kind === 'stop-closed' || kind === 'stop-moved'
}

/** Incidents that a person may close once everybody has decided; the others end with their cause. */
export function isClosedByHand(kind: IncidentKind): boolean {
  return kind === 'not-running' || kind === 'retimed' || isOfStop(kind)
}

/**
 * The state of a booking in an incident. `told`: asked, and not answered. `stays`: keeps its seats,
 * as chosen or as announced, since the bus runs after all or since the booking was changed otherwise.
 * `defaulted`: no answer in time, so the choice that was announced was made.
 */
export const INCIDENT_STATES = [
  'told',
  'chose-offer',
  'chose-refund',
  'stays',
  'defaulted',
] as const
export type IncidentState = (typeof INCIDENT_STATES)[number]

/**
 * The result without an answer: the first offer, the refund after the day of travel, or nothing,
 * since the bus runs. `call`: nothing either, though the bus lacks the wheelchair space of these
 * passengers; they are called until they have chosen.
 */
export const INCIDENT_DEFAULTS = ['move', 'refund', 'stay', 'call'] as const
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
