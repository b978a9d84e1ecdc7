import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { el } from '#app/i18n/el.ts'
import { en } from '#app/i18n/en.ts'
import { listBreachesAtRest } from '#e2e/support/books.ts'
import { findBarriers, openPerson } from '#e2e/support/browser.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { openScene } from '#e2e/support/scene.ts'
import { fillCode, logInAs } from '#e2e/support/staff-login.ts'
import { openBrowser as openTraveller } from '#e2e/support/traveller.ts'
import { until } from '#test/fixtures/until.ts'

/* The owner raises a fare from a day on, and in Greek, without script, brings the fares of before back. */

const scene = openScene()
const DAY = '2026-12-08'
const FIELD = '[id="both:NIC:LCA:adult"], [id="both:LCA:NIC:adult"]'

test('a fare is raised from a day on, previewed, published, and sold from then on', async () => {
  const buyer = openTraveller(scene.site.url)
  await buyer.addToCart(await buyer.chooseRide({ from: 'NIC', to: 'LCA', date: DAY, adults: '2' }))
  await buyer.payAtBank((await buyer.checkOut()).url)
  const { page, context } = await openPerson(scene.browser, { width: 1280 })
  const words = en.office.fares
  await logInAs(page, 'owner', { site: scene.site.url })
  await page.goto(`${scene.site.url}/office/fares`)
  await check(page)
  await page.locator('#begins').fill(DAY)
  await page.getByRole('button', { name: words.begin.send }).click()

  await page.locator(FIELD).fill('ten')
  await page.getByRole('button', { name: words.draft.save }).click()
  await page.getByText(words.refusals.noAmount('ten')).first().waitFor()
  expect(await page.locator(FIELD).inputValue()).toBe('ten')
  await check(page)
  await page.locator(FIELD).fill('9.80')
  await page.keyboard.press('Enter')
  const preview = page.locator('section[aria-labelledby=preview]')
  await preview.getByText('€9.00 to €9.80').waitFor()
  expect(await preview.innerText()).toContain('1 paid booking stays as it is')
  await check(page)

  await fillCode(page)
  await page.getByRole('button', { name: words.draft.publish, exact: true }).click()
  await page.locator('#begins').waitFor()
  await context.close()
  await untilFare(DAY, '€9.80')
  await untilFare('2026-12-07', '€9.00')
})

test('in Greek and without script the fares of before are brought back', async () => {
  const person = { locale: 'el-CY', javaScriptEnabled: false, width: 360 }
  const { page, context } = await openPerson(scene.browser, person)
  const words = el.office.fares
  await logInAs(page, 'owner', { site: scene.site.url, prefix: '/el' })
  await page.goto(`${scene.site.url}/el/office/fares`)
  await page.getByRole('button', { name: words.editions.restore }).click()
  await page.getByText('από 9,80 € σε 9,00 €').first().waitFor()
  scene.company.moveClock({ seconds: 30 }) // for the next code
  await page.reload()
  await fillCode(page)
  await page.getByRole('button', { name: words.draft.publish, exact: true }).click()
  await page.locator('#begins').waitFor()
  await context.close()
  await untilFare(DAY, '€9.00')
  expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
})

/** The search is kept for two seconds. */
async function untilFare(date: string, fare: string): Promise<void> {
  const address = `${scene.site.url}/book-now?from=NIC&to=LCA&date=${date}&adults=1`
  await until(`a search for ${date} has the fare ${fare}`, async () => {
    return (await (await fetch(address)).text()).includes(fare)
  })
}

async function check(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([])
  expect(await findFlaws(page)).toEqual([])
}
