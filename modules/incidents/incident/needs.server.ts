import { sql } from 'kysely'

import { CATEGORY_RULES, PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'

/* The facts of a booking by which its passengers are offered seats before others; see `byNeed`. */

/** Categories that sit on laps. */
const ON_LAPS = PASSENGER_CATEGORIES.filter((category) => CATEGORY_RULES[category].onLap)

export const hasInfant = sql<boolean>`exists (select from booking_passengers
  where booking_passengers.booking_id = bookings.booking_id
    and category = any(${ON_LAPS}) and count > 0)`

/** A ride of the same order on the same day, which does not wait. */
export const hasOnwardRide = sql<boolean>`exists (select from bookings as onward
  where onward.order_id = bookings.order_id and onward.state = 'live'
    and onward.departs_at > bookings.departs_at
    and onward.departs_at < bookings.departs_at + interval '1 day')`
