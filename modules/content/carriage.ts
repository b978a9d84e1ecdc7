/*
 * Rules that people follow, on the bus and in the office, and that no code enforces. They are
 * defined once here, so that every text in every language says the same.
 */

/** Most that a pet may weigh, in its carrier. */
export const MAX_PET_KG = 8
/** Least age of a person who looks after children on the way. */
export const MINDER_AGE = 16
/** Age from which a child wears the belt of its seat. */
export const BELT_AGE = 3
/** Days within which damaged or lost luggage is reported, while it can still be looked into. */
export const DAMAGE_REPORT_DAYS = 7
/** Years, after the end of a tax year, for which tax law requires its books to be kept. */
export const BOOKS_YEARS_KEPT = 6
