/**
 * Whether a departure is on sale. `cancelled`: the company called it off. `withdrawn`: a newer
 * timetable no longer has it as it was sold, so it is kept for its passengers and sold to nobody else.
 */
export const DEPARTURE_STATUSES = ['planned', 'cancelled', 'withdrawn'] as const
export type DepartureStatus = (typeof DEPARTURE_STATUSES)[number]

/**
 * Where a departure comes from. `extra`: the office added it, and it is offered like any other.
 * `charter`: the office added it for somebody who ordered the whole bus, and nobody else is offered it.
 */
export const DEPARTURE_ORIGINS = ['timetable', 'extra', 'charter'] as const
export type DepartureOrigin = (typeof DEPARTURE_ORIGINS)[number]

/**
 * How the timetable differs from a departure that is kept. `absent`: the timetable no longer has
 * the bus. `moved`: it leaves at another time. `altered`: it has other stops or seats. `runs`: the
 * bus that was cancelled is still in it.
 */
export const DIFFERENCE_KINDS = ['absent', 'moved', 'altered', 'runs'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/**
 * Why the company ended the sale of a departure. `by-hand`: until a person opens it again.
 * `over-full`: until everybody booked fits into the capacity that is wanted.
 */
export const CLOSED_BECAUSE = ['by-hand', 'over-full'] as const
export type ClosedBecause = (typeof CLOSED_BECAUSE)[number]
