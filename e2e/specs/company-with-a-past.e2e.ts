import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openBrowser, openPerson } from '#e2e/support/browser.ts'
import { openHouse, type House } from '#e2e/support/own-house.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * A dispatcher's hour in the demonstration company, where buses have vehicles, duties, entries in the
 * audit and passengers: what works on an untouched bus must work there too.
 */

let house: House
const browser = openBrowser()
beforeAll(async () => {
  house = await openHouse()
})
afterAll(async () => {
  await browser.close()
  await house.close()
})

test('a bus with a past is reported late, a return is sold, and the history says so', async () => {
  const site = await house.startSite({ DEMONSTRATION_COMPANY: 'on' })
  await until('the company has its past', () => site.output().includes('"outcome":"founded"'))
  const { page, context } = await openPerson(browser, { width: 1280 })
  await page.goto(`${site.url}/office/login`)
  await page.locator('button[value="owner"]').click()
  await page.locator('#problems').waitFor()

  const late = page.locator('tr:has(form[aria-label] button[value="20"])').first()
  const departureId = ((await late.getAttribute('id')) ?? '').replace('departure-', '')
  await late.locator('summary').click()
  await late.locator('button[value="20"]').click()
  await late.getByText('Reported: 20 min late.').waitFor()

  const date = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)
  const journey = `from=LCA&to=NIC&date=${date}&trip=return&return-date=${date}`
  await page.goto(`${site.url}/office/sell?${journey}`)
  await page.locator('#outbound a').first().click()
  await page.locator('#inbound a').last().click()
  await page.locator('#sale [name="name"]').fill('Anna Example')
  await page.locator('#sale [value="cash"]').check()
  await page.locator('#sale .button-action').click()
  // The till is closed, which is said at its field; the name stays.
  await page.locator('#sale [name="float"]').fill('50')
  expect(await page.locator('#sale [name="name"]').inputValue()).toBe('Anna Example')
  await page.locator('#outbound summary').click()
  await page.locator('#outbound button').nth(1).click()
  await page.locator('#sale .button-action').waitFor()
  expect(await page.locator('#sale [name="name"]').inputValue()).toBe('Anna Example')
  await page.locator('#sale .button-action').click()
  await page.getByText('There is no email address: print the tickets.').waitFor()
  expect(await page.locator('main li a[href*="/tickets/"]').count()).toBe(2)

  await page.goto(`${site.url}/office/till`)
  const move = page.locator('form:has([name=amount])')
  await move.locator('[name=amount]').fill('5')
  await move.locator('[name=reason]').fill('Coins')
  await move.locator('button[value=pay-in]').click()
  await page.locator('#just-done:focus').waitFor()
  await move.locator('[name=amount]').fill('5')
  await move.locator('[name=reason]').fill('To the safe')
  await move.locator('button[value=pay-out]').click()
  // What was done before at this address is not told again beside the problem, which has the focus.
  await page.locator('.error-summary:focus').waitFor()
  expect(await page.locator('#just-done').isVisible()).toBe(false)

  await page.goto(`${site.url}/office/departures/${departureId}`)
  const history = await page.locator('main').innerText()
  expect(history).toContain('+20')
  const books = house.books()
  const { rows } = await sql`
    select from audit_entries where subject = ${`departure:${departureId}`} and action = 'late'
      and actor like 'staff:%'`.execute(books)
  expect(rows.length).toBeGreaterThan(0)
  await books.destroy()
  await context.close()
})
