import { sql } from 'kysely'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { operator } from '#operator'
import { now } from '#platform/clock.server.ts'
import { chooseFormat, readImageOptions } from '#platform/images/image-options.ts'

import { asOwner } from './fixtures/as-owner.ts'
import { ROUTES } from './fixtures/routes.ts'

/* The running site, requested over HTTP as browsers do. */

const GREEK = { 'accept-language': 'el-CY,el;q=0.9,en;q=0.5' }
const CRAWLER = { 'user-agent': 'Googlebot/2.1' }
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
const PUBLIC_PAGES = [
  '/',
  '/timetables',
  '/schedules/1',
  '/schedules/8',
  '/about',
  '/services',
  '/services/wheelchair-accessible-transport',
]

const folder = mkdtempSync(join(tmpdir(), 'halcyon-site-'))
let server: ChildProcess
let origin: string

beforeAll(async () => {
  execFileSync('node', ['scripts/get-ready.js'], { stdio: 'ignore' })
  server = spawn('node', ['server.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder, NODE_ENV: undefined, JOBS: 'off' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  origin = await firstAddressIn(server)
})

afterAll(async () => {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  server.once('exit', () => resolve())
  server.kill()
  await ended
  rmSync(folder, { recursive: true })
})

test('a Greek browser gets Greek at the front page, and only there', async () => {
  const door = await visit('/?from=LCA', GREEK)
  expect([door.status, door.headers.get('location')]).toEqual([302, '/el?from=LCA'])
  expect(door.headers.get('vary')).toContain('Accept-Language')
  expect(door.headers.get('cache-control')).toContain('no-store')
  expect(await (await visit('/el', GREEK)).text()).toContain('lang="el"')
  expect(await (await visit('/timetables', GREEK)).text()).toContain('lang="en"')
})

test('a browser with neither language, or with none, gets English', async () => {
  expect((await visit('/', { 'accept-language': 'de' })).status).toBe(200)
  expect((await visit('/', { 'accept-language': 'el;q=0, en' })).status).toBe(200)
  expect((await visit('/')).status).toBe(200)
})

test("the last choice of a visitor counts for more than the browser's preference", async () => {
  const chose = { ...GREEK, cookie: 'locale=en' }
  expect((await visit('/', chose)).status).toBe(200)
  const choseGreek = { 'accept-language': 'en', cookie: 'locale=el' }
  expect((await visit('/', choseGreek)).headers.get('location')).toBe('/el')
  const insideTheSite = { ...choseGreek, 'sec-fetch-site': 'same-origin' }
  expect((await visit('/', insideTheSite)).status).toBe(200)
})

test('the language switch leads to the same page and query, and is remembered', async () => {
  const switched = await visit('/timetables?x=1&language=el&y=2')
  expect(switched.status).toBe(303)
  expect(switched.headers.get('location')).toBe('/el/timetables?x=1&y=2')
  expect(switched.headers.get('set-cookie')).toMatch(/^locale=el; Max-Age=31536000; .*SameSite=Lax/)
  const back = await visit('/el/timetables?language=en')
  expect(back.headers.get('location')).toBe('/timetables')
})

test('only the switch is remembered, not a visit or a prefetched page', async () => {
  expect((await visit('/el/timetables')).headers.get('set-cookie')).toBeNull()
  const ahead = await visit('/timetables?language=el', { 'sec-purpose': 'prefetch' })
  expect(ahead.headers.get('set-cookie')).toBeNull()
})

test('the switch never leads to another site, nor an unknown language to another page', async () => {
  for (const path of ['//evil.example/?language=en', '/el//evil.example/?language=en']) {
    expect((await visit(path)).headers.get('location')).toMatch(/^\/(?!\/)/)
  }
  const unknown = await visit('/el/timetables?language=fr')
  expect(unknown.headers.get('location')).toBe('/el/timetables')
  expect(unknown.headers.get('set-cookie')).toBeNull()
})

test('another spelling of a path redirects to the one address, which is the only one rendered', async () => {
  for (const [asked, ours] of [
    ['/FaQ', '/faq'],
    ['/faq//?x=1&y=%2F', '/faq?x=1&y=%2F'],
    ['/el/FAQ/', '/el/faq'],
    ['/EL/faq', '/el/faq'],
    ['/f%61q', '/faq'],
    ['/Tickets/AbC/TICKET.pdf', '/tickets/AbC/ticket.pdf'],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await fetch(origin + asked, { method, redirect: 'manual' })
      expect([asked, status, headers.get('location')]).toEqual([asked, 308, ours])
    }
  }
  for (const { path } of ROUTES) {
    if (/^\/(el)?$|\*$/.test(path)) continue
    const asked = `${path.replaceAll(/:\w+/g, '0aB')}/?x=1`
    const { status, headers } = await visit(asked)
    const ours = asked.replace('/?', '?')
    expect([asked, status, headers.get('location')]).toEqual([asked, 308, ours])
  }
  for (const path of ['//evil.example/', '//evil.example/FAQ', '/el//evil.example/']) {
    expect([path, (await visit(path)).status]).toEqual([path, 404])
  }
  const sent = await fetch(`${origin}/Contact`, { method: 'POST', headers: { origin } })
  expect(sent.status).toBe(422)
})

test('a missing page says so in the language of its path, and names the path', async () => {
  const missing = await visit('/no-such-page', FIREFOX)
  expect(missing.status).toBe(404)
  expect(await missing.text()).toContain('Page Not Found: /no-such-page')
  const greek = await (await visit('/el/no-such-page', FIREFOX)).text()
  expect(greek).toContain('Η σελίδα δεν βρέθηκε: /el/no-such-page')
  expect(greek).not.toContain('<script')
  const typed = await visit('/el/δεν/υπάρχει', FIREFOX)
  expect(await typed.text()).toContain('Η σελίδα δεν βρέθηκε: /el/δεν/υπάρχει')
  const unreadable = await visit('/%E0%A4%A', FIREFOX)
  expect([unreadable.status, await unreadable.text()]).toEqual([
    404,
    expect.stringContaining('%E0'),
  ])
  expect((await visit('/schedules/no-such-route')).status).toBe(404)
})

test('search engines learn of an error from its status alone', async () => {
  const missing = await visit('/no-such-page', CRAWLER)
  expect([missing.status, await missing.text()]).toEqual([404, ''])
  const failed = await visitFailing('/schedules/1', CRAWLER)
  expect([failed.status, await failed.text()]).toEqual([500, ''])
  const there = await visit('/timetables', CRAWLER)
  expect(await there.text()).toContain('<h1>')
})

test('a failing page shows the request id of its log entry, and no internals', async () => {
  for (const [path, heading, advice] of [
    ['/schedules/1', 'Internal Server Error', 'Please try again in a moment'],
    ['/el/schedules/1', 'Εσωτερικό σφάλμα διακομιστή', 'Δοκιμάστε ξανά σε λίγο'],
  ] as const) {
    const failed = await visitFailing(path, FIREFOX)
    expect(failed.status).toBe(500)
    const page = await failed.text()
    expect(page).toContain(`<h1>${heading}</h1>`)
    expect(page).toContain(advice)
    expect(page).toContain(failed.headers.get('x-request-id'))
    expect(page).not.toMatch(/route_names|no_names|relation| at \w+ \(|<script/)
  }
})

test('a plain page runs one small script, those of its search and its first picture, and no other may run', async () => {
  for (const path of PUBLIC_PAGES) {
    const page = await visit(path)
    expect(page.headers.get('content-security-policy')).not.toMatch(/nonce|unsafe/)
    const html = await page.text()
    const scripts = html.match(/<script(?! type="application\/ld\+json")[^>]*>/g)
    const names = scripts?.map(
      (script) => / src="\/assets\/([\w-]+)-[\w-]{8}\.js"/.exec(script)?.[1],
    )
    const ofSearch = path === '/' ? ['ticket-search'] : []
    const ofPicture = html.includes(' after"') ? ['pictures'] : []
    expect(names).toEqual([...ofSearch, ...ofPicture, 'log-in'])
  }
})

test('the policy allows the style sheet that the page contains', async () => {
  const page = await visit('/el/schedules/1')
  const policy = page.headers.get('content-security-policy')
  const sheets = (await page.text()).matchAll(/<style>(.*?)<\/style>/gs).map(([, css]) => css)
  const hashes = [...sheets].map((css) =>
    createHash('sha256')
      .update(css ?? '')
      .digest('base64'),
  )
  expect(hashes.length).toBe(1)
  for (const hash of hashes) expect(policy).toContain(`'sha256-${hash}'`)
})

test('no page has an inline script, and the policy allows none', async () => {
  for (const path of [
    ...PUBLIC_PAGES,
    '/book-now?from=NIC&to=LCA',
    '/cart',
    '/el/cart',
    '/nothing',
  ]) {
    const page = await visit(path)
    const [, allowed] =
      /script-src ([^;]*);/.exec(page.headers.get('content-security-policy') ?? '') ?? []
    const scripts = (await page.text()).match(/<script(?! type="application\/ld\+json")[^>]*>/g)
    const inline = scripts?.filter((tag) => !/ src="/.test(tag)) ?? []
    expect({ path, allowed, inline }).toEqual({ path, allowed: "'self'", inline: [] })
  }
})

test('a page gives search engines its canonical address, whatever the query', async () => {
  const page = await (await visit('/el/timetables?x=1')).text()
  expect(page).toContain(`<link rel="canonical" href="${origin}/el/timetables"/>`)
})

test('every public page is in the language of its path and links to its translations', async () => {
  const sitemap = await (await visit('/sitemap.xml')).text()
  const entries = sitemap.match(/<url>.*?<\/url>/g) ?? []
  expect(entries.length).toBeGreaterThan(40)
  for (const entry of entries) {
    const address = /<loc>(.*?)<\/loc>/.exec(entry)?.[1] ?? ''
    const path = address.replace(origin, '').replace(/^\/el(?=\/|$)/, '')
    const locale = address === origin + (path || '/') ? 'en' : 'el'
    const expected = {
      en: origin + (path || '/'),
      el: `${origin}/el${path === '/' ? '' : path}`,
      'x-default': origin + (path || '/'),
    }
    expect({ address, ...alternatesIn(entry) }).toEqual({ address, ...expected })
    const page = await fetch(address, { headers: { 'sec-fetch-site': 'same-origin' } })
    const html = await page.text()
    expect({ address, ...alternatesIn(html) }).toEqual({ address, ...expected })
    expect(html).toContain(`<html lang="${locale}">`)
  }
})

test('the site map lists every public page in each language, and robots.txt excludes only the switch', async () => {
  const robots = await (await visit('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(robots).not.toMatch(/Disallow: \/\s/)
  const sitemap = await visit('/sitemap.xml')
  expect(sitemap.headers.get('content-type')).toContain('application/xml')
  const xml = await sitemap.text()
  const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '')
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses).toContain(`${origin}/el/schedules/8`)
  for (const address of addresses) {
    const page = await fetch(address, { headers: { 'sec-fetch-site': 'same-origin' } })
    const html = await page.text()
    expect([address, page.status]).toEqual([address, 200])
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`)
    expect(html).not.toContain('noindex')
    expect(html).toMatch(/<meta name="description" content="[^"]{40,}/)
    expect({ address, ...previewIn(html) }).toEqual({
      address,
      title: expect.stringMatching(/.{10,}/),
      description: expect.stringMatching(/.{40,}/),
      type: 'website',
      site_name: 'Halcyon Airport Shuttle',
      locale: address.includes('/el') ? 'el_GR' : 'en_GB',
      url: address,
      image: expect.stringContaining('/_image/w_1200,h_630,f_jpeg,'),
      'image:width': '1200',
      'image:height': '630',
      'image:alt': expect.stringMatching(/./),
      card: 'summary_large_image',
    })
  }
})

test('structured data is true and cannot end its element', async () => {
  const home = saidIn(await (await visit('/')).text())
  expect(home[0]?.['@type']).toContain('Organization')
  expect(home[0]).toMatchObject({ foundingDate: '1992', '@id': `${origin}/#organization` })
  expect(home[0]).toMatchObject({ openingHoursSpecification: { opens: '08:30', closes: '22:30' } })
  const schedule = saidIn(await (await visit('/el/schedules/1')).text())
  const trips = schedule.flatMap((said) => (said['@graph'] as Said[] | undefined) ?? [])
  expect(trips.length).toBeGreaterThan(0)
  expect(trips[0]).toMatchObject({
    '@type': 'BusTrip',
    busNumber: 'NL',
    departureTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+0[23]:00$/),
    offers: { '@type': 'Offer', price: '9.00', priceCurrency: 'EUR' },
  })
  const crumbs = schedule.find((said) => said['@type'] === 'BreadcrumbList')
  expect(crumbs).toMatchObject({ itemListElement: [{ position: 1, item: `${origin}/el` }, {}, {}] })
  const page = await (await visit('/faq')).text()
  const faq = saidIn(page).find((said) => said['@type'] === 'FAQPage')
  expect(faq?.mainEntity).toHaveLength(page.match(/<summary>/g)?.length ?? 0)
})

test('a shared link shows a picture in its language, or in that of its page', async () => {
  for (const [path, name] of [
    ['/timetables', 'preview-en'],
    ['/el/timetables', 'preview-el'],
    ['/el/services/school-service', 'school'],
    ['/about', 'nicosia'],
  ] as const) {
    const { image = '' } = previewIn(await (await visit(path)).text())
    expect(image).toMatch(new RegExp(`^${origin}/_image/.*/${name}.webp$`))
    const answer = await fetch(image)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect([width, height]).toEqual([1200, 630])
  }
})

test('a shared link to a private page shows the site, and reveals nothing of the page', async () => {
  const { title, description, image } = previewIn(await (await visit('/el/cart')).text())
  expect(title).toBe('Halcyon Airport Shuttle')
  expect(description).toMatch(/αεροδρόμια/)
  expect(image).toContain('preview-el')
})

test('every picture of a page exists in the sizes it names', async () => {
  expect((await visit('/_image/w_1,h_1,f_svg,q_1,fit_x/..%2fpackage.json')).status).toBe(404)
  expect((await visit('/_image/w_320,h_0,f_webp,q_80,fit_cover/none.png')).status).toBe(404)
  for (const path of ['/', '/about', '/services', '/el/services/vip-taxi']) {
    const html = await (await visit(path)).text()
    const asked = [...html.matchAll(/\/_image\/([^/]+)\/([\w-]+\.webp)/g)]
    expect(asked.length).toBeGreaterThan(10)
    for (const [address, options = '', name = ''] of asked) {
      const known = readImageOptions(chooseFormat(options, 'image/avif'))
      expect([address, Boolean(known)]).toEqual([address, true])
      expect(existsSync(`images/${name}`)).toBe(true)
    }
  }
})

test.each([
  '/.git/config',
  '/.git/HEAD',
  '/.gitignore',
  '/package.json',
  '/package-lock.json',
  '/server.ts',
  '/.env',
  '/data/bank-keys.json',
  '/build/server/index.js',
  '/assets/..%2f..%2fserver%2findex.js',
  '/assets/%2e%2e/%2e%2e/server/index.js',
])('no file outside the public ones is served: %s', async (path) => {
  expect((await visit(path)).status).toBe(404)
})

test('a plain page may be prefetched and cached; a cart and a search may not', async () => {
  const plain = await visit('/el/timetables')
  expect(plain.headers.get('speculation-rules')).toBe('"/speculation-rules.json"')
  const etag = plain.headers.get('etag') ?? ''
  const again = await visit('/el/timetables', { 'if-none-match': etag })
  expect([again.status, again.headers.has('x-keep')]).toEqual([304, false])
  for (const path of ['/cart', '/book-now', '/timetables?x=1']) {
    const { headers } = await visit(path)
    expect([path, headers.get('etag')]).toEqual([path, null])
  }
  expect((await visit('/cart')).headers.get('speculation-rules')).toBeNull()
  const rules = await visit('/speculation-rules.json')
  expect(rules.headers.get('content-type')).toBe('application/speculationrules+json')
})

test('a cached front page is not reused for a Greek reader', async () => {
  expect((await visit('/', { 'accept-language': 'en' })).status).toBe(200)
  expect((await visit('/', GREEK)).status).toBe(302)
  expect((await visit('/')).headers.get('vary')).toContain('Accept-Language')
})

test('every page ends with our name, our opening hours and further links', async () => {
  const [english, greek] = [await footerOf('/cart'), await footerOf('/el/cart')]
  for (const said of [
    'The easiest way to travel to and from Cyprus airports.',
    'since 1992',
    'Every day, 08:30 to 22:30',
    'Useful links Larnaca Airport flights Paphos Airport flights Ministry of Transport Deputy',
    'Company Find a booking About us',
    'Legal Terms and Conditions',
    'Facebook Instagram LinkedIn',
  ]) {
    expect(english).toContain(said)
  }
  for (const said of [
    'Χρήσιμοι σύνδεσμοι Πτήσεις αεροδρομίου Λάρνακας',
    'από το 1992',
    'Facebook Instagram LinkedIn',
  ]) {
    expect(greek).toContain(said)
  }
  for (const footer of [english, greek]) {
    expect(footer).toMatch(/© 2025(?:–20\d\d)? Halcyon Airport Shuttle Ltd/)
    for (const of of ['HE 000000', 'CY00000000X', '0000/0000']) expect(footer).toContain(of)
  }
})

test("a form on another site's page changes nothing here", async () => {
  const refused = await post('/el/book-now', { origin: 'https://evil.example' }, 'a=1')
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('δεν ήρθε από δική μας σελίδα')
  const notice = await post('/payments/notices/sandbox', {}, '{}')
  expect(notice.status).not.toBe(403)
})

test('a body larger than any of our forms is refused', async () => {
  const refused = await post('/book-now', { origin }, 'a'.repeat(65 * 1024))
  expect(refused.status).toBe(413)
})

test('every response carries the security headers', async () => {
  for (const path of ['/', '/favicon.svg', '/no-such-page', '/healthz']) {
    const { headers } = await visit(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-request-id')).toMatch(/^[0-9A-Z]{8}$/)
    expect(headers.get('cache-control')).not.toBeNull()
  }
})

/** Requests a page while a table that it reads is missing. */
async function visitFailing(path: string, headers: Record<string, string>): Promise<Response> {
  await asOwner((owner) => sql`alter table route_names rename to no_names`.execute(owner))
  return visit(path, headers).finally(() =>
    asOwner((owner) => sql`alter table no_names rename to route_names`.execute(owner)),
  )
}

/** The preview that other sites show of a page. */
function previewIn(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:property="og|name="twitter):([\w:]+)" content="([^"]*)"/g)
  const found = [...tags].toReversed().map(([, name = '', content = '']) => [name, content])
  return Object.fromEntries(found) as Record<string, string>
}

/** The text of the footer of a page. */
async function footerOf(path: string): Promise<string> {
  const html = await (await visit(path)).text()
  const [footer = ''] = /<footer\b.*<\/footer>/s.exec(html) ?? []
  const words = footer.replaceAll('<!-- -->', '').replaceAll(/<[^>]+>/g, ' ')
  return words.replaceAll(/\s+/g, ' ')
}

/** The address of a page in each language, from its head or from its entry in the site map. */
function alternatesIn(markup: string): Record<string, string> {
  const links = markup.matchAll(
    /<(?:xhtml:)?link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/gi,
  )
  return Object.fromEntries([...links].map(([, language = '', href = '']) => [language, href]))
}

type Said = Record<string, unknown>

function saidIn(html: string): Said[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return [...scripts].map(([, json]) => JSON.parse(json ?? '') as Said)
}

function visit(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(origin + path, { headers, redirect: 'manual' })
}

function post(path: string, headers: Record<string, string>, body: string): Promise<Response> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return fetch(origin + path, { method: 'POST', headers: { ...type, ...headers }, body })
}

async function firstAddressIn({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the server prints nothing')
  for await (const line of createInterface(stdout)) {
    const address = /http:\/\/\S+/.exec(line)?.[0]
    if (address) return address
  }
  throw new Error('the server exited before it listened')
}

test('an unknown path is repeated only as far as it is useful', async () => {
  const words = 'call-this-number-to-get-your-money-back-now-'.repeat(4)
  const page = await (await visit(`/${words}`, FIREFOX)).text()
  expect(/<h1>(.*?)<\/h1>/.exec(page)?.[1]).toBe(`Page Not Found: /${words.slice(0, 59)}…`)
})

test('security.txt names a contact, and the date until which it is valid', async () => {
  const answer = await visit('/.well-known/security.txt')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    (await answer.text()).split('\n').map((line) => line.split(': ') as [string, string]),
  )
  expect(fields.get('Contact')).toBe(`mailto:${operator.email}`)
  expect(fields.get('Preferred-Languages')).toBe('en, el')
  expect(fields.get('Canonical')).toBe(`${origin}/.well-known/security.txt`)
  const expires = Temporal.Instant.from(fields.get('Expires') ?? '')
  const days = now().until(expires).total('days')
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
})
