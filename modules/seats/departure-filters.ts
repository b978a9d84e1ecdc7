/** Kinds of departures for which a list can be filtered. */
export const DEPARTURE_FILTERS = [
  'running',
  'late',
  'closed',
  'over-full',
  'cancelled',
  'withdrawn',
] as const
export type DepartureFilter = (typeof DEPARTURE_FILTERS)[number]
