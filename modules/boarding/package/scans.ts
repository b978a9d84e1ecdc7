import type { Scan } from './package.ts'

/**
 * All scans of these sets, each once. The order of the sets, of the scans in them, and how often one
 * arrives make no difference.
 */
export function mergeScans(...sets: readonly (readonly Scan[])[]): Scan[] {
  const all = new Map(sets.flat().map((scan) => [`${scan.device} ${scan.seq}`, scan] as const))
  return sortScans([...all.values()])
}

/** Scans in the one order that every phone has. */
export function sortScans(scans: readonly Scan[]): Scan[] {
  return scans.toSorted(inOrder)
}

/** By the clock of the server, and at the same moment by device, so that every phone has one order. */
function inOrder(one: Scan, other: Scan): number {
  return one.at - other.at || one.device - other.device || one.seq - other.seq
}

/** A scan as far as sums go. */
export type Boarded = Pick<Scan, 'ride' | 'departureId' | 'boarded'>

/** People of a ride who were let aboard, on one bus or on any; more than it has if two phones did. */
export function sumBoarded(scans: readonly Boarded[], ride: string, departureId?: string): number {
  return scans.reduce(
    (sum, scan) =>
      scan.ride === ride && (departureId ?? scan.departureId) === scan.departureId
        ? sum + scan.boarded
        : sum,
    0,
  )
}

/** Each person counts once, and those who stepped off before boarding do not. */
export function countAboard(sum: number, people: number): number {
  return Math.max(0, Math.min(sum, people))
}

export type Conflict = { ride: string; people: number; boarded: number }

/** The rides of which more people were let aboard than were booked (I18). */
export function listConflicts(
  scans: readonly Boarded[],
  peopleOf: (ride: string) => number,
): Conflict[] {
  const rides = [...new Set(scans.map(({ ride }) => ride))]
  return rides
    .map((ride) => ({ ride, people: peopleOf(ride), boarded: sumBoarded(scans, ride) }))
    .filter(({ people, boarded }) => boarded > people)
    .toSorted((one, other) => (one.ride < other.ride ? -1 : 1))
}
