import { randomUUID } from 'node:crypto'

import type { Tx } from '#platform/db.server.ts'

import { listPlacesTaken } from './holds.server.ts'
import { yieldLeases } from './leases.server.ts'
import { lockDepartures, releaseSeats } from './seats.server.ts'
import { placeCount, placesLeft, type Places, type Ride } from './seats.ts'
import { sinkCapacity } from './sink-capacity.server.ts'

export type AboardRequest = {
  /** The id under which the places are held; it is not the id of a booking. */
  holderId: string
  departureId: string
  ride: Ride
  /** Without any, the places come free. */
  places: Places
  now: Temporal.Instant
}

/**
 * Takes places off sale for people who sit on a bus that they did not book, in place of those that
 * were held under this id. They are aboard already, so phones give up leased seats for them. As
 * many places are held as are then left (I1), and nothing is refused. The departure is locked.
 *
 * @returns the places that are held now
 */
export async function holdAboard(tx: Tx, request: AboardRequest): Promise<Places> {
  const { holderId, departureId, ride, places, now } = request
  const bus = (await lockDepartures(tx, [departureId])).get(departureId)
  const countLeft = async () => {
    const taken = await listPlacesTaken(tx, { departureIds: [departureId], now })
    const others = taken.filter(({ bookingId }) => bookingId !== holderId)
    return bus ? placesLeft(bus, ride, others) : NONE
  }
  const lacking = places.seats - (await countLeft()).seats
  if (lacking > 0) await yieldLeases(tx, { departureId, ride, seats: lacking })
  const held = atMost(places, await countLeft())
  if (placeCount(held) === 0) {
    await releaseSeats(tx, [holderId])
    return NONE
  }
  await tx.deleteFrom('seatHolds').where('bookingId', '=', holderId).execute()
  await tx
    .insertInto('seatHolds')
    .values({
      holdId: randomUUID(),
      bookingId: holderId,
      departureId,
      ...ride,
      ...held,
      state: 'sold',
    })
    .execute()
  await sinkCapacity(tx, [departureId])
  return held
}

const NONE: Places = { seats: 0, wheelchairPlaces: 0 }

function atMost(wanted: Places, left: Places): Places {
  return {
    seats: Math.max(0, Math.min(wanted.seats, left.seats)),
    wheelchairPlaces: Math.max(0, Math.min(wanted.wheelchairPlaces, left.wheelchairPlaces)),
  }
}
