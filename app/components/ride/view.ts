/* A ride as text made by the server, for the cart, the result of a payment and the ticket. */

export type RideFacts = {
  /** "Nicosia to Larnaca Airport" */
  title: string
  /** "Friday 20 November 2026" */
  date: string
  /** The night of a departure between midnight and four. */
  night: string | null
  departs: string
  arrives: string
  /** Both times in machine-readable form. */
  departsAt: string
  arrivesAt: string
  /** "next day", or null. */
  arrivesOn: string | null
  duration: string
  beThere: string
  from: { name: string; directions: string | null; mapUrl: string | null }
  to: { name: string }
}
