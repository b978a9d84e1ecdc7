import { isNewlyVoid, LISTED_HEADER, sayListed, VOIDED_HEADER } from '#modules/boarding/listed.ts'

import { addresses } from './page.ts'
import { here } from './work.ts'

/**
 * Whether the office has another delay for the bus at the door than the phone shows, or other tickets:
 * new ones, or some that became void on whichever bus. Cheap enough to be asked every few seconds; without a network the
 * answer is no.
 */
export async function hasNews(): Promise<boolean> {
  const place = here()
  if (!place) return false
  const { bus, duty } = place
  const asked = `${addresses.sync}?departure=${bus.departureId}&since=${duty.pack.madeAt}`
  const response = await fetch(asked, { redirect: 'manual', cache: 'no-store' }).catch(() => null)
  if (!response?.ok) return false
  const listed = response.headers.get(LISTED_HEADER)
  if (listed !== null && listed !== sayListed(bus.tickets)) return true
  if (isNewlyVoid(response.headers.get(VOIDED_HEADER), duty.pack.departures)) return true
  const delays = (await response.json().catch(() => null)) as number[] | null
  return delays !== null && bus.calls.some(({ delay }, position) => delay !== delays[position])
}
