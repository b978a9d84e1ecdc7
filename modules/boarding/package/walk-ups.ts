import { priceParty, totalOf, type FareTable } from '#modules/fares/fares.ts'
import type { PartyRefusal } from '#modules/orders/order/limits.ts'
import { checkParty, headCount, seatedCount } from '#modules/orders/order/party.ts'
import { MAX_WALK_UP_PARTY } from '#modules/rules/rules.ts'
import type { Cents } from '#platform/money.ts'

import type { BoardingPackage, PackedDeparture, Scan, WalkUp } from './package.ts'
import { listTakenAlong } from './places.ts'

/*
 * Seats that a phone may sell at the door without asking. The server counts them as taken, so whatever
 * the phone sells of them, no seat is sold twice.
 */

/** The fares of a journey on which people walk up, by positions of its departure. */
export type LeaseFare = {
  from: number
  to: number
  fares: FareTable
  /** One of its stops was closed since the lease began, so it is not sold any more. */
  isClosed?: boolean
}

/**
 * A blank ticket: its reference, and its signed code for each party to which it may be sold, in the
 * order of the fares and from one person up.
 */
export type Blank = { reference: string; codes: readonly string[] }

export type Lease = {
  departureId: string
  /** The unspent seats of each leg, as the server counts them. */
  seats: readonly number[]
  /**
   * All fares with which the lease began, in their order, since the codes of a blank are found by
   * it.
   */
  fares: readonly LeaseFare[]
  blanks: readonly Blank[]
}

/** A lease on its way: codes are left out of blanks that the phone has already. */
export type SentLease = Omit<Lease, 'blanks'> & {
  blanks: readonly { reference: string; codes?: readonly string[] }[]
}

/** Why the member may not sell of a bus, which is on the duty of another driver, of nobody yet, or at the time of an own one. */
export type NotTaken = { departureId: string } & (
  | { reason: 'of-another'; driver: string }
  | { reason: 'of-nobody' }
  | { reason: 'on-duty' }
)

/**
 * The lease that was sent, with the codes that the phone had. Blanks without codes are left out, and those whose
 * codes are not one for each party, as an earlier release made them of fewer fares: they are asked for again.
 */
export function takeLease(before: Lease | null | undefined, sent: SentLease | null): Lease | null {
  if (!sent) return null
  const known = new Map(before?.blanks.map(({ reference, codes }) => [reference, codes]))
  const blanks = sent.blanks.flatMap(({ reference, codes = known.get(reference) }) =>
    codes?.length === sent.fares.length * MAX_WALK_UP_PARTY ? [{ reference, codes }] : [],
  )
  return { ...sent, blanks }
}

/** The knowledge of a phone that sells: its lease, its bus, and all scans with its own sales among them. */
export type Door = {
  pack: BoardingPackage
  bus: PackedDeparture
  lease: Lease | null | undefined
  notTaken?: NotTaken | undefined
  scans: readonly Scan[]
}

/**
 * The seats of each leg of the lease that are unsold. Those of a sale that was undone before the server knew of it
 * are unsold again; those of a sale that it knows are so when it says so. Zeros without a lease of this bus. */
function listUnsold({ bus, lease, scans }: Door): number[] {
  if (lease?.departureId !== bus.departureId) return bus.free.map(() => 0)
  const undone = new Set(scans.map(({ undoes }) => undoes))
  const sales = listSales(scans, bus.departureId).filter(({ reference }) => !undone.has(reference))
  return lease.seats.map((seats, leg) => {
    const sold = sales.filter(({ from, to }) => from <= leg && leg < to)
    const unsold = sold.reduce((left, { passengers }) => left - seatedCount(passengers), seats)
    return Math.max(0, unsold)
  })
}

/** The sales that the server has not confirmed. */
function listSales(scans: readonly Scan[], departureId: string): WalkUp[] {
  return scans.flatMap((scan) => (scan.departureId === departureId && scan.sale ? [scan.sale] : []))
}

/**
 * The package with the unsold seats of the lease counted as free: travellers with a ticket for
 * another bus come before people without one.
 */
export function withLease(door: Door): BoardingPackage {
  const unsold = listUnsold(door)
  const free = door.bus.free.map((leg, at) => ({ ...leg, seats: leg.seats + (unsold[at] ?? 0) }))
  const departures = door.pack.departures.map((one) =>
    one.departureId === door.bus.departureId ? { ...one, free } : one,
  )
  return { ...door.pack, departures }
}

/** The seats of each leg that may be sold now: unsold ones, less those of guests beyond the reserve. */
export function seatsToSell(door: Door): number[] {
  const guests = listTakenAlong(door.pack, door.scans, door.bus).seats
  return listUnsold(door).map((unsold, leg) => {
    const empty = (door.bus.free[leg]?.seats ?? 0) + unsold - guests
    return Math.max(0, Math.min(unsold, empty))
  })
}

/** The fares of the journeys that may be sold now. */
export function faresToSell({ lease, bus }: Pick<Door, 'lease' | 'bus'>): readonly LeaseFare[] {
  if (lease?.departureId !== bus.departureId) return []
  return lease.fares.filter(({ isClosed }) => !isClosed)
}

type Wish = Pick<WalkUp, 'from' | 'to' | 'passengers'>

export type WalkUpQuote =
  | { ok: true; total: Cents; people: number; reference: string; code: string }
  | PartyRefusal
  /** The phone has no lease of this bus: it opens when the sale on the website closes. */
  | { ok: false; reason: 'no-lease' }
  | ({ ok: false } & NotTaken)
  | { ok: false; reason: 'no-fare' }
  | { ok: false; reason: 'not-enough-seats'; seatsLeft: number }
  /** All blank tickets are sold; a network brings more. */
  | { ok: false; reason: 'no-blanks' }

/** The price of a party that walks up, and its ticket; or why nothing is sold to it. */
export function quoteWalkUp(door: Door, { from, to, passengers }: Wish): WalkUpQuote {
  const { lease, notTaken, bus, scans } = door
  if (notTaken?.departureId === bus.departureId) return { ok: false, ...notTaken }
  if (lease?.departureId !== bus.departureId) return { ok: false, reason: 'no-lease' }
  const party = checkParty(passengers, 0)
  if (!party.ok) return party
  const people = headCount(passengers)
  if (people > MAX_WALK_UP_PARTY) {
    return { ok: false, reason: 'party-too-large', most: MAX_WALK_UP_PARTY }
  }
  const place = lease.fares.findIndex((one) => one.from === from && one.to === to)
  const fare = lease.fares[place]
  if (!fare || fare.isClosed) return { ok: false, reason: 'no-fare' }
  const seatsLeft = Math.min(...seatsToSell(door).slice(from, to))
  if (seatedCount(passengers) > seatsLeft)
    return { ok: false, reason: 'not-enough-seats', seatsLeft }
  const sold = new Set(listSales(scans, bus.departureId).map(({ reference }) => reference))
  const blank = lease.blanks.find(({ reference }) => !sold.has(reference))
  const code = blank?.codes[place * MAX_WALK_UP_PARTY + people - 1]
  if (!blank || !code) return { ok: false, reason: 'no-blanks' }
  const total = totalOf(priceParty(fare.fares, passengers))
  return { ok: true, total, people, reference: blank.reference, code }
}
