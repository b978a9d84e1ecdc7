import type { PackedDeparture, PackedTicket, Scan, BoardingPackage } from './package.ts'
import { rideOf } from './package.ts'
import { sumBoarded } from './scans.ts'

type Wish = {
  pack: BoardingPackage
  scans: readonly Scan[]
  bus: PackedDeparture
  ticket: PackedTicket
  /** The people of the party who have no place on this bus yet. */
  people: number
  from: number
  to: number
}

/**
 * The seats that stay free if these people ride between two stops on which they have none; negative
 * if the bus is too full for them, or has no wheelchair space. Places are never counted free because
 * their people have not come yet.
 */
export function freeFor({ pack, scans, bus, ticket, people, from, to }: Wish): number {
  const taken = listTakenAlong(pack, scans, bus)
  const needed = placesOfTicket(ticket, people)
  const legs = bus.free.slice(from, to)
  const seats = Math.min(...legs.map((leg) => leg.seats)) - taken.seats - needed.seats
  const wheelchairs =
    Math.min(...legs.map((leg) => leg.wheelchairs)) - taken.wheelchairs - needed.wheelchairs
  return needed.wheelchairs > 0 && wheelchairs < 0 ? Math.min(seats, -1) : seats
}

/**
 * The places of people taken along from other buses whom the server had not heard of when it made the
 * list, as if they rode to the end; those it knows of have their places in `bus.free`.
 */
export function listTakenAlong(
  pack: BoardingPackage,
  scans: readonly Scan[],
  bus: PackedDeparture,
) {
  const known = new Set(bus.scans.map(({ device, seq }) => `${device} ${seq}`))
  const unheard = scans.filter(({ device, seq }) => !known.has(`${device} ${seq}`))
  const guests = pack.departures
    .filter(({ departureId }) => departureId !== bus.departureId)
    .flatMap(({ tickets }) => tickets)
    .filter(({ state }) => state === 'valid')
    .map((ticket) => {
      const people = sumBoarded(unheard, rideOf(ticket.number), bus.departureId)
      return placesOfTicket(ticket, Math.max(0, people))
    })
  return {
    seats: guests.reduce((sum, guest) => sum + guest.seats, 0),
    wheelchairs: guests.reduce((sum, guest) => sum + guest.wheelchairs, 0),
  }
}

/** The places that some people with a ticket take. */
export function placesOfTicket({ seats, wheelchairs }: PackedTicket, people: number) {
  const some = placesOfSome({ seats, wheelchairPlaces: wheelchairs }, people)
  return { seats: some.seats, wheelchairs: some.wheelchairPlaces }
}

/**
 * The places that some people of a party take, at most its own. Of a party that comes in two halves
 * the wheelchair users count with the first, so that their space is never given away meanwhile.
 */
export function placesOfSome(
  party: { seats: number; wheelchairPlaces: number },
  people: number,
): { seats: number; wheelchairPlaces: number } {
  const wheelchairPlaces = Math.min(people, party.wheelchairPlaces)
  return { seats: Math.min(people - wheelchairPlaces, party.seats), wheelchairPlaces }
}
