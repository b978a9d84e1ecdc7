import type { PackedDeparture, PackedTicket, Scan, BoardingPackage } from './package.ts'
import { rideOf } from './package.ts'
import { sumBoarded } from './scans.ts'

type Wish = {
  pack: BoardingPackage
  scans: readonly Scan[]
  bus: PackedDeparture
  ticket: PackedTicket
  from: number
  to: number
}

/**
 * The seats that stay free if this party rides between two stops on which it has none; negative if
 * the bus is too full for it, or has no wheelchair space. Places are never counted free because their
 * people have not come yet.
 */
export function freeFor({ pack, scans, bus, ticket, from, to }: Wish): number {
  const taken = listTakenAlong(pack, scans, bus)
  const legs = bus.free.slice(from, to)
  const seats = Math.min(...legs.map((leg) => leg.seats)) - taken.seats - ticket.seats
  const wheelchairs =
    Math.min(...legs.map((leg) => leg.wheelchairs)) - taken.wheelchairs - ticket.wheelchairs
  return ticket.wheelchairs > 0 && wheelchairs < 0 ? Math.min(seats, -1) : seats
}

/** The places of those who were taken along from other buses, as if they rode to the end. */
export function listTakenAlong(
  pack: BoardingPackage,
  scans: readonly Scan[],
  bus: PackedDeparture,
) {
  const here = new Set(
    scans
      .filter(({ departureId }) => departureId === bus.departureId)
      .map(({ ride }) => ride)
      .filter((ride) => sumBoarded(scans, ride, bus.departureId) > 0),
  )
  const guests = pack.departures
    .filter(({ departureId }) => departureId !== bus.departureId)
    .flatMap(({ tickets }) => tickets)
    .filter(({ number, state }) => state === 'valid' && here.has(rideOf(number)))
  return {
    seats: guests.reduce((sum, guest) => sum + guest.seats, 0),
    wheelchairs: guests.reduce((sum, guest) => sum + guest.wheelchairs, 0),
  }
}
