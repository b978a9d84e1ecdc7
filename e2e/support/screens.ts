import { THREAD_ID } from '#test/fixtures/sample-thread.ts'

import { makeHeldOrders, type HeldOrders } from './held-orders.ts'
import { askForAccount, askForReset, joinAs } from './members.ts'
import type { Company, Running } from './processes.ts'
import { findMessageId } from './read-mail.ts'
import { openBrowser as openTraveller, type Traveller } from './traveller.ts'

/*
 * The addresses at which each screen of the site map is visited, in its states. A screen that is
 * not listed here fails a test, so every sweep covers a new page.
 */

/** The ids and links of the bookings made for these visits. */
export type Made = {
  /** The book-now page with a ride chosen, and with both rides of a return trip. */
  chosen: string
  halfChosen: string
  ticket: string
  paid: string
  failed: string
  message: string
  held: HeldOrders
  /** The tokens in the links of account emails. */
  proof: string
  reset: string
  /** Browsers by their cookies: one that has bought, one that did not pay, one logged in. */
  buyer: Traveller
  undecided: Traveller
  member: Traveller
}

type Addresses = (made: Made) => readonly string[]

const RIDE = 'from=NIC&to=LCA&date=2026-12-04'

/** Keyed by the pattern in app/routes.ts. */
export const SCREENS: Record<string, Addresses> = {
  '/': () => ['/'],
  'book-now': ({ chosen, halfChosen }) => [
    '/book-now',
    `/book-now?${RIDE}`,
    `/book-now?${RIDE}&time=18:00&adults=2&children=1`,
    '/book-now?from=FAMAGUSTA&to=LCA&date=2026-12-04&trip=return&return-date=2026-12-06',
    '/book-now?from=NIC&to=AYN&date=2026-12-04',
    '/book-now?from=NIC&to=LCA&date=2030-01-01',
    '/book-now?from=NIC&to=LCA&date=2027-03-28',
    '/book-now?from=Nowhere&to=LCA&date=yesterday&adults=99',
    chosen,
    halfChosen,
  ],
  timetables: () => ['/timetables'],
  'schedules/:id': () => ['/schedules/1', '/schedules/8'],
  cart: () => ['/cart'],
  'payment/success/:id': ({ paid }) => [`/payment/success/${paid}`],
  'payment/fail/:id': ({ failed }) => [`/payment/fail/${failed}`],
  'pay/:id': ({ held }) => [`/pay/${held.offered}`],
  'tickets/:id': ({ ticket, held }) => [
    held.ticketOfStopped,
    held.ticketOfSoon,
    `/tickets/${ticket}`,
  ],
  'choose/:token': ({ held }) => [`/choose/${held.choice}`],
  bookings: () => ['/bookings', '/bookings?forgotten'],
  'bookings/:id': ({ held }) => [
    `/bookings/${held.givenUp}`,
    held.done,
    `/bookings/${held.partly}?done=resent`,
    `/bookings/${held.waiting}`,
    `/bookings/${held.stopped}`,
    `/bookings/${held.bought}`,
  ],
  'bookings/:id/cancel': ({ held }) => [
    `/bookings/${held.givenUp}/cancel`,
    `/bookings/${held.bought}/cancel?what=all`,
    `/bookings/${held.partly}/cancel`,
    `/bookings/${held.bought}/cancel`,
  ],
  'bookings/:id/contact': ({ held }) => [
    `/bookings/${held.givenUp}/contact`,
    `/bookings/${held.bought}/contact`,
  ],
  'bookings/:id/rides/:ride/change': ({ held }) => [
    `${held.change}?adults=1&departure=x&date=yesterday`,
    `${held.change}?from=NIC&to=AYN&date=2026-12-20`,
    held.dearer,
    held.change,
  ],
  'find-booking': () => ['/find-booking?sent', '/find-booking'],
  'users/signup': () => ['/users/signup', '/users/signup?sent'],
  'users/login': () => ['/users/login', '/users/login?next=cart', '/users/login?news=reset'],
  'users/confirm': ({ proof }) => ['/users/confirm', `/users/confirm?token=${proof}`],
  'users/forgot-password': () => ['/users/forgot-password', '/users/forgot-password?sent'],
  'users/reset-password': ({ reset }) => [
    '/users/reset-password',
    `/users/reset-password?token=${reset}`,
  ],
  account: () => ['/account', '/account?news=password-changed'],
  services: () => ['/services'],
  'services/:slug': () => ['/services/coach-hire', '/services/school-service'],
  'enquiries/:id': () => [`/enquiries/${THREAD_ID}`],
  faq: () => ['/faq'],
  contact: () => ['/contact'],
  about: () => ['/about'],
  'terms-and-conditions': () => ['/terms-and-conditions'],
  privacy: () => ['/privacy'],
  accessibility: () => ['/accessibility'],
  'passenger-rights': () => ['/passenger-rights'],
  mailbox: () => ['/mailbox'],
  'mailbox/:id': ({ message }) => [`/mailbox/${message}`],
  '*': () => ['/no/such-page'],
}

/** Screens that look different for a new visitor. */
const EMPTY: Record<string, readonly string[]> = {
  cart: ['/cart'],
  bookings: ['/bookings'],
  mailbox: ['/mailbox'],
}

export type Visit = { address: string; by: Traveller | undefined }

/** Each state of a screen, the fullest last, and its browser: mostly the buyer's. */
export function visitsTo(pattern: string, made: Made): Visit[] {
  const { undecided, member } = made
  const others: Record<string, Traveller> = {
    cart: undecided,
    'payment/fail/:id': undecided,
    account: member,
  }
  const by = others[pattern] ?? made.buyer
  const full = SCREENS[pattern]?.(made) ?? []
  const empty = EMPTY[pattern] ?? []
  return [
    ...empty.map((address) => ({ address, by: undefined })),
    ...full.map((address) => ({ address, by })),
  ]
}

/** The cookies of this traveller for a browser. */
export function cookiesOf({ site, cookies }: Traveller) {
  const ours = [...cookies].filter(([key]) => key.startsWith(`${site} `))
  return ours.map(([key, value]) => ({ name: key.split(' ')[1] ?? '', value, url: site }))
}

type Shop = { company: Company; site: Running }

/** Buys a ticket and fills a cart, so that the personal screens have content. */
export async function makeBookings({ company, site: { url: site } }: Shop): Promise<Made> {
  const buyer = openTraveller(site)
  const search = { from: 'NIC', to: 'LCA', date: '2026-12-08', adults: '2', children: '1' }
  const chosen = await buyer.chooseRide(search)
  const there = { ...search, trip: 'return', 'return-date': '2026-12-10' }
  const halfChosen = await buyer.chooseRide(there)
  await buyer.addToCart(chosen)
  const card = await buyer.checkOut()
  const paid = await buyer.payAtBank(card.url)
  const [ticket = ''] = /(?<=\/tickets\/)[\da-z]{26}/.exec(paid.html) ?? []

  const undecided = openTraveller(site)
  await undecided.addToCart(await undecided.chooseRide({ ...search, date: '2026-12-09' }))
  const { url } = await undecided.checkOut()
  const failed = await undecided.submit(url.replace(/\/pay\/([^/?]+).*/, '/pay/$1/cancel'), {})
  const message = await findMessageId(company)
  const member = await joinAs(site, { email: 'member@example.com' })
  return {
    chosen: pathOf(chosen.url),
    halfChosen: pathOf(halfChosen.url),
    ticket,
    paid: paymentIn(paid.url),
    failed: paymentIn(failed.url),
    message,
    held: await makeHeldOrders(site, company),
    proof: await askForAccount(openTraveller(site), { email: 'newcomer@example.com' }),
    reset: await askForReset(member, 'member@example.com'),
    buyer,
    undecided,
    member,
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function paymentIn(url: string): string {
  return /[\da-z]{26}/.exec(new URL(url).pathname)?.[0] ?? ''
}
