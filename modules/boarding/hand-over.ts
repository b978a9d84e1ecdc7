import { DIGEST } from './digest.ts'
import type { BoardingPackage, Millis, Scan } from './package.ts'
import { rideOf } from './package.ts'
import { sortScans } from './scans.ts'

/*
 * Two phones without any network: one shows its own counts of a bus as a code, and the other takes
 * them over. A code tells everything that its phone has counted on that bus up to one of its scans,
 * so of two codes of a phone the one that goes further holds the other.
 */

export type HandOver = {
  /** The number of the phone that showed it. */
  device: number
  departureId: string
  /** The number of its last scan on this bus; 0 if it has none. */
  seq: number
  /** When the code was made. */
  at: Millis
  counts: readonly HandedCount[]
}

/** People of a party whom the phone let aboard, less those it took back: never 0. */
export type HandedCount = {
  /** Of the code of their ticket, since a ticket may be on the list of one phone alone. */
  digest: string
  boarded: number
}

/** Parties that one code has room for. */
export const MAX_HANDED = 64
/** The most people of a party, either way, that one code has room for. */
const MAX_PEOPLE = 127

type Own = { pack: BoardingPackage; device: number; departureId: string; at: Millis }

/**
 * What a phone hands over of a bus; undefined for more than a code has room for.
 *
 * @param scans all that the phone knows; only its own count
 */
export function makeHandOver(
  scans: readonly Scan[],
  { pack, device, departureId, at }: Own,
): HandOver | undefined {
  const own = scans.filter((scan) => scan.device === device && scan.departureId === departureId)
  const digestOf = listDigests(pack)
  const counts = [...Map.groupBy(own, ({ ride }) => ride)]
    .map(([ride, some]) => {
      const boarded = some.reduce((sum, scan) => sum + scan.boarded, 0)
      return { digest: digestOf.get(ride) ?? ride, boarded }
    })
    .filter(({ boarded }) => boarded !== 0)
  const fits = counts.every(
    ({ digest, boarded }) => DIGEST.test(digest) && Math.abs(boarded) <= MAX_PEOPLE,
  )
  if (!fits || counts.length > MAX_HANDED) return undefined
  return { device, departureId, seq: Math.max(0, ...own.map(({ seq }) => seq)), at, counts }
}

/** The digest of the ticket of each ride; of its valid one, if it has one. */
function listDigests({ departures }: BoardingPackage): Map<string, string> {
  const tickets = departures.flatMap((one) => one.tickets)
  const sorted = tickets.toSorted((one, other) => rank(one) - rank(other))
  return new Map(sorted.map(({ number, digest }) => [rideOf(number), digest]))
}

function rank({ state }: { state: string }): number {
  return Number(state === 'valid')
}

/** The codes that a phone took over, with one more. Repeated, or older than another, it is nothing. */
export function keepHandOver(kept: readonly HandOver[], taken: HandOver): readonly HandOver[] {
  const isOfSame = (one: HandOver) =>
    one.device === taken.device && one.departureId === taken.departureId
  const known = kept.find(isOfSame)
  if (known && known.seq >= taken.seq) return kept
  return [...kept.filter((one) => !isOfSame(one)), taken]
}

/**
 * All scans that a phone knows with what it took over: a code stands for all scans of its phone up to
 * its last, unless the list knows that one or a later one by now.
 */
export function addHandOvers(
  scans: readonly Scan[],
  handOvers: readonly HandOver[],
  rides: ReadonlyMap<string, string>,
): Scan[] {
  const open = handOvers.filter(
    (one) => !scans.some((scan) => isOf(scan, one) && scan.seq >= one.seq),
  )
  const others = scans.filter((scan) => !open.some((one) => isOf(scan, one)))
  return sortScans([...others, ...open.flatMap((one) => listScans(one, rides))])
}

function isOf(scan: Scan, { device, departureId }: HandOver): boolean {
  return scan.device === device && scan.departureId === departureId
}

/** One scan for each party, all with the number and the time of the code. */
function listScans(
  { device, departureId, seq, at, counts }: HandOver,
  rides: ReadonlyMap<string, string>,
): Scan[] {
  return counts.map(({ digest, boarded }) => {
    return { device, seq, ride: rides.get(digest) ?? digest, departureId, position: 0, boarded, at }
  })
}
