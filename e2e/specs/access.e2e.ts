import { afterAll, beforeAll, expect, test } from 'vitest'

import { nobodysIds, readIds, type Ids } from '#e2e/support/ids.ts'
import { joinAs } from '#e2e/support/members.ts'
import { startCompany, type Company } from '#e2e/support/processes.ts'
import { openBrowser, type Traveller } from '#e2e/support/traveller.ts'
import { LOCALES, localePath } from '#platform/locale.ts'
import { SITE_ROUTES } from '#test/fixtures/routes.ts'

/*
 * The permissions of pages: every path of the site map, for every kind of visitor, with an id that
 * is their own, another visitor's, or unknown. A path without an entry here fails a test.
 */

/**
 * everyone  the same for all; no id opens anything
 * own       shows the visitor's own things, and never those of others
 * link      opens with the id, like a ticket on paper; any other id is a 404
 * browser   opens in the browser it belongs to; a 404 in any other
 * told      opens with the id, and shows personal details only in the browser it belongs to
 * account   redirects to the login unless the visitor is logged in
 * member    exists only for visitors who are logged in
 * door      redirects visitors who are logged in
 */
type Access = 'everyone' | 'own' | 'link' | 'browser' | 'told' | 'account' | 'member' | 'door'
type Entry = readonly [Access, (ids: Ids) => string]

const everyone = (path: string): Entry => ['everyone', () => path]

const ADDRESSES: Record<string, Entry> = {
  '/': everyone('/'),
  'robots.txt': everyone('/robots.txt'),
  'sitemap.xml': everyone('/sitemap.xml'),
  '.well-known/security.txt': everyone('/.well-known/security.txt'),
  'gtfs-rt/:file': everyone('/gtfs-rt/trip-updates.json'),
  'gtfs.zip': everyone('/gtfs.zip'),
  'manifest.webmanifest': everyone('/manifest.webmanifest'),
  'boarding.webmanifest': everyone('/boarding.webmanifest'),
  'book-now': everyone('/book-now'),
  timetables: everyone('/timetables'),
  'schedules/:id': everyone('/schedules/1'),
  services: everyone('/services'),
  'services/:slug': everyone('/services/coach-hire'),
  faq: everyone('/faq'),
  contact: everyone('/contact'),
  about: everyone('/about'),
  'terms-and-conditions': everyone('/terms-and-conditions'),
  privacy: everyone('/privacy'),
  accessibility: everyone('/accessibility'),
  'passenger-rights': everyone('/passenger-rights'),
  'find-booking': everyone('/find-booking'),
  'users/signup': ['door', () => '/users/signup'],
  'users/login': ['door', () => '/users/login'],
  'users/confirm': everyone('/users/confirm'),
  'users/forgot-password': everyone('/users/forgot-password'),
  'users/reset-password': everyone('/users/reset-password'),
  cart: ['own', () => '/cart'],
  bookings: ['own', () => '/bookings'],
  mailbox: ['own', () => '/mailbox'],
  account: ['account', () => '/account'],
  'account/data.json': ['member', () => '/account/data.json'],
  'tickets/:id': ['link', ({ ticket }) => `/tickets/${ticket}`],
  'tickets/:id/ticket.pdf': ['link', ({ ticket }) => `/tickets/${ticket}/ticket.pdf`],
  'tickets/:id/ticket.ics': ['link', ({ ticket }) => `/tickets/${ticket}/ticket.ics`],
  'bookings/:id/papers/:file': [
    'link',
    ({ manage, receipt }) => `/bookings/${manage}/papers/${receipt}.pdf`,
  ],
  'bookings/:id': ['link', ({ manage }) => `/bookings/${manage}`],
  'bookings/:id/state': ['link', ({ manage }) => `/bookings/${manage}/state`],
  'bookings/:id/cancel': ['link', ({ manage }) => `/bookings/${manage}/cancel?what=all`],
  'bookings/:id/contact': ['link', ({ manage }) => `/bookings/${manage}/contact`],
  'bookings/:id/rides/:ride/change': [
    'link',
    ({ manage, booking }) => `/bookings/${manage}/rides/${booking}/change`,
  ],
  'payment/success/:id': ['told', ({ payment }) => `/payment/success/${payment}`],
  'payment/fail/:id': ['told', ({ payment }) => `/payment/fail/${payment}`],
  'payment/state/:id': ['told', ({ payment }) => `/payment/state/${payment}`],
  'mailbox/:id': ['browser', ({ mail }) => `/mailbox/${mail}`],
  'mailbox/:id/message.html': ['browser', ({ mail }) => `/mailbox/${mail}/message.html`],
  'mailbox/:id/attachments/:place': ['browser', ({ mail }) => `/mailbox/${mail}/attachments/1`],
}

/**
 * Covered by other tests: pictures, the provider's webhooks, the links of a caller, of
 * a writer and of passengers of a cancelled bus, and the catch-all.
 */
const ELSEWHERE = [
  '_image/:options/:name',
  'payments/notices/:provider',
  'pay/:id',
  'choose/:token',
  'enquiries/:id',
  '*',
]

const MARIA = { name: 'Katerina Private', email: 'katerina.private@example.com' }

let company: Company
let site: string
let ids: Ids
let nobodys: Ids
let people: Record<'the buyer' | 'a stranger' | 'a member', Traveller>

beforeAll(async () => {
  company = await startCompany()
  site = (await company.startSite()).url
  const buyer = openBrowser(site)
  await buyer.addToCart(await buyer.chooseRide({ from: 'NIC', to: 'LCA', date: '2026-12-08' }))
  const card = await buyer.checkOut(MARIA)
  const paid = await buyer.payAtBank(card.url)
  const member = await joinAs(site, { email: 'member@example.com' })
  people = { 'the buyer': buyer, 'a stranger': openBrowser(site), 'a member': member }
  ids = await readIds(company, { email: MARIA.email, successUrl: paid.url })
  nobodys = nobodysIds(ids)
})
afterAll(() => company.stop())

test('every path of the site map has an entry here', () => {
  const all = SITE_ROUTES.filter(({ id }) => !id.startsWith('el/'))
  const patterns = all.map(({ path }) => path.slice(1) || '/')
  const known = [...Object.keys(ADDRESSES), ...ELSEWHERE]
  expect(patterns.toSorted(byName)).toEqual(known.toSorted(byName))
})

test.each(Object.entries(ADDRESSES))('%s', async (_, entry) => {
  for (const { who, browser, address, expected } of listVisits(entry)) {
    expect({ who, address, ...(await look(browser, address)) }).toMatchObject(expected)
  }
})

/** All visitors, in both languages, with the buyer's ids and with unknown ids. */
function listVisits([access, path]: Entry) {
  const hasOneLanguage = /^\/(robots|sitemap|\.well-known\/security)\.|^\/gtfs(-rt\/|\.zip$)/.test(
    path(ids),
  )
  const locales = hasOneLanguage ? (['en'] as const) : LOCALES
  const hasId = path(ids) !== path(nobodys)
  const nowhere = { status: 404, isPersonal: false }
  return Object.entries(people).flatMap(([who, browser]) =>
    locales.flatMap((locale) => {
      const addressOf = (by: Ids) => site + localePath(locale, path(by))
      const theirs = { who, browser, address: addressOf(ids) }
      const none = { who, browser, address: addressOf(nobodys), expected: nowhere }
      return [{ ...theirs, expected: EXPECTED[access](who) }, ...(hasId ? [none] : [])]
    }),
  )
}

type Seen = { status: number; isPersonal?: boolean }

const EXPECTED: Record<Access, (who: string) => Seen> = {
  everyone: () => ({ status: 200, isPersonal: false }),
  own: (who) => (who === 'the buyer' ? { status: 200 } : { status: 200, isPersonal: false }),
  link: () => ({ status: 200 }),
  browser: (who) => ({ status: who === 'the buyer' ? 200 : 404 }),
  told: (who) => (who === 'the buyer' ? { status: 200 } : { status: 200, isPersonal: false }),
  member: (who) => ({ status: who === 'a member' ? 200 : 404, isPersonal: false }),
  door: (who) => ({ status: who === 'a member' ? 303 : 200, isPersonal: false }),
  account: (who) => (who === 'a member' ? { status: 200 } : { status: 303, isPersonal: false }),
}

/** Whether the response contains personal details of the buyer. */
async function look(browser: Traveller, address: string): Promise<Seen> {
  const response = await browser.ask(address)
  const isDetour = /\/payment\/(success|fail)\//.test(response.headers.get('Location') ?? '')
  if (isDetour) return look(browser, new URL(response.headers.get('Location') ?? '', address).href)
  const text = await response.text()
  const secrets = [ids.ticket, ids.manage, MARIA.email, MARIA.name]
  return { status: response.status, isPersonal: secrets.some((secret) => text.includes(secret)) }
}

function byName(one: string, other: string): number {
  return one.localeCompare(other)
}
