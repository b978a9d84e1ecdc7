import {
  isNewlyVoid,
  LISTED_HEADER,
  MAX_WATCHED,
  sayListed,
  VOIDED_HEADER,
} from '#modules/boarding/package/listed.ts'

import { here } from './here.ts'
import type { Phone } from './phone.ts'

/**
 * Whether the office has another delay for a bus of the duty than the phone shows, or other tickets for the bus at the
 * door: new ones, or some that became void on whichever bus. Cheap enough to be asked every few seconds;
 * without a network the answer is no.
 */
export async function hasNews({ now, start, world }: Phone): Promise<boolean> {
  const { duty } = now
  if (!duty) return false
  const own = new Set(duty.mine.map(({ departureId }) => departureId))
  const mine = duty.pack.departures.filter(({ departureId }) => own.has(departureId))
  if (mine.length === 0) return false
  const bus = here(now)?.bus
  const asked = `${start.addresses.sync}?${new URLSearchParams({
    ...(bus && { departure: bus.departureId }),
    mine: mine
      .slice(0, MAX_WATCHED)
      .map(({ departureId }) => departureId)
      .join(','),
    since: String(duty.pack.madeAt),
  })}`
  const response = await world.ask(asked)
  if (!response?.ok) return false
  const listed = response.headers.get(LISTED_HEADER)
  if (bus && listed !== null && listed !== sayListed(bus.tickets)) return true
  if (isNewlyVoid(response.headers.get(VOIDED_HEADER), duty.pack.departures)) return true
  const delays = (await response.json().catch(() => ({}))) as Record<string, number[]>
  return mine.some(({ departureId, calls }) => {
    const told = delays[departureId]
    return told !== undefined && calls.some(({ delay }, position) => delay !== told[position])
  })
}
