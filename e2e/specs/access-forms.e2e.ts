import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { nobodysIds, readIds, type Ids } from '#e2e/support/ids.ts'
import { joinAs } from '#e2e/support/members.ts'
import { startCompany, type Company } from '#e2e/support/processes.ts'
import { openBrowser, type Fields, type Traveller } from '#e2e/support/traveller.ts'
import { connect, type Database } from '#platform/db.server.ts'
import { SITE_ROUTES } from '#test/fixtures/routes.ts'

/*
 * The permissions of forms: every path of the site map with an action, sent by every kind of
 * visitor, with ids that are their own, another buyer's, mixed or unknown. Each form asks for
 * something that a rule refuses, so a 422 shows that the visitor may submit it, and nothing
 * changes. A path with an action and no entry here fails a test.
 */

type Who = 'the buyer' | 'another buyer' | 'a member' | 'a stranger'
type Named = 'theirs' | 'mixed' | 'ticket' | 'nobody’s'
/** The status, or the status and the redirect where the redirect matters: "303 /users/login". */
type Answer = number | string
type Form = {
  path: (ids: Ids) => string
  fields?: Fields
  /** The response by the owner of the ids in the path and by the visitor. */
  expected: (named: Named, who: Who) => Answer
}

/** The same for all visitors; no id opens anything. */
const forAll = (path: string, answer: Answer, fields: Fields = {}): Form => ({
  path: () => path,
  fields,
  expected: () => answer,
})

/** Visitors who are logged in are redirected. */
const forGuests = (path: string): Form => ({
  path: () => path,
  expected: (_, who) => (who === 'a member' ? '303 /account' : 422),
})

/** Allowed with the holder's id; the id of a passenger's ticket and mixed ids open nothing. */
const forHolders = (path: Form['path'], answer: Answer, fields: Fields = {}): Form => ({
  path,
  fields,
  expected: (named) => (named === 'theirs' ? answer : 404),
})

const FORMS: Record<string, Form> = {
  'book-now': forAll('/book-now', 422),
  cart: forAll('/cart', '303 /cart', { intent: 'nonsense' }),
  contact: forAll('/contact', 422),
  'services/:slug': forAll('/services/coach-hire', 422),
  'find-booking': forAll('/find-booking', 422),
  'users/signup': forGuests('/users/signup'),
  'users/login': forGuests('/users/login'),
  'users/confirm': forAll('/users/confirm', 422),
  'users/forgot-password': forAll('/users/forgot-password', 422),
  'users/reset-password': forAll('/users/reset-password', 422),
  account: {
    path: () => '/account',
    fields: { intent: 'erase', meant: 'yes' },
    expected: (_, who) => (who === 'a member' ? 422 : '303 /users/login'),
  },
  'payment/success/:id': {
    path: ({ payment }) => `/payment/success/${payment}`,
    expected: (named, who) => (named === 'nobody’s' || who !== 'the buyer' ? 404 : 422),
  },
  'tickets/:id': {
    path: ({ ticket }) => `/tickets/${ticket}`,
    expected: (named) => (named === 'nobody’s' ? 404 : 422),
  },
  bookings: forAll('/bookings', '303 /bookings', { intent: 'nonsense' }),
  'bookings/:id': {
    path: ({ manage }) => `/bookings/${manage}`,
    fields: { intent: 'give-up' },
    expected: (named) => (named === 'theirs' || named === 'mixed' ? 303 : 404),
  },
  'bookings/:id/cancel': forHolders(
    ({ manage, booking }) => `/bookings/${manage}/cancel?ride.${booking}=all`,
    422,
    { refund: '1' },
  ),
  'bookings/:id/contact': {
    path: ({ manage }) => `/bookings/${manage}/contact`,
    expected: (named) => (named === 'theirs' || named === 'mixed' ? 422 : 404),
  },
  'bookings/:id/rides/:ride/change': forHolders(
    ({ manage, booking }) => `/bookings/${manage}/rides/${booking}/change`,
    422,
  ),
  'choose/:token': forAll('/choose/0123456789abcdefghjkmnpqrs', 404),
  'pay/:id': forAll('/pay/0123456789abcdefghjkmnpqrs', 404),
  'enquiries/:id': forAll('/enquiries/0123456789abcdefghjkmnpqrs', 404),
  'payments/notices/:provider': forAll('/payments/notices/sandbox', 400, { paid: 'yes' }),
}

const KATERINA = { name: 'Katerina Private', email: 'katerina.private@example.com' }
const ELENI = { name: 'Eleni Other', email: 'eleni.other@example.com' }

let company: Company
let site: string
let books: Database
let ids: Record<Named, Ids>
let people: Record<Who, Traveller>

beforeAll(async () => {
  company = await startCompany()
  site = (await company.startSite()).url
  books = connect(company.databaseUrl, { patient: true })
  const [buyer, other] = [openBrowser(site), openBrowser(site)]
  const theirs = await buy(buyer, KATERINA)
  const elenis = await buy(other, ELENI)
  const member = await joinAs(site, { email: 'member@example.com' })
  people = {
    'the buyer': buyer,
    'another buyer': other,
    'a member': member,
    'a stranger': openBrowser(site),
  }
  ids = {
    theirs,
    mixed: { ...theirs, manage: elenis.manage },
    ticket: { ...theirs, manage: theirs.ticket },
    'nobody’s': nobodysIds(theirs),
  }
})
afterAll(async () => {
  await books.destroy()
  await company.stop()
})

const all = SITE_ROUTES.map((route) => ({
  ...route,
  pattern: route.path.slice(1) || '/',
  isGreek: route.id.startsWith('el/'),
}))

test('every path that takes a form has an entry here', () => {
  const answering = all.filter(({ file, isGreek }) => !isGreek && hasAction(file))
  const patterns = answering.map(({ pattern }) => pattern)
  expect(patterns.toSorted()).toEqual(Object.keys(FORMS).toSorted())
})

test('every language answers with the same file, so one language is enough to test', () => {
  const files = (isGreek: boolean) =>
    all.filter((one) => one.isGreek === isGreek).map(({ file }) => file)
  for (const file of files(true)) expect(files(false)).toContain(file)
})

test.each(Object.entries(FORMS))('%s', async (_, form) => {
  const before = await takeStock()
  for (const named of Object.keys(ids) as Named[]) {
    for (const [who, browser] of Object.entries(people) as [Who, Traveller][]) {
      const address = form.path(ids[named])
      const answer = await send(browser, address, form.fields)
      const expected = form.expected(named, who)
      const seen =
        typeof expected === 'string' ? `${answer.status} ${answer.leadsTo}` : answer.status
      expect({ who, named, address, answer: seen }).toEqual({
        who,
        named,
        address,
        answer: expected,
      })
      const isTold = answer.status === 404 && answer.text.includes(KATERINA.email)
      expect({ who, named, address, isTold }).toMatchObject({ isTold: false })
    }
  }
  expect(await takeStock()).toEqual(before)
})

async function send(browser: Traveller, path: string, fields: Fields = {}) {
  const body = new URLSearchParams(fields)
  const response = await browser.ask(site + path, { method: 'POST', body })
  const leadsTo = response.headers.get('location') ?? ''
  return { status: response.status, leadsTo, text: await response.text() }
}

async function buy(browser: Traveller, contact: { name: string; email: string }): Promise<Ids> {
  await browser.addToCart(await browser.chooseRide({ from: 'NIC', to: 'LCA', date: '2026-12-08' }))
  const paid = await browser.payAtBank((await browser.checkOut(contact)).url)
  return readIds(company, { email: contact.email, successUrl: paid.url })
}

/** Everything about an order that a form could change. */
async function takeStock(): Promise<unknown> {
  const rowsOf = (
    table: 'orders' | 'bookings' | 'seatHolds' | 'tickets' | 'changes' | 'accounts',
  ) => books.selectFrom(table).selectAll().execute()
  const rows = await Promise.all([
    rowsOf('orders'),
    rowsOf('bookings'),
    rowsOf('seatHolds'),
    rowsOf('tickets'),
    rowsOf('changes'),
    rowsOf('accounts'),
  ])
  return rows.map((table) => table.map((row) => JSON.stringify(row)).toSorted())
}

function hasAction(file: string): boolean {
  const source = readFileSync(join(import.meta.dirname, '../../app', file), 'utf8')
  return /^export (?:async function|function|const) action\b/m.test(source)
}
