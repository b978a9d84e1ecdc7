import { afterAll, beforeAll, expect, test } from 'vitest'

import { listBreaches } from '#e2e/support/books.ts'
import { startCompany, type Company, type Running } from '#e2e/support/processes.ts'
import { CONTACT, formIn, openBrowser, type Fields, type Page } from '#e2e/support/traveller.ts'
import { connect, type Database } from '#platform/db.server.ts'
import { visitorKey } from '#platform/requests/session.server.ts'

/* I7: we compute the charge from our own fares, and no form field can change it. */

let company: Company
let site: Running
let books: Database
let chosen: Page
let form: Fields
let other: Fields

beforeAll(async () => {
  company = await startCompany()
  site = await company.startSite()
  books = connect(company.databaseUrl, { patient: true })
  const search = { from: 'NIC', to: 'LCA', adults: '1', date: '2026-12-10' }
  chosen = await openBrowser(site.url).chooseRide(search)
  form = formIn(chosen.html, 'from-stop')
  const elsewhere = { ...search, from: 'PFO', to: 'NIC' }
  other = formIn((await openBrowser(site.url).chooseRide(elsewhere)).html, 'from-stop')
})

afterAll(async () => {
  await books.destroy()
  await company.stop()
})

/** Field names that a careless program might read. */
const INVENTED: Fields = Object.fromEntries(
  new URLSearchParams(
    'price=0.01&total=1&total_cents=1&totalCents=1&amount=1&fare=0&adult=0&adultFareCents=1' +
      '&currency=VND&discount=100&vat=0&date=2020-01-01&time=00:00&heldUntil=2099-01-01T00:00:00Z' +
      '&status=confirmed&seniors=3&category=infant&passengers=0&visitor=somebody&locale=xx',
  ),
)
const NOWHERE = '00000000-0000-4000-8000-000000000000'

/** Refused requests: the response explains the refusal, and no seat is held. */
const REFUSED: Record<string, () => Fields> = {
  'a negative number of adults': () => ({ adults: '-1' }),
  'a negative number of children': () => ({ adults: '2', children: '-1' }),
  'one and a half adults': () => ({ adults: '1.5' }),
  'a number in exponent notation': () => ({ adults: '1e1' }),
  'a hexadecimal number': () => ({ adults: '0x1' }),
  'a number of 400 digits': () => ({ adults: '9'.repeat(400) }),
  'more than a bus holds': () => ({ adults: '999' }),
  'no passengers': () => ({ adults: '0' }),
  'a child alone': () => ({ adults: '0', children: '1' }),
  'an infant without a lap': () => ({ adults: '0', infants: '3' }),
  'more wheelchairs than people': () => ({ wheelchairs: '5' }),
  'a negative number of wheelchairs': () => ({ wheelchairs: '-1' }),
  'no departure': () => ({ departure: '' }),
  'a departure that does not exist': () => ({ departure: NOWHERE }),
  'a departure with an invalid id': () => ({ departure: "' or 1=1 --" }),
  'a departure of another route': () => ({ departure: other.departure ?? '' }),
  'stops of another route': () => ({ 'from-stop': 'PFO', 'to-stop': 'NIC' }),
  'stops the wrong way round': () => ({ 'from-stop': 'LCA', 'to-stop': 'NIC' }),
  'from a stop to itself': () => ({ 'from-stop': 'NIC', 'to-stop': 'NIC' }),
  'a cheaper stop that the bus does not serve': () => ({ 'to-stop': 'AYN' }),
  'a return that does not exist': () => ({ trip: 'return', return: NOWHERE }),
  'a return before the arrival': () => ({ ...back(), return: form.departure ?? '' }),
}

test('an untouched form shows no error', () => {
  expect(chosen.html).not.toContain('role="alert"')
})

test.each(Object.keys(REFUSED))('%s', async (what) => {
  const browser = openBrowser(site.url)
  const page = await browser.submit(chosen.url, { ...form, ...REFUSED[what]?.() })
  expect(page.status).toBe(422)
  expect(page.html).toContain('role="alert"')
  expect(await listBookings(browser.cookies)).toEqual([])
})

test('invented prices, currencies, dates and categories change nothing', async () => {
  const browser = openBrowser(site.url)
  await browser.submit(chosen.url, { ...form, ...INVENTED, adults: '2', children: '1' })
  expect(await listBookings(browser.cookies)).toMatchObject([{ totalCents: 2250 }])

  const wishes = { ...CONTACT, intent: 'pay', terms: 'yes', ...INVENTED }
  const cardForm = await browser.submit(`${site.url}/cart`, wishes)
  expect(cardForm.html).toContain('€22.50')
  const paid = await browser.payAtBank(cardForm.url)
  expect(paid.html).toContain('/tickets/')
  const payments = await books.selectFrom('payments').select(['amountCents', 'currency']).execute()
  expect(payments).toEqual([{ amountCents: 2250, currency: 'EUR' }])
})

test('a repeated field is read once, and does not add a passenger', async () => {
  const browser = openBrowser(site.url)
  const body = new URLSearchParams([
    ...Object.entries(form),
    ['adults', '9'],
    ['departure', NOWHERE],
  ])
  const { status } = await browser.ask(chosen.url, { method: 'POST', body })
  expect(status).toBe(303)
  expect(await listBookings(browser.cookies)).toMatchObject([{ totalCents: 900 }])
})

test("another visitor's cart cannot be paid, changed or opened", async () => {
  const owner = openBrowser(site.url)
  await owner.addToCart(chosen)
  const [booking] = await listBookings(owner.cookies)
  const stranger = openBrowser(site.url)
  await stranger.addToCart(chosen)
  for (const intent of [`remove:${booking?.bookingId}`, `wheelchair:${booking?.bookingId}`]) {
    const wheelchairs = { [`wheelchairs-${booking?.bookingId}`]: '1' }
    const page = await stranger.submit(`${site.url}/cart`, { intent, ...wheelchairs })
    expect(page.status).toBeLessThan(500)
  }
  expect(await listBookings(owner.cookies)).toEqual([booking])
})

test('after every attempt, each booking costs its fare', async () => {
  const wrong = await books
    .selectFrom('bookings')
    .innerJoin('bookingPassengers', 'bookingPassengers.bookingId', 'bookings.bookingId')
    .leftJoin('fares', (fare) =>
      fare
        .onRef('fares.fromStopId', '=', 'bookings.fromStopId')
        .onRef('fares.toStopId', '=', 'bookings.toStopId')
        .onRef('fares.passengerCategory', '=', 'bookingPassengers.category')
        .onRef('fares.fareCents', '=', 'bookingPassengers.fareCents'),
    )
    .where('fares.fareCents', 'is', null)
    .select('bookings.bookingId')
    .execute()
  expect(wrong).toEqual([])
  expect(await listBreaches(company, books)).toEqual([])
})

function back(): Fields {
  return { trip: 'return', 'return-from-stop': 'LCA', 'return-to-stop': 'NIC' }
}

async function listBookings(cookies: Map<string, string>) {
  const [secret = ''] = cookies.values()
  return books
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .select(['bookings.bookingId', 'bookings.totalCents', 'bookings.wheelchairUsers'])
    .where('visitor', '=', visitorKey(secret))
    .execute()
}
