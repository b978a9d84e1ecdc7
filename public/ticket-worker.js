/*
 * Keeps tickets readable without a connection, and nothing else of the site. The network comes
 * first; when it gives no answer, the copy of the last visit is shown, which says when it was saved.
 * A ticket that the site no longer knows is forgotten.
 */
const COPIES = 'tickets'
const TICKET = /^(\/el)?\/tickets\/[\da-z]{26}$/
const FILE = /^\/assets\/[\w.-]+\.woff2$|^\/favicon\.svg$/
const PATIENCE = 4000

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

/** The page that registers us was loaded before we were there. */
addEventListener('message', ({ data, source }) => {
  const { origin, pathname } = new URL(data.page)
  if (!source || origin !== location.origin || !TICKET.test(pathname)) return
  for (const file of data.files) void keepFile(new Request(file))
  void fetchTicket(new Request(data.page, { credentials: 'same-origin' })).catch(() => {})
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && TICKET.test(pathname)) event.respondWith(openTicket(request))
  else if (FILE.test(pathname)) event.respondWith(keepFile(request))
})

async function openTicket(request) {
  const answer = fetchTicket(request)
  const copy = await (await caches.open(COPIES)).match(nameOf(request))
  if (!copy) return answer
  const tooLate = new Promise((resolve) => setTimeout(resolve, PATIENCE))
  const first = await Promise.race([answer.catch(() => undefined), tooLate])
  return first && first.status < 500 ? first : asCopy(copy)
}

async function fetchTicket(request) {
  const answer = await fetch(request)
  const copies = await caches.open(COPIES)
  if (answer.status === 200) {
    // Whole before it is put down: a connection that breaks off here must not cost the last copy.
    const page = await answer.clone().blob()
    await copies.put(nameOf(request), new Response(page, { headers: answer.headers }))
  }
  if (answer.status === 404 || answer.status === 410) await copies.delete(nameOf(request))
  return answer
}

/** The page carries the sentence about its copy with it, hidden until it is one. */
async function asCopy(copy) {
  const html = await copy.text()
  const shown = html.replace('<div class="saved-copy" hidden="">', '<div class="saved-copy">')
  return new Response(shown, { headers: copy.headers })
}

async function keepFile(request) {
  const copies = await caches.open(COPIES)
  const copy = await copies.match(request.url)
  if (copy) return copy
  const answer = await fetch(request)
  if (answer.ok) await copies.put(request.url, answer.clone())
  return answer
}

/** Whatever stands behind the address, it is the same ticket. */
function nameOf(request) {
  const { origin, pathname } = new URL(request.url)
  return origin + pathname
}
