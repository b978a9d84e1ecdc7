import type { AtEnd as AtEndNames } from '#app/live/cart.ts'
import { attributes } from '#app/live/contract.ts'

import type { CartPageView } from './view.ts'

/**
 * The element that takes the place of the one before it when the hold ends while the page is open
 * (live/cart.ts). Without script the page keeps what it has.
 */
export function AtEnd({
  of: { state },
  children,
}: {
  of: CartPageView
  children: React.ReactNode
}) {
  return (
    state === 'held' && <template {...attributes<AtEndNames>({ atEnd: '' })}>{children}</template>
  )
}
