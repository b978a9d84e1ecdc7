import type { PackedDeparture, Scan } from '#modules/boarding/package/package.ts'
import type { Door } from '#modules/boarding/package/walk-ups.ts'
import { allScans, listParties, type Duty, type Party } from '#modules/boarding/phone/duty.ts'

/* What follows from what is on the disk. */

type OnDisk = { duty: Duty | undefined; own: readonly Scan[] }

export type Place = { duty: Duty; bus: PackedDeparture; position: number }

/** The bus that was chosen, and the stop where it stands. */
export function here({ duty }: Pick<OnDisk, 'duty'>): Place | undefined {
  const mine = duty?.mine.find(({ departureId }) => departureId === duty.chosen)
  const bus = duty?.pack.departures.find(({ departureId }) => departureId === mine?.departureId)
  return duty && mine && bus && { duty, bus, position: mine.position }
}

export function scansOf({ duty, own }: OnDisk): Scan[] {
  return duty ? allScans(duty, own) : []
}

/** The facts that a sale at the door rests on. */
export function door(state: OnDisk): Door | undefined {
  const place = here(state)
  if (!place) return undefined
  const { duty, bus } = place
  return { pack: duty.pack, bus, lease: duty.lease, notTaken: duty.notTaken, scans: scansOf(state) }
}

/** The parties of which more people are aboard than a ticket is for. */
export function listConflicts(state: OnDisk): Party[] {
  const place = here(state)
  if (!place) return []
  return listParties(place.bus, scansOf(state)).filter(({ tooMany }) => tooMany > 0)
}

/** The name of a party on the list of the member, or why there is none. */
export function nameOf(
  { leader, walkUp }: Party['ticket'],
  words: Record<'soldAtDoor' | 'noName', string>,
): string {
  return leader || (walkUp ? words.soldAtDoor : words.noName)
}
