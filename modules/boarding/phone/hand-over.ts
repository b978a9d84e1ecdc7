import { DIGEST } from '#modules/boarding/package/digest.ts'
import type { BoardingPackage, Millis, Scan } from '#modules/boarding/package/package.ts'
import { OFFICE_DEVICE, rideOf } from '#modules/boarding/package/package.ts'
import { sortScans } from '#modules/boarding/package/scans.ts'

/*
 * Phones without any network: one shows all that it knows of the counts of a bus as a code, and another
 * takes that over. For each phone it tells everything that this phone has counted on that bus up to one
 * of its scans, so of two such reports the one that goes further holds the other, whoever passed it on.
 */

/** What one phone has counted on a bus. */
export type HandOver = {
  /** The number of the phone that counted. */
  device: number
  departureId: string
  /** The number of its last scan on this bus; 0 if it has none. */
  seq: number
  /** When it counted last, or when the code was made if it has counted nobody. */
  at: Millis
  counts: readonly HandedCount[]
}

/** People of a party whom the phone let aboard, less those it took back: never 0. */
export type HandedCount = {
  /** Of the code of their ticket, since a ticket may be on the list of one phone alone. */
  digest: string
  boarded: number
}

/** The counts that a phone shows to another: its own first, then those of all phones that it knows of. */
export type Handed = { by: number; handOvers: readonly HandOver[] }

type Own = {
  pack: BoardingPackage
  handOvers: readonly HandOver[]
  device: number
  departureId: string
  at: Millis
}

/**
 * The counts of a bus that a phone hands over; undefined if one of its own scans is of a ticket that
 * is not on its list. The list of the office is no phone, and comes with the next list.
 *
 * @param scans those of its list and its own, without what it took over
 */
export function makeHandOver(
  scans: readonly Scan[],
  { pack, handOvers, device, departureId, at }: Own,
): Handed | undefined {
  const digestOf = listDigests(pack)
  const here = scans.filter((scan) => scan.departureId === departureId)
  const report = (of: number): HandOver | undefined => {
    const counted = here.filter((scan) => scan.device === of)
    const last = Math.max(...counted.map((scan) => scan.at))
    return reportOf(counted, { device: of, departureId, at: last }, digestOf)
  }
  const none = { device, departureId, seq: 0, at, counts: [] }
  const own = here.some((scan) => scan.device === device) ? report(device) : none
  if (!own) return undefined
  // As it was told, with the digests of its phone: the tickets of that list may be others by now.
  const passed = listOpen(handOvers, scans).filter((one) => one.departureId === departureId)
  const known = new Set([device, OFFICE_DEVICE, ...passed.map((one) => one.device)])
  const listed = [...new Set(here.map((scan) => scan.device))].filter((one) => !known.has(one))
  const others = [...passed, ...listed.map(report)].filter((one) => one !== undefined)
  return { by: device, handOvers: [own, ...others.toSorted((a, b) => a.device - b.device)] }
}

/** Undefined if the phone cannot name a ticket: a report with a gap would stand for all of its scans. */
function reportOf(
  scans: readonly Scan[],
  head: Pick<HandOver, 'device' | 'departureId' | 'at'>,
  digestOf: ReadonlyMap<string, string>,
): HandOver | undefined {
  const counts = [...Map.groupBy(scans, ({ ride }) => ride)]
    .map(([ride, some]) => {
      const boarded = some.reduce((sum, scan) => sum + scan.boarded, 0)
      return { digest: digestOf.get(ride) ?? ride, boarded }
    })
    .filter(({ boarded }) => boarded !== 0)
  if (!counts.every(({ digest }) => DIGEST.test(digest))) return undefined
  return { ...head, seq: Math.max(...scans.map(({ seq }) => seq)), counts }
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

/** The reports that a phone took over, with one more. Repeated, or older than another, it is nothing. */
export function keepHandOver(kept: readonly HandOver[], taken: HandOver): readonly HandOver[] {
  const isOfSame = (one: HandOver) =>
    one.device === taken.device && one.departureId === taken.departureId
  const known = kept.find(isOfSame)
  if (known && known.seq >= taken.seq) return kept
  return [...kept.filter((one) => !isOfSame(one)), taken]
}

/**
 * All scans that a phone knows with what it took over: a report stands for all scans of its phone up to
 * its last, unless the list knows that one or a later one by now.
 */
export function addHandOvers(
  scans: readonly Scan[],
  handOvers: readonly HandOver[],
  rides: ReadonlyMap<string, string>,
): Scan[] {
  const open = listOpen(handOvers, scans)
  const others = scans.filter((scan) => !open.some((one) => isOf(scan, one)))
  return sortScans([...others, ...open.flatMap((one) => listScans(one, rides))])
}

/** Those that go further than these scans. */
function listOpen(handOvers: readonly HandOver[], scans: readonly Scan[]): HandOver[] {
  return handOvers.filter((one) => isNews(one, scans))
}

/** Whether a report goes further than these scans. */
export function isNews(one: HandOver, scans: readonly Scan[]): boolean {
  return !scans.some((scan) => isOf(scan, one) && scan.seq >= one.seq)
}

function isOf(scan: Scan, { device, departureId }: HandOver): boolean {
  return scan.device === device && scan.departureId === departureId
}

/** One scan for each party, all with the number and the time of the report. */
function listScans(
  { device, departureId, seq, at, counts }: HandOver,
  rides: ReadonlyMap<string, string>,
): Scan[] {
  return counts.map(({ digest, boarded }) => {
    return { device, seq, ride: rides.get(digest) ?? digest, departureId, position: 0, boarded, at }
  })
}
