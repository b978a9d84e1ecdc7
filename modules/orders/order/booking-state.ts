/**
 * The states of a stored booking. `proposed`: will replace a live one once its surcharge is paid.
 * `replaced`: superseded by another. `cancelled`: cancelled by the traveller or the company.
 */
export const BOOKING_STATES = ['live', 'proposed', 'replaced', 'cancelled'] as const
export type BookingState = (typeof BOOKING_STATES)[number]
