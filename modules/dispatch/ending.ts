/**
 * Why a bus does not run for passengers: it was cancelled, it never came to its first stop, or it
 * ends at a stop before theirs.
 */
export type Ending = 'cancelled' | 'never-came' | 'broke-down'
