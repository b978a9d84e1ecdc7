/**
 * How a bus does not run for passengers: it was cancelled, it never came to its first stop, or it goes
 * no further than a stop before theirs.
 */
export type Ending = 'cancelled' | 'never-came' | 'broke-down'
