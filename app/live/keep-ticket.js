/*
 * Stores tickets in the browser, so that they open offline (ticket-worker.js): once one ticket of
 * an order is opened, all of them and the list that links to them.
 */
const { workers, list, scope: toTickets, tickets } = document.currentScript.dataset

async function keep() {
  const fonts = document.querySelectorAll('link[rel=preload][as=font]')
  const files = [...fonts].map(({ href }) => href)
  for (const scope of [toTickets, list]) {
    const registration = await navigator.serviceWorker.register(workers, { scope })
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
    worker.postMessage({ pages: pages.map((page) => new URL(page, location.href).href), files })
  }
}

// If the browser cannot store anything, the ticket is still shown.
if ('serviceWorker' in navigator) keep().catch(() => {})
