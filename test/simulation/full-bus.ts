import type { SimulatedBank } from './bank.ts'
import { buy, ride } from './travellers.ts'

/* A bus of 50 seats and a wheelchair space that 38 bookings fill from A to C. */

export const FULL_BUS_SEATS = 50
const FAMILY = { adult: 2, child: 1, infant: 1 }
const PARTIES = [
  { adult: 1, wheelchairUsers: 1 },
  ...Array.from({ length: 5 }, () => FAMILY),
  ...Array.from({ length: 3 }, () => ({ adult: 2 })),
  ...Array.from({ length: 29 }, () => ({ adult: 1 })),
]

export type Bought = { orderId: string; visitor: string }

type Filling = {
  bus: string
  /** The last orders have a ride on this bus too. */
  onward?: { bus: string; orders: number }
}

/** Sells all its seats: first a wheelchair user and five families, each with an address of its own. */
export async function fillBus(bank: SimulatedBank, { bus, onward }: Filling): Promise<Bought[]> {
  const orders: Bought[] = []
  for (const [place, party] of PARTIES.entries()) {
    const hasOnward = onward && place >= PARTIES.length - onward.orders
    const rides = [ride(bus, 'A', 'C', party), ...(hasOnward ? [ride(onward.bus, 'A', 'C')] : [])]
    const contact = { name: 'Anna Georgiou', email: `anna${place}@example.com` }
    orders.push(await buy(bank, rides, { contact }))
  }
  return orders
}
