/**
 * The life of a booking as it is stored. `proposed`: it would take the place of a live one once its
 * surcharge is paid. `replaced`: another took its place. `cancelled`: it was given up.
 */
export const BOOKING_STATES = ['live', 'proposed', 'replaced', 'cancelled'] as const
export type BookingState = (typeof BOOKING_STATES)[number]
