/*
 * Opens the page for boarding without a network, and nothing else of the site. The network comes
 * first; without an answer the last copy is shown. The page holds nobody's name: those are in the
 * database of the phone, encrypted (phone/disk/store.ts).
 */
const COPIES = 'boarding'
/** In any language: /office/boarding, /el/office/boarding */
const PAGE = /^(\/[a-z]+)?\/office\/boarding$/
const FILE = /^\/assets\/[\w.-]+\.(woff2|js|css)$|^\/favicon\.svg$/
const PATIENCE = 3000

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('message', (event) => event.waitUntil(copyPage(event.source)))

/** The page that starts this worker was loaded before it, and asks for its copy. */
async function copyPage(page) {
  const own = new URL(registration.scope)
  await fetchPage(new Request(own, { credentials: 'same-origin' })).catch(() => {})
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page has no other origin than its worker
  page.postMessage('tried')
}

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && PAGE.test(pathname)) event.respondWith(openPage(request))
  else if (FILE.test(pathname)) event.respondWith(openFile(request))
})

async function openPage(request) {
  const answer = fetchPage(request)
  const copies = await caches.open(COPIES)
  const copy = await copies.match(nameOf(request))
  if (!copy) return answer
  const tooLate = new Promise((resolve) => setTimeout(resolve, PATIENCE))
  const first = await Promise.race([answer.catch(() => undefined), tooLate])
  return first && first.status < 500 ? first : copy
}

/** The choice of a stop without script has a query, and is not kept. */
async function fetchPage(request) {
  const answer = await fetch(request)
  const isOwn = answer.status === 200 && !answer.redirected && new URL(request.url).search === ''
  if (isOwn) await keep(request, answer.clone())
  return answer
}

/** The files first, so that no copy of a page is without its script. Those of older pages go. */
async function keep(request, answer) {
  const copies = await caches.open(COPIES)
  const html = await answer.text()
  for (const file of filesOf(html)) {
    if (!(await copies.match(file))) await copies.add(file)
  }
  await copies.put(nameOf(request), new Response(html, { headers: answer.headers }))

  const kept = await copies.keys()
  const pages = await Promise.all(kept.filter(isPage).map((page) => copies.match(page)))
  const needed = new Set((await Promise.all(pages.map((page) => page.text()))).flatMap(filesOf))
  const isOld = (one) => !isPage(one) && !needed.has(new URL(one.url).pathname)
  await Promise.all(kept.filter(isOld).map((one) => copies.delete(one)))
}

const isPage = ({ url }) => PAGE.test(new URL(url).pathname)

function filesOf(html) {
  const files = [...html.matchAll(/(?:src|href|data-\w+)="([^"]+)"/g)].map(([, file]) => file)
  return [...new Set(files)].filter((file) => FILE.test(file))
}

async function openFile(request) {
  const copies = await caches.open(COPIES)
  return (await copies.match(request.url)) ?? fetch(request)
}

/** The same page, whatever its query. */
function nameOf(request) {
  const { origin, pathname } = new URL(request.url)
  return origin + pathname
}
