import type { CartPageView } from './view.ts'

/**
 * The element that takes the place of the one before it when the hold ends while the page is open
 * (live/cart.js). Without script the page keeps what it has.
 */
export function AtEnd({
  of: { state },
  children,
}: {
  of: CartPageView
  children: React.ReactNode
}) {
  return state === 'held' && <template data-at-end="">{children}</template>
}
