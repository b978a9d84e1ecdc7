import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { enterCode, openDoor, untilReady, untilStarted } from '#e2e/support/boarding-door.ts'
import { listBreachesAtRest } from '#e2e/support/books.ts'
import { openPerson } from '#e2e/support/browser.ts'
import { findBus, momentOf } from '#e2e/support/find-bus.ts'
import { pressChoice } from '#e2e/support/press-choice.ts'
import { findMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'
import { logInAs } from '#e2e/support/staff-login.ts'
import { openBrowser, type Fields } from '#e2e/support/traveller.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { TIME_ZONE } from '#platform/time.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * One bad evening, from the telephone call at 17:00 to the last passenger aboard: a coach breaks
 * down, its passengers choose, the next bus is late, and at its door there is no network.
 */

const scene = openScene()
const { openAgain, openPhone } = openDoor(scene)

/** As a caller reads it. */
const PHONE = /99 ?123456/
const TODAY = '2026-12-02'
const LINE = { from: 'NIC', to: 'LCA' }

test('a coach breaks down: all of its passengers choose, or are served as announced, and board', async () => {
  const [broken, next] = [
    await findBus(scene.books, LINE, `${TODAY}T19:30`),
    await findBus(scene.books, LINE, `${TODAY}T20:30`),
  ]
  const anna = await buy('anna', 'el', broken, { adults: '2' })
  const family = await buy('family', 'en', broken, { adults: '2', infants: '1' })
  const silent = await buy('silent', 'en', broken, { adults: '3' })
  const called = await buy('called', 'el', broken, { adults: '1' })

  // 17:00. The coach has broken down; the check page says who is concerned before anything is sent.
  moveTo('17:00')
  const { page, context, complaints } = await openPerson(scene.browser, { width: 1280 })
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  await page.goto(`${scene.site.url}/office/departures/${broken}/cancel`)
  expect(await page.locator('main .card').innerText()).toMatch(/4\s+.*\s+9\s/)
  await page.locator('#reason').fill('The coach has broken down')
  const shown = await page.locator('main').innerText()
  await page.locator('[name=code]').fill(/\d{6}/.exec(shown)?.[0] ?? '')
  await page.locator('form button.button-action').click()
  await page.waitForURL((url) => url.pathname.startsWith('/office/incidents/'))

  const incident = page.url()

  // 17:01. Seats on the next bus are kept for each of them, and each mail says until when.
  const links = new Map<string, string>()
  for (const who of [anna, family, silent, called]) {
    const mail = await findMail(scene.company, who.email, {
      what: 'the choice',
      isIt: ({ text }) => text?.includes('/choose/') ?? false,
    })
    links.set(who.email, /https?:\/\/\S+\/choose\/\w+/.exec(mail.text ?? '')?.[0] ?? '')
  }
  expect(await countKept(next)).toBeGreaterThanOrEqual(8)

  // 17:05. Anna takes the next bus, once asked whether that is right, in Greek and without script.
  moveTo('17:05')
  const phone = await openPerson(scene.browser, { locale: 'el-CY', javaScriptEnabled: false })
  await phone.page.goto(links.get(anna.email) ?? '')
  await pressChoice(phone.page, phone.page.getByRole('link', { name: /20:30/ }).first())
  expect(await phone.page.locator('main').innerText()).toContain('20:30')
  await phone.context.close()

  // 17:08. The family prefers the money, all of it.
  moveTo('17:08')
  const reader = await openPerson(scene.browser)
  await reader.page.goto(links.get(family.email) ?? '')
  await pressChoice(reader.page, reader.page.locator('a[href="?choice=refund"]'))
  expect(await reader.page.locator('main').innerText()).toContain('Your refund is on its way')
  await reader.context.close()

  // 17:25. Two have not opened their choice, so they are called; one answers, and one does not.
  moveTo('17:25')
  await page.reload()
  await page.locator('#calls-title', { hasText: 'To call: 2' }).waitFor()
  for (const [who, outcome] of [
    [called, 'moved'],
    [silent, 'no-answer'],
  ] as const) {
    const card = page.locator('#calls article', { hasText: who.reference })
    await card.getByRole('button', { name: /^Call: / }).click()
    await page.locator('#calls', { hasText: PHONE }).waitFor()
    await page.locator(`#calls button[value="${outcome}"]`).click()
    await page.locator('#calls', { hasNotText: PHONE }).waitFor()
  }

  // The time is over. Whoever said nothing goes where the mail had said.
  const { decideBy } = await readChoice(silent.orderId)
  moveTo(clockIn(decideBy.add({ seconds: 1 })))
  await until('the choice that was announced', async () => {
    return (await readChoice(silent.orderId)).state === 'defaulted'
  })
  expect(await listBuses(silent.orderId)).toEqual([next])
  expect(await countKept(next)).toBe(0)

  // 20:10. Now the next bus is late, by its driver, and everything says the same.
  moveTo('20:10')
  const driver = await openPhone()
  await logInAs(driver.page, 'driver', { site: driver.network.url })
  await untilStarted(driver.page)
  await driver.page.locator('select[name="stop"]').selectOption('NIC')
  await driver.page.locator('select[name="day"]').selectOption(TODAY)
  await driver.page.locator('#choose-button').click()
  await driver.page.locator(`[data-departure="${next}"]`).click()
  await driver.page.locator('[data-tab="more"]').first().click()
  expect(await driver.page.locator('#late-people').innerText()).toBe(
    `(affected: ${await countBoarding(next, 'NIC')})`,
  )
  await driver.page.locator('[data-late="20"]').click()
  await until('the delay at the office', async () => {
    const { rows } = await sql`select from departure_delays where minutes = 20`.execute(scene.books)
    return rows.length === 1
  })
  await findMail(scene.company, anna.email, {
    what: 'news of the delay',
    isIt: ({ text }) => /20:50/.test(text ?? ''),
  })
  await driver.page
    .locator(`[data-departure="${next}"]`, { hasText: '20:30 +20 min' })
    .waitFor({ state: 'attached' })
  await untilReady(driver.page)
  await driver.page.close()

  // 20:40. There is no network at the stop; all six are aboard, and the family's ticket is void.
  moveTo('20:40')
  driver.network.cut()
  const door = await openAgain(driver)
  for (const who of [anna, silent, called]) {
    expect(await enterCode(door, await readCode(who.orderId, next))).toMatch(/^Board( \d)?\.?/)
  }
  expect(await enterCode(door, await readCode(family.orderId, broken))).toContain('Cancelled')
  expect(await door.locator('#bus-count').textContent()).toBe('6/6 aboard')
  driver.network.restore()
  await until('the scans at the office', async () => {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(boarded), 0)::int as sum from scans where departure_id = ${next}`.execute(
      scene.books,
    )
    return rows[0]?.sum === 6
  })
  await driver.context.close()

  // 20:55. Nobody is left standing: the incident is closed, and the books are whole.
  moveTo('20:55')
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  await page.goto(incident)
  await page.getByRole('button', { name: 'Close the incident' }).click()
  await until('the incident is closed', async () => {
    const { rows } = await sql`select from incidents where closed_at is not null`.execute(
      scene.books,
    )
    return rows.length === 1
  })
  expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

function clockIn(moment: Temporal.Instant): string {
  return moment.toZonedDateTimeISO(TIME_ZONE).toPlainTime().toString()
}

function moveTo(time: string): void {
  scene.company.moveClock(scene.company.now().until(momentOf(`${TODAY}T${time}`)))
}

type Passenger = { email: string; orderId: string; reference: string }

async function buy(
  who: string,
  locale: Locale,
  departureId: string,
  party: Fields,
): Promise<Passenger> {
  const buyer = openBrowser(scene.site.url, { locale })
  const email = `${who}@example.com`
  const search = new URLSearchParams({ from: 'NIC', to: 'LCA', date: TODAY, ...party })
  const chosen = localePath(locale, `/book-now?${search}&departure=${departureId}`)
  await buyer.addToCart(await buyer.visit(chosen))
  const { url } = await buyer.checkOut({ name: `Passenger ${who}`, email, phone: '99 123456' })
  await buyer.payAtBank(url)
  const { rows } = await sql<Pick<Passenger, 'orderId' | 'reference'>>`
    select order_id, reference from orders where contact_email = ${email}`.execute(scene.books)
  if (!rows[0]) throw new Error(`no booking of ${email}`)
  return { email, ...rows[0] }
}

/** The seats that are kept on a bus for passengers who may choose it. */
async function countKept(departureId: string): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select coalesce(sum(seats), 0)::int as seats from seat_holds
    where departure_id = ${departureId} and state = 'offered'
      and expires_at > ${scene.company.now()}`.execute(scene.books)
  return rows[0]?.seats ?? 0
}

/** People who board a bus at this stop or further on. */
async function countBoarding(departureId: string, stopId: string): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select coalesce(sum(count), 0)::int as people
    from bookings join booking_passengers using (booking_id)
    where departure_id = ${departureId} and state = 'live' and from_position >= (
      select position from departure_stops
      where departure_stops.departure_id = ${departureId} and stop_id = ${stopId})`.execute(
    scene.books,
  )
  return rows[0]?.people ?? 0
}

async function readChoice(orderId: string) {
  const { rows } = await sql<{ state: string; decideBy: Temporal.Instant }>`
    select incident_bookings.state, decide_by from incident_bookings join bookings using (booking_id)
    where order_id = ${orderId}`.execute(scene.books)
  if (!rows[0]) throw new Error('no choice')
  return rows[0]
}

/** The buses on which an order has live bookings. */
async function listBuses(orderId: string): Promise<string[]> {
  const { rows } = await sql<{ departureId: string }>`
    select departure_id from bookings where order_id = ${orderId} and state = 'live'`.execute(
    scene.books,
  )
  return rows.map(({ departureId }) => departureId)
}

/** The code of its ticket for this bus. */
async function readCode(orderId: string, departureId: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select coalesce(signed_code, code) as code from tickets join bookings using (booking_id)
    where order_id = ${orderId} and departure_id = ${departureId}`.execute(scene.books)
  return rows[0]?.code ?? ''
}
