import { sql } from 'kysely'
import type { Page } from 'playwright-core'

import { until } from '#test/fixtures/until.ts'

import { openPerson, type TestBrowser } from './browser.ts'
import { openMobileNetwork, type MobileNetwork } from './mobile-network.ts'
import type { Scene } from './scene.ts'
import { openBrowser as openTraveller } from './traveller.ts'

/* Travellers with tickets, and drivers with phones, at the door of a bus. */

type Ride = { from: string; to: string; date: string }
export type Bought = {
  ticketId: string
  lastFour: string
  code: string
  signedCode: string
  departureId: string
  ride: Ride
}

/** A driver's phone, with a network of its own. */
export type Phone = Awaited<ReturnType<typeof openPerson>> & { network: MobileNetwork }

/**
 * Polls after which news must be on the screen: one may be under way when it happens, and one while
 * it is drawn.
 */
export const MOST_QUESTIONS = 3

/** How often a phone has asked for news since; its whole list comes once in many questions. */
export function countQuestions(page: Page): () => number {
  let count = 0
  page.on('request', (request) => (count += Number(request.url().includes('?departure='))))
  return () => count
}

/** For all tests of a file. */
export function openDoor(scene: Scene) {
  const known = new Set<string>()

  /** The new ticket of two people. */
  async function buyTicket(ride: Ride): Promise<Bought> {
    const traveller = openTraveller(scene.site.url)
    await traveller.addToCart(await traveller.chooseRide({ ...ride, adults: '2' }))
    const card = await traveller.checkOut()
    await traveller.payAtBank(card.url)
    return until('the ticket', async () => {
      const { rows } = await sql<Omit<Bought, 'ride'>>`
        select substr(number, 5, 4) as last_four, code, signed_code, ticket_id, departure_id from tickets
        join bookings using (booking_id) join orders using (order_id)
        where channel = 'web' and code <> all(${[...known]}::text[])`.execute(scene.books)
      if (rows[0]) known.add(rows[0].code)
      return rows[0] && { ...rows[0], ride }
    })
  }

  /** The bus leaves in twenty minutes, so that its phone sells and may leave. */
  async function bringNear({ departureId }: Pick<Bought, 'departureId'>): Promise<void> {
    const leaves = scene.company.now().add({ minutes: 20 }).toString()
    await sql`
      update departure_stops as call set departs_at = call.departs_at + moved.by, arrives_at = call.arrives_at + moved.by
      from (select ${leaves}::timestamptz - departs_at as by from departure_stops
        where departure_id = ${departureId} and position = 0) as moved
      where departure_id = ${departureId}`.execute(scene.books)
  }

  /** A phone that knows the site by an address of its own, so that its whole way there can be cut. */
  async function openPhone(prefix = '', browser: TestBrowser = scene.browser): Promise<Phone> {
    const network = await openMobileNetwork(scene.site.url)
    const person = await openPerson(browser, { locale: prefix ? 'el-CY' : 'en-GB' })
    person.context.on('close', () => network.close())
    return { ...person, network }
  }

  /** A driver whose phone has the list and can do without a network, at the bus of the ticket. */
  async function getReady(bought: Bought, prefix = '', browser: TestBrowser = scene.browser) {
    const phone = await openPhone(prefix, browser)
    await getList(phone, bought, prefix)
    await untilReady(phone.page)
    return phone
  }

  /** Logs a driver in, gets the list and chooses the bus of the ticket. */
  async function getList(
    { page, network }: Phone,
    { ride, departureId }: Bought,
    prefix: string,
  ): Promise<void> {
    await page.goto(`${network.url}${prefix}/office/login`)
    await page.locator('button[value="driver"]').click()
    await page.waitForURL((url) => url.pathname === `${prefix}/office/boarding`)
    await untilStarted(page)
    await page.locator('select[name="stop"]').selectOption(ride.from)
    await page.locator('select[name="day"]').selectOption(ride.date)
    await page.locator('#choose-button').click()
    await page.locator(`[data-departure="${departureId}"]`).click()
    await page.locator('#typed').waitFor()
  }

  /** The page again, as after a cold start of the phone. */
  async function openAgain(
    { context, network }: Pick<Phone, 'context' | 'network'>,
    path = '/office/boarding',
  ): Promise<Page> {
    const page = await context.newPage()
    await page.goto(network.url + path)
    await untilStarted(page)
    return page
  }

  return { buyTicket, bringNear, openPhone, getList, getReady, openAgain }
}

/** Waits until the script of the phone runs; until then its page is a plain form. */
export function untilStarted(page: Page): Promise<void> {
  return page.locator('#phone').waitFor()
}

/** Waits until the bar is green: from then on the phone can do without a network. */
export function untilReady(page: Page): Promise<void> {
  return page.locator('#state.state-go').waitFor({ state: 'attached' })
}

/** Enters a code by hand, and returns the verdict on it. */
export async function enterCode(page: Page, text: string): Promise<string> {
  const words = page.locator('#verdict-words')
  await words.evaluate((before) => (before.textContent = ''))
  await page.locator('#typed').fill(text)
  await page.keyboard.press('Enter')
  return until('a verdict', async () => (await words.textContent()) ?? '')
}

/** Whether an element of the phone is inside what its screen shows of it. */
export function isInSight(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const [box, frame] = [element, document.getElementById('phone')!].map((one) =>
        one.getBoundingClientRect(),
      )
      return box!.top >= frame!.top && box!.bottom <= frame!.bottom
    })
}

/** The disk takes no more into one of the stores, until the returned function is called. */
export async function fillDisk(
  page: Page,
  store: 'records' | 'scans',
): Promise<() => Promise<void>> {
  await page.evaluate((full) => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its own database
    const open = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function refuse(names, ...how) {
      if (how[0] === 'readwrite' && Array.isArray(names) && names.includes(full))
        throw new DOMException('full')
      return open.call(this, names, ...how)
    }
    Object.assign(window, { makeRoom: () => (IDBDatabase.prototype.transaction = open) })
  }, store)
  return () => page.evaluate(() => (window as unknown as { makeRoom: () => void }).makeRoom())
}
