import { afterAll, beforeAll, expect, test } from 'vitest'

import { listBreachesAtRest } from '#e2e/support/books.ts'
import { pressAtOnce } from '#e2e/support/crowd.ts'
import { askForReset, joinAs, PASSWORD } from '#e2e/support/members.ts'
import { startCompany, type Company, type Running } from '#e2e/support/processes.ts'
import {
  CONTACT,
  formIn,
  linksIn,
  openBrowser,
  type Fields,
  type Traveller,
} from '#e2e/support/traveller.ts'
import { connect, type Database } from '#platform/db.server.ts'
import { findPort } from '#test/fixtures/free-port.ts'

/* Attacks on an account, over HTTP. */

const EMAIL = 'member@example.com'

let company: Company
let site: Running
/** The address of the second process, and its public origin. */
let secure: { url: string; origin: string }
let member: Traveller
let books: Database

beforeAll(async () => {
  company = await startCompany()
  site = await company.startSite()
  const port = await findPort()
  secure = { url: `http://localhost:${port}`, origin: `https://localhost:${port}` }
  await company.startSite({ PORT: String(port), SITE_URL: secure.origin })
  member = await joinAs(site.url, { email: EMAIL })
  books = connect(company.databaseUrl, { patient: true })
})

afterAll(async () => {
  await books.destroy()
  await company.stop()
})

function send(browser: Traveller, path: string, fields: Fields, headers: Fields = {}) {
  const body = new URLSearchParams(fields)
  return browser.ask(browser.site + path, { method: 'POST', body, headers })
}

const logIn = (browser: Traveller, headers: Fields = {}) =>
  send(browser, '/users/login', { email: EMAIL, 'log-in-password': PASSWORD }, headers)

const sessionIn = (response: Response) =>
  response.headers.getSetCookie().find((one) => /^(__Host-)?session=/.test(one)) ?? ''

test('account pages are never cached', async () => {
  for (const path of ['/account', '/account/data.json', '/users/login', '/users/confirm?token=x']) {
    const response = await member.ask(site.url + path)
    expect(response.headers.get('cache-control'), path).toContain('no-store')
  }
})

test('a session cookie planted before the login is not the session after it', async () => {
  const attacker = openBrowser(site.url)
  const planted = sessionIn(await logIn(attacker)).split(';')[0] ?? ''
  const victim = openBrowser(site.url)
  const own = sessionIn(await logIn(victim, { Cookie: planted })).split(';')[0] ?? ''
  expect(own).toMatch(/^session=./)
  expect(own).not.toBe(planted)
  const asAttacker = await attacker.ask(`${site.url}/account`, { headers: { Cookie: planted } })
  expect(asAttacker.headers.get('location')).toBe('/users/login')
})

test('the session cookie is hidden from scripts and other sites, and sent only over https where there is https', async () => {
  const plain = sessionIn(await logIn(openBrowser(site.url)))
  expect(plain).toMatch(/^session=[^;]{40,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  const browser = openBrowser(secure.url)
  const covered = sessionIn(await logIn(browser, { Origin: secure.origin }))
  expect(covered).toMatch(/^__Host-session=.*; Secure/)
  expect(covered).toContain('; Path=/;')
  expect(covered).not.toMatch(/domain/i)
  expect((await browser.ask(`${secure.url}/account`)).status).toBe(200)
})

test('the response about an email address is identical, whether or not it has an account', async () => {
  const asking: [string, Fields][] = [
    ['/users/login', { 'log-in-password': 'The password is wrong' }],
    ['/users/signup', { name: 'Somebody', password: PASSWORD, terms: 'yes' }],
    ['/el/users/forgot-password', {}],
  ]
  for (const [path, fields] of asking) {
    const [known, unknown] = await Promise.all(
      [EMAIL, 'nobody@example.com'].map((email) => answerTo(path, { ...fields, email })),
    )
    expect(known).toEqual(unknown)
  }
})

test('the response about a booking is identical, whether or not it exists', async () => {
  const buyer = openBrowser(site.url)
  const { reference } = await buyOne(buyer)
  const asked = [
    { reference, email: CONTACT.email },
    { reference, email: 'nobody@example.com' },
    { reference: '00000000', email: CONTACT.email },
  ]
  const answers = await Promise.all(asked.map((fields) => answerTo('/find-booking', fields)))
  expect(answers[0]).toMatchObject({ status: 303, location: '/find-booking?sent' })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('changing the password or logging out everywhere ends all other sessions', async () => {
  const email = 'stale@example.com'
  const here = await joinAs(site.url, { email })
  const there = openBrowser(site.url)
  const opens = async () => (await there.ask(`${site.url}/account`)).status
  const logInThere = (password: string) =>
    send(there, '/users/login', { email, 'log-in-password': password })
  await logInThere(PASSWORD)
  expect(await opens()).toBe(200)
  const second = 'three buses to the sea'
  const change = { intent: 'change-password', 'current-password': PASSWORD, 'new-password': second }
  await send(here, '/account', change)
  expect(await opens()).toBe(303)
  expect((await there.ask(`${site.url}/account/data.json`)).status).toBe(404)
  expect((await here.ask(`${site.url}/account`)).status).toBe(200)

  await logInThere(second)
  expect(await opens()).toBe(200)
  const kept = `session=${there.cookies.get(`${site.url} session`)}`
  await send(here, '/account', { intent: 'log-out-everywhere' })
  expect(await opens()).toBe(303)
  const again = await there.ask(`${site.url}/account`, { headers: { Cookie: kept } })
  expect(again.headers.get('location')).toBe('/users/login')
})

test('fifty simultaneous cancellations, changes or password resets have one effect each', async () => {
  const buyer = openBrowser(site.url)
  const { manageId } = await buyOne(buyer)
  const order = await buyer.visit(`/bookings/${manageId}`)
  const toChange = linksIn(order.html).find((href) => href.endsWith('/change')) ?? ''
  const choice = await buyer.visit(`${toChange}?date=2026-12-09`)
  const chosen = linksIn(choice.html).find((href) => /departure=.*#quote/.test(href)) ?? ''
  const quote = formIn((await buyer.visit(chosen)).html, 'surcharge')
  await fifty((browser) => send(browser, chosen.split('#')[0] ?? '', quote))
  expect(await countChanges(manageId)).toEqual(['amended'])

  await fifty((browser) =>
    send(browser, `/bookings/${manageId}/cancel?what=all`, { refund: '800' }),
  )
  expect((await countChanges(manageId)).toSorted()).toEqual(['amended', 'cancelled'])

  const email = 'fifty@example.com'
  const token = await askForReset(await joinAs(site.url, { email }), email)
  const passwords = Array.from({ length: 50 }, (_, place) => `bus number ${place} to the sea`)
  const answers = await fifty((browser, place) =>
    send(browser, '/users/reset-password', { token, 'new-password': passwords[place] ?? '' }),
  )
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 422]))
  expect(await listBreachesAtRest(company, books)).toEqual([])
})

/** All at the same time, each from its own browser and address. */
function fifty(ask: (browser: Traveller, place: number) => Promise<Response>) {
  return pressAtOnce(
    Array.from({ length: 50 }, (_, place) => () => ask(openBrowser(site.url), place)),
  )
}

async function buyOne(buyer: Traveller): Promise<{ manageId: string; reference: string }> {
  await buyer.addToCart(await buyer.chooseRide({ from: 'NIC', to: 'LCA', date: '2026-12-08' }))
  const paid = await buyer.payAtBank((await buyer.checkOut(CONTACT)).url)
  const manageId = /(?<=\/bookings\/)[\da-z]{26}/.exec(paid.html)?.[0] ?? ''
  const reference = /class="reference">([^<]+)</.exec(paid.html)?.[1] ?? ''
  return { manageId, reference }
}

async function countChanges(manageId: string): Promise<string[]> {
  const rows = await books
    .selectFrom('changes')
    .innerJoin('orders', 'orders.orderId', 'changes.orderId')
    .select('kind')
    .where('manageId', '=', manageId)
    .execute()
  return rows.map(({ kind }) => kind)
}

/** The response without the submitted values. */
async function answerTo(path: string, fields: Fields) {
  const response = await send(openBrowser(site.url), path, fields)
  const names = [...response.headers.keys()].filter((name) => name !== 'content-length')
  const location = response.headers.get('location')
  const shown = await response.text()
  let page = shown.replaceAll(/(?<=name="press" value=")\w+/g, '')
  for (const typed of Object.values(fields)) page = page.replaceAll(typed, '')
  return { status: response.status, names, location, page }
}

test("logging out clears the browser's storage", async () => {
  const browser = openBrowser(site.url)
  await logIn(browser)
  const left = await send(browser, '/account', { intent: 'log-out' })
  expect(left.headers.get('clear-site-data')).toBe('"storage"')
  expect(sessionIn(left)).toMatch(/^session=; Max-Age=0/)
  const again = await browser.ask(`${site.url}/account/data.json`)
  expect(again.status).toBe(404)
})
