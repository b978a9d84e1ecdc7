import type { LastSale, Millis, PackedDeparture, Scan } from '#modules/boarding/package/package.ts'
import { UNDO_SALE_MINUTES } from '#modules/rules/rules.ts'

import { rideNow, type Duty } from './duty.ts'

type Facts = {
  duty: Pick<Duty, 'pack' | 'sold'>
  bus: PackedDeparture
  /** All that the phone knows. */
  scans: readonly Scan[]
  /** By the clock of the server. */
  now: Millis
}

/**
 * The sale that the driver may undo: the last one at this bus, for some minutes, while boarding at its
 * stop is open and nobody has counted its people but the sale itself.
 */
export function findUndoable({ duty, bus, scans, now }: Facts): LastSale | undefined {
  const { pack, sold } = duty
  if (!sold || sold.departureId !== bus.departureId) return undefined
  if (bus.closed.includes(sold.position)) return undefined
  if (now - sold.at > UNDO_SALE_MINUTES * 60_000) return undefined
  const listed = bus.tickets.find(({ digest }) => digest === sold.ride)
  if (listed && listed.state !== 'valid') return undefined
  const ride = rideNow(pack, sold.ride)
  return scans.filter((scan) => scan.ride === ride).length === 1 ? sold : undefined
}
