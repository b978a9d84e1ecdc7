/*
 * Rules that people keep, on the bus and in the office, and no line of the program: they are written
 * here once, so that every text in every language says the same.
 */

/** A pet in its carrier weighs at most this much. */
export const MAX_PET_KG = 8
/** Who looks after children on the way is at least this old. */
export const MINDER_AGE = 16
/** From this age on a child wears the belt of its seat. */
export const BELT_AGE = 3
/** Who finds luggage damaged or gone says so within this, while it can still be looked into. */
export const DAMAGE_REPORT_DAYS = 7
/** Tax law asks for the books of a year for so long after its end. */
export const BOOKS_YEARS_KEPT = 6
