/*
 * Keeps tickets and the list that links to them readable offline, and nothing else of the site. The
 * network comes first; without a response the last copy is shown, with the time at which it was
 * saved. A ticket that the site no longer knows is deleted.
 */
const COPIES = 'tickets'
/** In any language: /tickets/…, /el/tickets/… */
const TICKET = /^(\/[a-z]+)?\/tickets\/[\da-z]{26}$/
const LIST = /^(\/[a-z]+)?\/bookings$/
const FILE = /^\/assets\/[\w.-]+\.woff2$|^\/favicon\.svg$/
const PATIENCE = 4000
/** A limit, so that tickets never fill a phone; the oldest are deleted first. */
const MAX_TICKETS = 24

const isPage = (path) => TICKET.test(path) || LIST.test(path)

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

/** The page that registers this worker was loaded before it. */
addEventListener('message', (event) => {
  const { data, source } = event
  if (source) event.waitUntil(keepAll(data))
})

/** Writes into the cache that was current at the start: a logout meanwhile deletes it for good. */
async function keepAll({ pages, files }) {
  const copies = await caches.open(COPIES)
  for (const file of files) await keepFile(new Request(file), copies).catch(() => {})
  for (const page of pages) {
    const { origin, pathname } = new URL(page)
    if (origin !== location.origin || !isPage(pathname)) continue
    await fetchPage(new Request(page, { credentials: 'same-origin' }), copies).catch(() => {})
  }
  const kept = (await copies.keys()).filter(({ url }) => TICKET.test(new URL(url).pathname))
  for (const old of kept.slice(0, -MAX_TICKETS)) await copies.delete(old)
}

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(openCopied(request))
  else if (FILE.test(pathname)) event.respondWith(openFile(request))
})

async function openCopied(request) {
  const copies = await caches.open(COPIES)
  const answer = fetchPage(request, copies)
  const copy = await copies.match(nameOf(request))
  if (!copy) return answer
  const tooLate = new Promise((resolve) => setTimeout(resolve, PATIENCE))
  const first = await Promise.race([answer.catch(() => undefined), tooLate])
  return first && first.status < 500 ? first : asCopy(copy)
}

async function openFile(request) {
  return keepFile(request, await caches.open(COPIES))
}

async function fetchPage(request, copies) {
  const answer = await fetch(request)
  if (answer.status === 200) {
    // Reads the whole response before storing it: a broken connection must not cost the last copy.
    const page = await answer.clone().blob()
    await copies.put(nameOf(request), new Response(page, { headers: answer.headers }))
  }
  if (answer.status === 404 || answer.status === 410) await copies.delete(nameOf(request))
  return answer
}

/**
 * The page contains the sentence about its copy, hidden until it is one. The list names every
 * ticket stored here, whether or not it was bought in this browser.
 */
async function asCopy(copy) {
  const html = await copy.text()
  const shown = html
    .replace('<div class="saved-copy" hidden="">', '<div class="saved-copy">')
    .replace('<ul class="kept-tickets"></ul>', await listKept())
  return new Response(shown, { headers: copy.headers })
}

/** The stored names are already escaped, as they are in their pages. */
async function listKept() {
  const copies = await caches.open(COPIES)
  const items = []
  for (const request of await copies.keys()) {
    const { pathname } = new URL(request.url)
    const copy = TICKET.test(pathname) && (await copies.match(request))
    const [, title] = /data-kept="([^"]*)"/.exec(copy ? await copy.text() : '') ?? []
    if (title) items.push(`<li><a href="${pathname}">${title}</a></li>`)
  }
  return `<ul class="kept-tickets">${items.join('')}</ul>`
}

async function keepFile(request, copies) {
  const copy = await copies.match(request.url)
  if (copy) return copy
  const answer = await fetch(request)
  if (answer.ok) await copies.put(request.url, answer.clone())
  return answer
}

/** The same page, whatever its query. */
function nameOf(request) {
  const { origin, pathname } = new URL(request.url)
  return origin + pathname
}
