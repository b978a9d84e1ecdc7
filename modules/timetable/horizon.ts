/**
 * Seats are sold this far ahead. Calendars may go on to 2099; departures are added as time passes.
 */
export const BOOKING_MONTHS = 18

/** The last service date for which departures are made. */
export function lastBookableDate(today: Temporal.PlainDate): Temporal.PlainDate {
  return today.add({ months: BOOKING_MONTHS })
}
