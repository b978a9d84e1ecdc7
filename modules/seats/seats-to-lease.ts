import { DOOR_RESERVE_SEATS } from '#modules/rules/rules.ts'

type Leg = {
  /** Seats that no one else holds, has bought or has leased. */
  free: number
  /** Seats of the leg in the lease already, all of which may have been sold. */
  own: number
  /** Its seats can still be bought at its own first stop on the website. */
  isOnSale: boolean
}

/**
 * The seats of a leg that a phone may sell. The reserve stays for travellers with a ticket for another
 * bus; while the website sells the leg, it keeps half of the rest.
 */
export function seatsToLease({ free, own, isOnSale }: Leg): number {
  const spare = Math.max(0, free - DOOR_RESERVE_SEATS)
  return Math.max(own, isOnSale ? Math.floor(spare / 2) : spare)
}
