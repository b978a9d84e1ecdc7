/**
 * Whether a departure is on sale. `cancelled`: the company called it off. `withdrawn`: a newer
 * timetable no longer has it as it was sold, so it is kept for its passengers and sold to nobody else.
 */
export const DEPARTURE_STATUSES = ['planned', 'cancelled', 'withdrawn'] as const
export type DepartureStatus = (typeof DEPARTURE_STATUSES)[number]
