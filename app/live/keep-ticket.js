/* Has this ticket kept in the browser, so that it opens without a connection (ticket-worker.js). */
const { workers } = document.currentScript.dataset

async function keep() {
  const scope = location.pathname.replace(/[^/]+$/, '')
  const registration = await navigator.serviceWorker.register(workers, { scope })
  const worker = registration.active ?? registration.waiting ?? registration.installing
  const fonts = document.querySelectorAll('link[rel=preload][as=font]')
  const files = [...fonts].map(({ href }) => href)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  worker.postMessage({ page: location.href, files })
}

// A browser that may keep nothing shows the ticket as well.
if ('serviceWorker' in navigator) keep().catch(() => {})
