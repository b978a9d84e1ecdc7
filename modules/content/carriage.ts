/*
 * Rules that people on a bus keep, and no line of the program: they are written here once, so that
 * every text in every language says the same.
 */

/** A pet in its carrier weighs at most this much. */
export const MOST_PET_KG = 8
/** Who looks after children on the way is at least this old. */
export const MINDER_AGE = 16
/** From this age on a child wears the belt of its seat. */
export const BELT_AGE = 3
