import {
  totalOf,
  type LegTotal,
  type ManifestParty,
  type ManifestStop,
} from '#modules/documents/manifest.ts'
import { skeleton } from '#platform/text/spelling.ts'

/** A call of the departure, before anybody is put on the list. */
export type Call = Pick<
  ManifestStop,
  'position' | 'stopId' | 'name' | 'shortName' | 'arrivesAt' | 'departsAt'
>

/** The stops in order, with the parties that board and leave at each, and the total of each leg. */
export function groupByStop(calls: readonly Call[], parties: readonly ManifestParty[]) {
  const sorted = parties.toSorted(byName)
  return calls.map((call, index): ManifestStop => {
    const { position } = call
    return {
      ...call,
      boards: sorted.filter(({ fromPosition }) => fromPosition === position),
      leaves: sorted.filter(({ toPosition }) => toPosition === position),
      leg: index === calls.length - 1 ? null : totalOfLeg(sorted, position),
    }
  })
}

function totalOfLeg(parties: readonly ManifestParty[], position: number): LegTotal {
  return totalOf(
    parties.filter((party) => party.fromPosition <= position && position < party.toPosition),
  )
}

/**
 * Names in one order, whichever alphabet they are written in: Παπαδόπουλος stands beside
 * Papadopoulos. A name that was erased comes last.
 */
function byName(one: ManifestParty, other: ManifestParty): number {
  return (
    Number(one.leader === '') - Number(other.leader === '') ||
    compare(skeleton(one.leader), skeleton(other.leader)) ||
    compare(one.leader, other.leader) ||
    compare(one.reference, other.reference) ||
    one.ride - other.ride
  )
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
