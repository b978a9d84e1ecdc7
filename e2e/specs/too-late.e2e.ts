import { afterAll, beforeAll, expect, test } from 'vitest'

import { openBrowser, openPerson, type TestBrowser } from '#e2e/support/browser.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { startCompany, type Company, type Running } from '#e2e/support/processes.ts'
import { formIn, openBrowser as openTraveller } from '#e2e/support/traveller.ts'
import { connect, type Database } from '#platform/db.server.ts'
import { localePath, type Locale } from '#platform/locale.ts'

/* Someone else takes the last seats while a visitor is about to press the button. */

let company: Company
let site: Running
let books: Database
let browser: TestBrowser

beforeAll(async () => {
  company = await startCompany()
  site = await company.startSite()
  books = connect(company.databaseUrl, { patient: true })
  browser = openBrowser()
})

afterAll(async () => {
  await browser.close()
  await books.destroy()
  await company.stop()
})

test.each([
  { locale: 'en', date: '2026-12-10', width: 1280, sentence: 'has just been taken' },
  { locale: 'el', date: '2026-12-11', width: 360, sentence: 'μόλις κρατήθηκε' },
] as const)(
  'in $locale: the seats have just been taken, and another departure is one click away',
  async ({ locale, date, width, sentence }) => {
    const chosen = await chooseLastSeats(locale, date)
    const { page, context, complaints } = await openPerson(browser, { width, address: '192.0.2.9' })
    await page.goto(chosen.url)
    expect(await takeThem(chosen)).toBe(303)

    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.locator('#party [data-busy]').click(),
    ])
    expect(answer.status()).toBe(303)
    const told = page.getByRole('alert')
    expect(await told.textContent()).toContain(sentence)
    await page.locator('[role=alert]:focus').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(locale)
    expect(await findFlaws(page)).toEqual([])

    await page.locator('#outbound a[href*="departure="]').first().click()
    await page.locator('#party form').waitFor()
    expect(await page.locator('#party [name=adults]').inputValue()).toBe('2')
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('a buyer who comes too late without script is told the same, also with a cart already', async () => {
  const chosen = await chooseLastSeats('en', '2026-12-12')
  const late = openTraveller(site.url)
  await late.addToCart(
    await late.chooseRide({ from: 'NIC', to: 'LCA', date: '2026-12-14', adults: '1' }),
  )
  expect(await takeThem(chosen)).toBe(303)
  const refused = await late.submit(chosen.url, chosen.form)
  expect(refused.status).toBe(200)
  expect(refused.html).toContain('has just been taken')
  expect(refused.html).toMatch(/href="[^"]*adults=2[^"]*departure=/)
})

type Chosen = { url: string; form: Record<string, string> }

/** The first departure of a day, which has two seats, chosen for two. */
async function chooseLastSeats(locale: Locale, date: string): Promise<Chosen> {
  const search = { from: 'NIC', to: 'LCA', date, adults: '2' }
  const { url, html } = await openTraveller(site.url, { locale }).chooseRide(search)
  expect(new URL(url).pathname).toBe(localePath(locale, '/book-now'))
  const form = formIn(html, 'from-stop')
  await books
    .updateTable('departures')
    .set({ seats: 2 })
    .where('departureId', '=', form.departure ?? '')
    .execute()
  return { url, form }
}

async function takeThem({ url, form }: Chosen): Promise<number> {
  const { ask } = openTraveller(site.url)
  return (await ask(url, { method: 'POST', body: new URLSearchParams(form) })).status
}
