import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { openPerson } from '#e2e/support/browser.ts'
import { untilQuiet } from '#e2e/support/quiet.ts'
import { openScene } from '#e2e/support/scene.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * The cart, and the departures, which replace their own parts, while script files are missing, or
 * while a new release is deployed.
 */

const DEPARTURES = '/book-now?from=NIC&to=LCA&date=2026-12-10'

const scene = openScene()

test('when the script of the departures is missing, they work without script', async () => {
  const { page, context } = await openPerson(scene.browser)
  const loads = countLoads(page)
  await page.route('**/assets/book-now-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto(scene.site.url + DEPARTURES)
  await untilQuiet(page)
  expect(loads()).toBe(1)
  await chooseFirst(page)
  expect(loads()).toBe(2)
  await context.close()
})

test('within one release, choosing a departure does not reload the page', async () => {
  const { page, context } = await openPerson(scene.browser)
  const loads = countLoads(page)
  await page.goto(scene.site.url + DEPARTURES)
  await chooseFirst(page)
  await page.locator('#party:focus').waitFor()
  expect(loads()).toBe(1)
  await page.goBack()
  await page.locator('a.departure, .board a').first().waitFor()
  expect(loads()).toBe(1)
  await context.close()
})

test('when the next departures cannot be fetched, the page loads them, and says what is wrong', async () => {
  const { page, context } = await openPerson(scene.browser)
  const loads = countLoads(page)
  await page.goto(scene.site.url + DEPARTURES)
  await page.route('**/book-now?**', (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.fulfill({ status: 503 }),
  )
  await chooseFirst(page)
  await page.getByRole('button', { name: 'Add to cart' }).waitFor()
  expect(loads()).toBe(2)
  await context.close()
})

test.each([
  ['a link', chooseFirst],
  ['a form', searchAnotherDay],
])(
  'when a newer release is out, %s loads it, and nothing happens before that',
  async (_what, step) => {
    const { page, context } = await openPerson(scene.browser)
    const loads = countLoads(page)
    await page.goto(scene.site.url + DEPARTURES)
    await step(page)
    await page.locator('.booking:not([aria-busy])').waitFor()
    expect(loads()).toBe(1)

    await page.goto(scene.site.url + DEPARTURES)
    expect(loads()).toBe(2)
    await page.route('**/book-now?**', async (route) => {
      if (route.request().isNavigationRequest()) return route.continue()
      const answer = await route.fetch()
      const body = (await answer.text()).replace('/assets/book-now-', '/assets/newer-book-now-')
      return route.fulfill({ response: answer, body })
    })
    await step(page)
    await until('the page is loaded', () => loads() === 3)
    await context.close()
  },
)

async function chooseFirst(page: Page): Promise<void> {
  await page.locator('a.departure, .board a').first().click()
  await page.waitForURL(/departure=/)
}

async function searchAnotherDay(page: Page): Promise<void> {
  await page.locator('main summary').first().click()
  await page.getByLabel('Date', { exact: true }).fill('2026-12-11')
  await page.getByRole('button', { name: 'Show departures' }).click()
  await page.waitForURL(/date=2026-12-11/)
}

test('when the script of the cart is missing, the visitor still reaches the cart, and it works without script', async () => {
  const { page, context } = await openPerson(scene.browser, { address: '192.0.2.6' })
  await page.route('**/assets/cart-*.js', (route) => route.fulfill({ status: 404 }))
  await chooseDeparture(page)
  const loads = countLoads(page)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('**/cart')
  await until('the form is sent, and the cart is loaded', () => loads() === 2)
  await untilQuiet(page)
  await page.getByLabel('Name', { exact: true }).fill('Anna Example')
  await page.getByRole('button', { name: /^Pay now/ }).click()
  await page.getByText('There is a problem').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Anna Example')
  expect(loads()).toBe(3)
  await context.close()
})

test('a newer release does not interrupt the cart: typed text is sent, and the next page is new', async () => {
  const { page, context } = await openPerson(scene.browser, { address: '192.0.2.7' })
  const loads = countLoads(page)
  await chooseDeparture(page)
  expect(loads()).toBe(1)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('**/cart')
  const before = loads()
  expect(before).toBeGreaterThan(1)
  await untilQuiet(page)
  await page.getByLabel('Name', { exact: true }).fill('Bob Example')
  await page.route('**/cart', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('/assets/cart-', '/assets/newer-cart-')
    return route.fulfill({ response: answer, body })
  })
  await page.getByRole('button', { name: /^Pay now/ }).click()
  await page.getByText('There is a problem').waitFor()
  await untilQuiet(page)
  expect(loads()).toBe(before + 1)
  expect(await page.locator('script[src*=newer-cart]').count()).toBe(1)
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Bob Example')
  await page.getByLabel('Email', { exact: true }).fill('bob@example.com')
  await page.getByRole('checkbox', { name: /terms and conditions/ }).check()
  await page.unroute('**/cart')
  await page.getByRole('button', { name: /^Pay now/ }).click()
  await page.getByLabel('Card number').waitFor()
  await context.close()
})

async function chooseDeparture(page: Page): Promise<void> {
  await page.goto(scene.site.url + DEPARTURES)
  await chooseFirst(page)
  await page.getByRole('button', { name: 'Add to cart' }).waitFor()
}

/** The number of full page loads. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  return () => loads
}
