import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { listBreachesAtRest } from '#e2e/support/books.ts'
import { openPerson } from '#e2e/support/browser.ts'
import { findBus } from '#e2e/support/find-bus.ts'
import { pressChoice } from '#e2e/support/press-choice.ts'
import { findMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'
import { logInAs } from '#e2e/support/staff-login.ts'
import { openBrowser, type Fields } from '#e2e/support/traveller.ts'
import { raiseEdition } from '#modules/timetable/editions.server.ts'
import { makeDepartures } from '#modules/timetable/make-departures.server.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * A new timetable lets a bus leave ten minutes earlier. The office takes over its times, everything says
 * the same within seconds, and its passengers choose.
 */

const scene = openScene()

const DAY = '2026-12-02'
const LINE = { from: 'NIC', to: 'LCA' }

test('a bus leaves earlier by a new timetable: one press changes its time everywhere, and passengers choose', async () => {
  const bus = await findBus(scene.books, LINE, `${DAY}T19:30`)
  const anna = await buy('anna', 'el', bus, { adults: '2' })
  const ben = await buy('ben', 'en', bus, { adults: '1' })
  const cart = openBrowser(scene.site.url, { locale: 'en' })
  await cart.addToCart(await cart.visit(addressOf('en', bus, { adults: '1' })))
  const before = await readTicket(anna.orderId)
  expect(await readFrom(`/tickets/${before}/ticket.ics`)).toContain('SEQUENCE:0')

  await moveTrip(bus, -10)
  const { page, complaints, context } = await openPerson(scene.browser, { width: 1280 })
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  await page.goto(`${scene.site.url}/office/differences`)
  await page
    .getByRole('link', { name: /Apply the new times/ })
    .first()
    .click()
  await page.locator('#check').waitFor()
  const shown = await page.locator('main').innerText()
  expect(shown).toContain('19:20 instead of 19:30 (10 minutes earlier)')
  const greek = await page.context().newPage()
  await greek.goto(page.url().replace('/office', '/el/office'))
  expect(await greek.locator('main').innerText()).toContain(
    '19:20 αντί για 19:30 (10 λεπτά νωρίτερα)',
  )
  await greek.close()
  await page.locator('#reason').fill('Winter timetable')
  await page.locator('[name=code]').fill(/\d{6}/.exec(shown)?.[0] ?? '')
  await page.locator('form button.button-action').click()
  await page.waitForURL((url) => url.pathname.startsWith('/office/incidents/'))

  // One truth, within five seconds: the same ticket, the booking, the board, the search.
  const pressed = performance.now()
  const search = `/book-now?from=NIC&to=LCA&date=${DAY}&adults=1`
  await until('the new time on every page', async () => {
    const order = await readFrom(`/bookings/${anna.manageId}`)
    const ticket = await readFrom(`/tickets/${before}`)
    const found = await readFrom(search)
    return [order, ticket, found].every((html) => html.includes('19:20'))
  })
  expect(performance.now() - pressed).toBeLessThan(5000)
  expect(await readFrom(search)).not.toContain('19:30')
  expect(await readFrom(`/bookings/${anna.manageId}`)).toContain(
    'With the new timetable it leaves at 19:20.',
  )
  const calendar = await readFrom(`/tickets/${before}/ticket.ics`)
  expect(calendar).toContain('SEQUENCE:1')
  expect(calendar).toContain('DTSTART:20261202T172000Z')

  // The letter names both times, and one press without script keeps the seats.
  const links = new Map<string, string>()
  for (const { email } of [anna, ben]) {
    const mail = await findMail(scene.company, email, {
      what: 'the new time',
      isIt: ({ text }) => text?.includes('/choose/') ?? false,
    })
    expect(mail.text).toContain('19:30')
    expect(mail.text).toContain('19:20')
    links.set(email, /https?:\/\/\S+\/choose\/\w+/.exec(mail.text ?? '')?.[0] ?? '')
  }
  const phone = await openPerson(scene.browser, { locale: 'el-CY', javaScriptEnabled: false })
  await phone.page.goto(links.get(anna.email) ?? '')
  expect(await phone.page.locator('h1').innerText()).toBe('Το δρομολόγιό σας έχει νέα ώρα')
  await phone.page.locator('button[value="stay"]').first().click()
  expect(await phone.page.locator('main').innerText()).toContain('Ταξιδεύετε στη νέα ώρα')
  await phone.context.close()
  const reader = await openPerson(scene.browser)
  await reader.page.goto(links.get(ben.email) ?? '')
  expect(await reader.page.locator('main').innerText()).toContain('You booked')
  await pressChoice(reader.page, reader.page.locator('a[href="?choice=refund"]'))
  expect(await reader.page.locator('main').innerText()).toContain('Your refund is on its way')
  await reader.context.close()

  // The cart says so before anything is paid.
  const said = await cart.visit('/cart')
  expect(said.html).toContain('it now leaves at 19:20')
  const { url } = await cart.checkOut({ name: 'Carla', email: 'carla@example.com' })
  await cart.payAtBank(url)
  const { orderId } = await findOrder('carla@example.com')
  const carla = await readFrom(`/tickets/${await readTicket(orderId)}`)
  expect(carla).toContain('19:20')
  expect(carla).not.toContain('19:30')

  await until('the answers at the office', async () => {
    await page.reload()
    const report = await page.locator('main').innerText()
    return /Winter timetable/.test(report) && (await countStates()) === 'chose-refund stays'
  })
  expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

/** The same timetable with one trip some minutes later, as an import leaves it. */
async function moveTrip(departureId: string, minutes: number): Promise<void> {
  await scene.books.transaction().execute(async (tx) => {
    await sql`
      update stop_times set arrives_seconds = arrives_seconds + ${minutes * 60},
        departs_seconds = departs_seconds + ${minutes * 60}
      where trip_id = (select trip_id from departures where departure_id = ${departureId})`.execute(
      tx,
    )
    await makeDepartures(tx, scene.company.now())
    await raiseEdition(tx)
  })
}

function addressOf(locale: Locale, departureId: string, party: Fields): string {
  const search = new URLSearchParams({ from: 'NIC', to: 'LCA', date: DAY, ...party })
  return localePath(locale, `/book-now?${search}&departure=${departureId}`)
}

async function buy(who: string, locale: Locale, departureId: string, party: Fields) {
  const buyer = openBrowser(scene.site.url, { locale })
  const email = `${who}@example.com`
  await buyer.addToCart(await buyer.visit(addressOf(locale, departureId, party)))
  const { url } = await buyer.checkOut({ name: `Passenger ${who}`, email, phone: '99 123456' })
  await buyer.payAtBank(url)
  return { email, ...(await findOrder(email)) }
}

async function findOrder(email: string): Promise<{ orderId: string; manageId: string }> {
  const { rows } = await sql<{ orderId: string; manageId: string }>`
    select order_id, manage_id from orders where contact_email = ${email}`.execute(scene.books)
  if (!rows[0]) throw new Error(`no booking of ${email}`)
  return rows[0]
}

async function readTicket(orderId: string): Promise<string> {
  const { rows } = await sql<{ ticketId: string }>`
    select ticket_id from tickets join bookings using (booking_id)
    where order_id = ${orderId} and replaced_at is null`.execute(scene.books)
  return rows[0]?.ticketId ?? ''
}

async function readFrom(path: string): Promise<string> {
  const answer = await fetch(scene.site.url + path, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  return answer.text()
}

async function countStates(): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select state from incident_bookings order by state`.execute(scene.books)
  return rows.map(({ state }) => state).join(' ')
}
