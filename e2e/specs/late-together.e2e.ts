import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { listBreachesAtRest } from '#e2e/support/books.ts'
import { openPerson } from '#e2e/support/browser.ts'
import { findBus } from '#e2e/support/find-bus.ts'
import { findMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'
import { logInAs } from '#e2e/support/staff-login.ts'
import { openBrowser } from '#e2e/support/traveller.ts'
import { localePath, type Locale } from '#platform/locale.ts'

/* The motorway is closed for a morning: the buses from Paralimni are late together. */

const scene = openScene()
const DAY = '2026-12-04'
const LINE = { from: 'DER', to: 'LCA' }
const STORY_MILLISECONDS = 300_000

test(
  'buses are reported late together, each can be left out, and passengers are told; with script',
  async () => {
    const [early, later] = [
      await findBus(scene.books, LINE, `${DAY}T06:30`),
      await findBus(scene.books, LINE, `${DAY}T14:00`),
    ]
    const anna = await buy('anna', 'el', early)
    const family = await buy('family', 'en', later)
    const { page, context, complaints } = await openPerson(scene.browser, { width: 1280 })
    await logInAs(page, 'dispatcher', { site: scene.site.url })
    await page.goto(`${scene.site.url}/office/incidents/new`)
    await page.locator('[name="minutes"]').waitFor({ state: 'hidden' })
    await page.locator('[name="what"]').selectOption('late')
    await page.locator('[name="percent"]').waitFor({ state: 'hidden' })
    await page.locator('[name="day"]').fill(DAY)
    await page.locator('[name="from"]').fill('04:00')
    await page.locator('[name="until"]').fill('15:00')
    await page.locator('[name="stop"]').selectOption('PAR')
    await page.locator('[name="route"][value="7"]').check()
    await page.locator('[name="minutes"]').fill('40')
    await page.getByRole('button', { name: 'Show the departures' }).click()
    const main = page.locator('main')
    await main.getByText('Report a delay of 40 min: 2 departures, 2 passengers').waitFor()
    expect(await main.innerText()).toContain(anna.reference)
    await page.getByRole('link', { name: /^Leave out .* 06:30/ }).click()
    await main.getByText('Report a delay of 40 min: 1 departure, 1 passenger').waitFor()
    expect(await main.innerText()).not.toContain(anna.reference)
    await page.getByRole('link', { name: /^Include .* 06:30/ }).click()
    await main.getByText('Report a delay of 40 min: 2 departures, 2 passengers').waitFor()
    await press(page, 'The motorway is closed')
    await page.waitForURL((url) => /\/office\/incidents\/[\da-f]{8}-/.test(url.pathname))
    expect(await main.innerText()).toContain('Late: The motorway is closed')
    expect(await listReported()).toEqual([
      { departureId: early, minutes: 40 },
      { departureId: later, minutes: 40 },
    ])
    // The other bus of that day is as late, so there is none to take instead.
    const starts = { el: 'Καθυστέρηση του λεωφορείου σας', en: 'Your bus is running late' }
    for (const { email, start } of [
      { email: anna.email, start: starts.el },
      { email: family.email, start: starts.en },
    ]) {
      await findMail(scene.company, email, {
        what: 'the new time alone',
        isIt: ({ subject, text }) =>
          Boolean(subject?.startsWith(start)) && !text?.includes('/choose/'),
      })
    }
    expect(complaints).toEqual([])
    await context.close()
  },
  STORY_MILLISECONDS,
)

test(
  'they are on time again together, and a single bus says who a delay concerns; in Greek without script',
  async () => {
    const early = await findBus(scene.books, LINE, `${DAY}T06:30`)
    const { page, context } = await openPerson(scene.browser, {
      locale: 'el-CY',
      javaScriptEnabled: false,
    })
    await logInAs(page, 'dispatcher', { site: scene.site.url, prefix: '/el' })
    const query = `what=late&day=${DAY}&from=04:00&until=15:00&stop=PAR&route=7&minutes=0`
    await page.goto(`${scene.site.url}/el/office/incidents/new?${query}`)
    const main = page.locator('main')
    await main.getByText('Πάλι στην ώρα τους: 2 δρομολόγια, 2 επιβάτες').waitFor()
    await press(page, 'Ο αυτοκινητόδρομος άνοιξε')
    await main.getByRole('heading', { name: 'Ήδη στην ώρα τους' }).waitFor()
    expect((await listReported()).slice(2).map(({ minutes }) => minutes)).toEqual([0, 0])
    await findMail(scene.company, 'anna@example.com', {
      what: 'the bus is on time again',
      isIt: ({ subject }) => subject?.includes('πάλι στην ώρα του') ?? false,
    })

    await page.goto(`${scene.site.url}/el/office/departures/${early}`)
    const late = page.locator('#late')
    await late
      .getByText('Επιβιβάσεις από την πρώτη στάση και μετά: 1 επιβάτης, 1 κράτηση.')
      .waitFor()
    const stops = await late.locator('ul').first().locator('li').allTextContents()
    expect(stops[0]).toMatch(/^06:30 .+: 1 επιβάτης, 1 κράτηση$/)
    expect(stops.at(-1)).toMatch(/: καμία$/)
    await late.locator('button[value="10"]').click()
    await main.getByText('Καθυστέρηση: 10 λεπτά').waitFor()
    expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
    await context.close()
  },
  STORY_MILLISECONDS,
)

async function press(page: Page, reason: string): Promise<void> {
  await page.locator('[name=reason]').fill(reason)
  await page.locator('form button.button-action').click()
}

/** All reports, oldest first, with those of one press in the order in which their buses leave. */
async function listReported() {
  const { rows } = await sql<{ departureId: string; minutes: number }>`
    select departure_id, minutes from departure_delays
    join departure_stops using (departure_id) where position = 0
    order by entered_at, departs_at`.execute(scene.books)
  return rows
}

async function buy(who: string, locale: Locale, departureId: string) {
  const buyer = openBrowser(scene.site.url, { locale })
  const email = `${who}@example.com`
  const search = new URLSearchParams({ from: 'PAR', to: 'LCA', date: DAY, adults: '1' })
  const chosen = `${localePath(locale, `/book-now?${search}`)}&departure=${departureId}`
  await buyer.addToCart(await buyer.visit(chosen))
  const { url } = await buyer.checkOut({ name: `Passenger ${who}`, email })
  await buyer.payAtBank(url)
  const { rows } = await sql<{ reference: string }>`
    select reference from orders where contact_email = ${email}`.execute(scene.books)
  return { email, reference: rows[0]?.reference ?? '' }
}
