import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { pressAtOnce } from '#e2e/support/crowd.ts'
import { observatoryScore } from '#e2e/support/observatory.ts'
import { startCompany, type Company, type Running } from '#e2e/support/processes.ts'
import { sendRaw, type RawAnswer } from '#e2e/support/raw-request.ts'
import { makeBookings, SCREENS, type Made } from '#e2e/support/screens.ts'
import { formIn, openBrowser, type Page } from '#e2e/support/traveller.ts'
import { findPort } from '#test/fixtures/free-port.ts'
import { ROUTES } from '#test/fixtures/routes.ts'

const SEARCH = { from: 'NIC', to: 'LCA', adults: '1', date: '2026-12-10' }

let company: Company
let site: Running
let made: Made

beforeAll(async () => {
  company = await startCompany()
  site = await company.startSite()
  made = await makeBookings({ company, site })
})

afterAll(() => company.stop())

describe('a request that may change something', () => {
  const FOREIGN: Record<string, Record<string, string>> = {
    'names no origin': {},
    'comes from another site': { Origin: 'https://evil.example' },
    'has the origin “null”': { Origin: 'null' },
    'comes from another port of this machine': { Origin: 'http://localhost:1' },
    'is marked cross-site by the browser': {
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
    },
    'comes from a neighbouring host': {
      Origin: 'https://x.localhost',
      'Sec-Fetch-Site': 'same-site',
    },
    'is marked as typed by the browser': { 'Sec-Fetch-Site': 'none' },
  }

  test.each(Object.keys(FOREIGN))('a form that %s is refused everywhere, unread', async (what) => {
    const chosen = await openBrowser(site.url).chooseRide(SEARCH)
    const body = new URLSearchParams(formIn(chosen.html, 'from-stop')).toString()
    const patterns = ROUTES.map(({ path }) => path.slice(1))
    for (const pattern of patterns.filter((one) => !one.startsWith('payments/notices'))) {
      const target = `/${pattern.replaceAll(/:\w+|\*/g, '0')}`
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...FOREIGN[what] }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      const answer = await sendRaw(site.url, { method: 'POST', target, headers: lines, body })
      expect(answer.status, target).toBe(403)
      expect(answer.head).not.toMatch(/^set-cookie/im)
    }
  })

  test('a text browser, which says nothing of itself, holds a seat by the token in its form', async () => {
    const headers = { Accept: 'text/html, text/*;q=0.5', 'Accept-Encoding': 'gzip' }
    const { url } = await openBrowser(site.url).chooseRide(SEARCH)
    const ride = formIn(await (await fetch(url, { headers })).text(), 'from-stop')
    const send = (fields: Record<string, string>, more: Record<string, string> = {}) =>
      fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...headers, ...more },
        body: new URLSearchParams(fields),
      })
    const { 'form-token': token = '', ...without } = ride
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await send(without)).status).toBe(403)
    expect((await send(ride, { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await send(ride, { Cookie: 'visitor=somebody' })).status).toBe(403)
    const chosen = await send(ride, { Origin: 'null' })
    expect(chosen.status, await chosen.text()).toBeLessThan(400)
  })

  test('an unsigned payment webhook is not stored, and repeated ones are rate limited', async () => {
    const forge = (address: string) => forgeNotice(site.url, address)
    for (let tries = 0; tries < 20; tries++) expect((await forge('10.9.9.9')).status).toBe(400)
    expect((await forge('10.9.9.9')).status).toBe(429)
    expect((await forge('10.9.9.8')).status).toBe(400)
  })
})

describe('redirects', () => {
  const ATTEMPTS = [
    '//evil.example?language=el',
    '///evil.example/?language=el',
    '/\\evil.example?language=el',
    '/%5Cevil.example?language=el',
    '/%2F%2Fevil.example?language=el',
    '/el//evil.example?language=en',
    '/el/%2Fevil.example?language=en',
    '/el/\\evil.example?language=en',
    '/.//evil.example?language=el',
    '/?language=//evil.example',
    '/?language=https://evil.example',
    '/?language=el&next=https://evil.example&redirect=//evil.example&url=//evil.example',
    'http://evil.example/?language=el',
    'http://evil.example//evil.example?language=el',
    '/cart?language=el%0d%0aLocation:%20https://evil.example',
  ]

  test.each(ATTEMPTS)('%s never leads to another site', async (target) => {
    for (const headers of [[], ['Host: evil.example'], ['X-Forwarded-Host: evil.example']]) {
      const { head, status, text } = await sendRaw(site.url, { target, headers })
      expect(status).toBeLessThan(500)
      const locations = [...head.matchAll(/^location: *(.*)$/gim)].map(([, to]) => to?.trim() ?? '')
      for (const location of locations) {
        expect(new URL(location, site.url).host).toBe(new URL(site.url).host)
      }
      expect(text).not.toMatch(/(?:href|action|content)="(?:https?:)?\/\/evil\.example/)
    }
  })
})

describe('security headers', () => {
  test('are on every screen', async () => {
    for (const address of Object.values(SCREENS).flatMap((addresses) => addresses(made))) {
      for (const prefix of ['', '/el']) {
        const { headers, status } = await made.buyer.ask(site.url + prefix + address)
        expect(status, address).toBeLessThan(500)
        const isPage = status < 300 || status >= 400
        if (isPage) expectCareful(headers, address)
      }
    }
  })

  test('are on endpoints, errors and files too', async () => {
    const others = [
      '/healthz',
      '/readyz',
      '/favicon.svg',
      '/nothing.svg',
      '/payment/state/0',
      '/tickets/0/ticket.pdf',
      `/tickets/${made.ticket}/ticket.pdf`,
      `/tickets/${made.ticket}/ticket.ics`,
      '/ticket-worker.js',
      '/boarding-worker.js',
      '/icon-192.png',
      '/manifest.webmanifest',
      '/.well-known/security.txt',
      '/el/tickets/0/ticket.pdf',
    ]
    for (const address of others) {
      const response = await made.buyer.ask(site.url + address)
      expectGuarded(response.headers, address)
      expect(response.headers.get('strict-transport-security'), address).toBeNull()
    }
    const tooLarge = { method: 'POST', target: '/cart', body: 'a'.repeat(70_000) }
    for (const request of [{ method: 'POST', target: '/cart' }, tooLarge]) {
      const { head, status } = await sendRaw(site.url, request)
      expect([403, 413]).toContain(status)
      expectGuarded(headersIn(head), `${status}`)
    }
  })

  test('personal pages are never cached', async () => {
    const personal = [
      '/cart',
      `/payment/success/${made.paid}`,
      `/payment/fail/${made.failed}`,
      `/payment/state/${made.paid}`,
      `/tickets/${made.ticket}`,
      `/tickets/${made.ticket}/ticket.pdf`,
      `/tickets/${made.ticket}/ticket.ics`,
      '/mailbox',
      '/no-such-page',
    ]
    for (const address of personal) {
      const response = await made.buyer.ask(site.url + address)
      expect(response.headers.get('cache-control'), address).toContain('no-store')
    }
  })
})

describe('cookies', () => {
  test('a visitor who only reads gets none', async () => {
    const browser = openBrowser(site.url)
    for (const address of Object.values(SCREENS).flatMap((addresses) => addresses(made))) {
      await browser.visit(address)
    }
    expect([...browser.cookies]).toEqual([])
  })

  test('the visitor cookie of a hold is hidden from scripts and other sites', async () => {
    const set = await cookieOf(site.url)
    expect(set).toMatch(/^visitor=[0-9a-z]{26}; /)
    expect(set).toContain('HttpOnly')
    expect(set).toContain('SameSite=Lax')
    expect(set).toContain('Path=/')
    expect(set).not.toMatch(/secure|domain/i)
  })

  test('an invented cookie opens nothing, so a cart cannot be handed on', async () => {
    const [[, secret] = []] = made.undecided.cookies
    expect(secret).toMatch(/^[0-9a-z]{26}$/)
    const headers = { Cookie: `visitor=${'0'.repeat(26)}` }
    const response = await openBrowser(site.url).ask(`${site.url}/cart`, { headers })
    expect(await response.text()).not.toContain('name="email"')
  })
})

describe('behind https, and without a proxy', () => {
  let plain: string
  let secure: string
  let numbers: string

  beforeAll(async () => {
    const port = await findPort()
    secure = `https://localhost:${port}`
    plain = `http://localhost:${port}`
    const metricsPort = String(await findPort())
    numbers = `http://127.0.0.1:${metricsPort}/metrics`
    await company.startSite({
      PORT: String(port),
      SITE_URL: secure,
      TRUSTED_PROXIES: '0',
      METRICS_PORT: metricsPort,
    })
  })

  test("the operator's metrics have their own port, which the proxy does not expose", async () => {
    for (const headers of [{}, { Forwarded: 'for=10.0.0.1' }, { 'X-Real-IP': '10.0.0.1' }]) {
      expect((await fetch(`${plain}/metrics`, { headers })).status).toBe(404)
    }
    expect(await (await fetch(numbers)).text()).toContain('# TYPE')
  })

  test('the site sends HSTS, and its cookies are secure', async () => {
    const { headers } = await fetch(plain)
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}/)
    expect(await cookieOf(plain, secure)).toContain('Secure')
  })

  test('its cookies are bound to this host, so that no neighbouring host can plant one', async () => {
    const language = await openBrowser(plain).ask(`${plain}/?language=el`)
    for (const set of [await cookieOf(plain, secure), ...language.headers.getSetCookie()]) {
      expect(set).toMatch(/^__Host-(visitor|locale)=[^;]+; .*Path=\/.*; Secure/)
      expect(set).not.toMatch(/domain/i)
    }
    const headers = { Cookie: 'locale=el', 'Accept-Language': 'en' }
    expect((await openBrowser(plain).ask(`${plain}/`, { headers })).status).toBe(200)
  })

  test('the cookie of the office is bound to this host too, and goes to no page that another site opens', async () => {
    const body = new URLSearchParams({ intent: 'enter', role: 'owner' })
    const headers = { Origin: secure }
    const entered = { method: 'POST', headers, body }
    const { headers: answer } = await openBrowser(plain).ask(`${plain}/office/login`, entered)
    const [session = '', ...others] = answer.getSetCookie()
    for (const set of [session, ...others]) expect(set).toMatch(/^__Host-.*; Path=\/.*; Secure/)
    expect(session).toMatch(/^__Host-office=[^;]{60,};/)
    for (const rule of ['HttpOnly', 'SameSite=Strict']) expect(session).toContain(rule)
    expect(answer.getSetCookie().join()).not.toMatch(/domain/i)
    expect(answer.get('cache-control')).toContain('no-store')
  })

  test('with a payment page on https too, the strictest public scanner finds nothing to fix', async () => {
    const port = String(await findPort())
    const { url } = await company.startSite({
      PORT: port,
      SITE_URL: `https://localhost:${port}`,
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_KEY: 'sk_test_keyOfTheExaminer',
      STRIPE_WEBHOOK_SECRET: 'whsec_secretOfTheExaminer',
      BANK_URL: 'https://bank.example',
    })
    for (const address of ['/', '/el', '/faq', '/book-now', '/no-such-page']) {
      const { headers } = await fetch(url.replace('https:', 'http:') + address)
      expect(observatoryScore(headers), address).toBeGreaterThanOrEqual(135)
    }
  })

  test('forged forwarding headers do not change the counted address', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 22; tries++)
      statuses.push((await forgeNotice(plain, `10.8.8.${tries}`)).status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('seats cannot be hoarded: unpaid holds are limited per network and per browser', async () => {
  const chosen = await openBrowser(site.url).chooseRide({ ...SEARCH, date: '2026-12-15' })
  const form = formIn(chosen.html, 'from-stop')
  const hold = (address: string, fields = {}): Promise<Page> =>
    openBrowser(site.url, { address }).submit(chosen.url, { ...form, ...fields })
  const many = await pressAtOnce(Array.from({ length: 24 }, () => () => hold('10.7.7.7')))
  const refused = many.filter(({ status }) => status === 422)
  const others = many.filter((shown) => !refused.includes(shown))
  expect(others.map(({ status, url }) => `${status} ${new URL(url).pathname}`)).toEqual(
    Array.from({ length: 15 }, () => '200 /cart'),
  )
  // The sentence depends on how much of the bus was in carts when the request began.
  const said =
    /Many seats are being held without being paid for|We cannot hold more seats for your network/
  expect(refused.map(({ html }) => said.test(html))).toEqual(refused.map(() => true))
  expect((await hold('10.7.7.8', { adults: '16' })).status).toBe(422)
})

/** The cookie set by putting a ride into the cart. */
async function cookieOf(address: string, origin = address): Promise<string> {
  const browser = openBrowser(address)
  const chosen = await browser.chooseRide(SEARCH)
  const body = new URLSearchParams(formIn(chosen.html, 'from-stop'))
  const headers = { Origin: origin }
  const response = await browser.ask(chosen.url, { method: 'POST', body, headers })
  return response.headers.getSetCookie().join('\n')
}

function forgeNotice(origin: string, address: string): Promise<RawAnswer> {
  return sendRaw(origin, {
    method: 'POST',
    target: '/payments/notices/sandbox',
    headers: [`X-Forwarded-For: ${address}`],
    body: '{"type":"order.paid"}',
  })
}

/** The response forbids framing, embedding and sniffing. */
function expectGuarded(headers: Headers, address: string): void {
  const policy = headers.get('content-security-policy')
  expect(policy, address).toMatch(/frame-ancestors 'none'/)
  expect(policy, address).toMatch(/base-uri 'none'/)
  expect(headers.get('x-content-type-options'), address).toBe('nosniff')
  expect(headers.get('cross-origin-resource-policy'), address).toBe('same-origin')
}

function headersIn(head: string): Headers {
  const lines = head.split('\r\n').slice(1)
  return new Headers(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]))
}

function expectCareful(headers: Headers, address: string): void {
  const policy = headers.get('content-security-policy') ?? ''
  expectGuarded(headers, address)
  expect(policy, address).toContain("default-src 'self'")
  for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy, address).toContain(rule)
  }
  expect(policy, address).not.toMatch(/unsafe-|\*|https:(?!\/\/)/)
  expect(policy, address).toContain(`form-action 'self' ${company.bank.url}`)
  expect(headers.get('cross-origin-embedder-policy'), address).toBe('require-corp')
  expect(headers.get('referrer-policy'), address).toBe('same-origin')
  expect(headers.get('cross-origin-opener-policy'), address).toBe('same-origin')
  expect(headers.get('permissions-policy'), address).toContain('payment=()')
  expect(headers.get('strict-transport-security'), address).toBeNull()
  expect(headers.get('x-powered-by'), address).toBeNull()
  expect(headers.get('server'), address).toBeNull()
}
