import { LISTED_HEADER, sayListed } from '#modules/boarding/listed.ts'

import { addresses } from './page.ts'
import { here } from './work.ts'

/**
 * Whether the office has another delay for the bus at the door than the phone shows, or other tickets:
 * new ones, or some that became void. Cheap enough to be asked every few seconds; without a network the
 * answer is no.
 */
export async function hasNews(): Promise<boolean> {
  const bus = here()?.bus
  if (!bus) return false
  const asked = `${addresses.sync}?departure=${bus.departureId}`
  const response = await fetch(asked, { redirect: 'manual', cache: 'no-store' }).catch(() => null)
  if (!response?.ok) return false
  const listed = response.headers.get(LISTED_HEADER)
  if (listed !== null && listed !== sayListed(bus.tickets)) return true
  const delays = (await response.json().catch(() => null)) as number[] | null
  return delays !== null && bus.calls.some(({ delay }, position) => delay !== delays[position])
}
