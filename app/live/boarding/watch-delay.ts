import { addresses } from './page.ts'
import { here } from './work.ts'

/**
 * Whether the office has another delay for the bus at the door than the phone shows. Cheap enough to be
 * asked every few seconds; without a network the answer is no.
 */
export async function hasOtherDelay(): Promise<boolean> {
  const bus = here()?.bus
  if (!bus) return false
  const asked = `${addresses.sync}?departure=${bus.departureId}`
  const response = await fetch(asked, { redirect: 'manual', cache: 'no-store' }).catch(() => null)
  if (!response?.ok) return false
  const delays = (await response.json().catch(() => null)) as number[] | null
  return delays !== null && bus.calls.some(({ delay }, position) => delay !== delays[position])
}
