import type { FareWish } from '#modules/fares/dated-fares.ts'

/** Fares that somebody prepares: some that change on a day, or all as an earlier edition had them. */
export type FareDraft = {
  draftId: string
  /** The first day of boarding; null if an edition comes back. */
  begins: Temporal.PlainDate | null
  wishes: FareWish[]
  backTo: number | null
  madeBy: string
  madeAt: Temporal.Instant
}

/** How many buses and bookings a change of fares concerns. */
export type FareEffects = {
  /** Departures that are sold at another fare. */
  departures: number
  /** Bookings in carts, which keep the fare that they were held at. */
  carts: number
  /** Bookings that are paid, which nothing changes. */
  bookings: number
}

/** The farthest that one press may raise, and lower, fares: what is beyond is a slip of the finger. */
export const MAX_PERCENT = 100
export const MIN_PERCENT = -50
