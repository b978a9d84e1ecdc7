/*
 * The limits of Regulation (EC) No 561/2006 on driving times, breaks and rest, as far as a plan can
 * keep them. Article 3(a) exempts regular services whose route is at most 50 km long: which routes
 * those are is the setting ROUTES_UP_TO_50_KM.
 */

/** Article 7: the longest driving without a break. */
export const MAX_MINUTES_WITHOUT_BREAK = 4.5 * 60
/** Article 7: a break … */
export const BREAK_MINUTES = 45
/** … which may be taken in two parts, in this order. */
export const FIRST_PART_MINUTES = 15
export const SECOND_PART_MINUTES = 30
/** Article 6(1): the longest driving of a day. Ten hours are allowed twice a week, which a person decides. */
export const MAX_DRIVING_MINUTES = 9 * 60
/** Article 8(2) with 4(g): the rest before the next day's work. Shorter rests are a person's decision. */
export const MIN_REST_MINUTES = 11 * 60
/** Our own: a bus that arrives late, and luggage, need this long before the next departure. */
export const MIN_TURN_ROUND_MINUTES = 15
