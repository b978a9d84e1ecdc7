import type { Dataset, Selector } from './contract.ts'

/*
 * Stores tickets in the browser, so that they open offline (ticket-worker.js): once one ticket of
 * an order is opened, all of them and the list that links to them.
 */

export type KeptTickets = {
  /** The page that links to the tickets, and the folder that they are in. */
  list: string
  scope: string
  /** The ids of the tickets, with spaces between them. */
  tickets: string
}

const selector = '[data-tickets]' satisfies Selector<KeptTickets>
const { dataset } = document.querySelector(selector) as HTMLElement
const { list, scope: toTickets, tickets } = dataset as Dataset<KeptTickets>

async function keep(): Promise<void> {
  const fonts = document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')
  const files = [...fonts].map(({ href }) => href)
  for (const scope of [toTickets, list]) {
    const registration = await navigator.serviceWorker.register('/ticket-worker.js', { scope })
    const worker = registration.active ?? registration.waiting ?? registration.installing
    if (scope !== toTickets) continue
    const pages = [
      ...tickets
        .split(' ')
        .filter(Boolean)
        .map((id) => toTickets + id),
      list,
    ]
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    worker?.postMessage({ pages: pages.map((page) => new URL(page, location.href).href), files })
  }
}

// If the browser cannot store anything, the ticket is still shown.
if ('serviceWorker' in navigator) keep().catch(() => {})
