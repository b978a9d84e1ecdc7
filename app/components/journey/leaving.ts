import type { PassengerCategory } from '#modules/fares/passengers.ts'

/** The passengers of a ride who can leave it while others travel; empty if only all can. */
export type LeavingCounts = {
  counts: { category: PassengerCategory; name: string; of: number; chosen: number }[]
  wheelchair: { name: string; of: number; chosen: number } | null
}
