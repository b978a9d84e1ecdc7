/* A ride as the cart, the result of a payment and the ticket show it: words, all of them made by the server. */

export type RideFacts = {
  /** "Nicosia to Larnaca Airport" */
  title: string
  /** "Friday 20 November 2026" */
  date: string
  /** In which night it is, between midnight and four. */
  night: string | null
  departs: string
  arrives: string
  /** The same two for machines. */
  departsAt: string
  arrivesAt: string
  /** "next day", or nothing. */
  arrivesOn: string | null
  duration: string
  beThere: string
  from: { name: string; directions: string | null; mapUrl: string | null }
  to: { name: string }
}
