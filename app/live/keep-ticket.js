/*
 * Has tickets kept in the browser, so that they open without a connection (ticket-worker.js): all of
 * an order once one of it is opened, with the list that leads to them.
 */
const { workers, list, tickets } = document.currentScript.dataset

async function keep() {
  const fonts = document.querySelectorAll('link[rel=preload][as=font]')
  const files = [...fonts].map(({ href }) => href)
  const toTickets = list.replace(/bookings$/, 'tickets/')
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

// A browser that may keep nothing shows the ticket as well.
if ('serviceWorker' in navigator) keep().catch(() => {})
