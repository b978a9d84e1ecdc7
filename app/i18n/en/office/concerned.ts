/** The sums of those concerned that are shown before anything is sent. */
export type FactOfConcerned =
  | 'bookings'
  | 'passengers'
  | 'offered'
  | 'wheelchairs'
  | 'infants'
  | 'lastBuses'
  | 'withoutMail'
  | 'withPhone'

/** Their names, in this order. */
export const CONCERNED = [
  { of: 'bookings', name: 'Bookings' },
  { of: 'passengers', name: 'Passengers' },
  { of: 'offered', name: 'of whom offered seats here because of another incident' },
  { of: 'wheelchairs', name: 'Wheelchair users' },
  { of: 'infants', name: 'Infants' },
  { of: 'lastBuses', name: 'On the last bus of the day' },
  { of: 'withoutMail', name: 'Without a usable email' },
  { of: 'withPhone', name: 'With a telephone number' },
] as { of: FactOfConcerned; name: string }[]
