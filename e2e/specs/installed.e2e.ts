import { beforeAll, expect, test } from 'vitest'

import { findBarriers, openPerson } from '#e2e/support/browser.ts'
import { findFaultsInHtml } from '#e2e/support/finished.ts'
import { untilKept } from '#e2e/support/kept.ts'
import { openScene } from '#e2e/support/scene.ts'
import { cookiesOf } from '#e2e/support/screens.ts'
import { linksIn, openBrowser as openTraveller, type Traveller } from '#e2e/support/traveller.ts'
import { LOCALES, localePath, type Locale } from '#platform/locale.ts'

/* The site as an app on a phone, with all tickets of an order available offline. */

const scene = openScene()
const RIDE = { from: 'FAMAGUSTA', to: 'LCA', date: '2026-12-11', adults: '1' }
const BACK = { from: 'LCA', to: 'FAMAGUSTA', date: '2026-12-14', adults: '1' }

let buyers: Record<Locale, { buyer: Traveller; tickets: string[] }>
beforeAll(async () => {
  buyers = { en: await buyThereAndBack('en'), el: await buyThereAndBack('el') }
})

async function buyThereAndBack(locale: Locale) {
  const buyer = openTraveller(scene.site.url, { locale })
  for (const search of [RIDE, BACK]) await buyer.addToCart(await buyer.chooseRide(search))
  const paid = await buyer.payAtBank((await buyer.checkOut()).url)
  const tickets = linksIn(paid.html).filter((href) => /\/tickets\/[\da-z]{26}$/.test(href))
  return { buyer, tickets: [...new Set(tickets)] }
}

test.each(LOCALES)(
  'opening one ticket makes the whole order and the list available offline (%s)',
  async (locale) => {
    const { buyer, tickets } = buyers[locale]
    const [first = '', second = ''] = tickets
    const language = { en: 'en-GB', el: 'el-CY' }[locale]
    const { page, context } = await openPerson(scene.browser, { locale: language })
    await context.addCookies(cookiesOf(buyer))
    const list = localePath(locale, '/bookings')
    await page.goto(scene.site.url + first)
    await untilKept(page, [...tickets, list])

    await context.setOffline(true)
    await page.goto(scene.site.url + second)
    expect(await page.locator('.saved-copy').isVisible()).toBe(true)
    expect(await page.locator('.pass-code svg, .qr, svg[role=img]').first().isVisible()).toBe(true)
    await page.goto(scene.site.url + list)
    const links = page.locator('.kept-tickets a')
    expect(await links.count()).toBe(2)
    expect(
      await findFaultsInHtml(page, await page.content(), { locale, also: ['Anna', 'Example'] }),
    ).toEqual([])
    expect(await findBarriers(page)).toEqual([])
    await links.first().click()
    await page.waitForURL(/\/tickets\/[\da-z]{26}$/)
    expect(await page.locator('h1').textContent()).not.toBe('')
    await context.close()
  },
)

test('a passenger who was given one ticket keeps that one and cannot see the others', async () => {
  const [first = '', second = ''] = buyers.en.tickets
  const answer = await openTraveller(scene.site.url).visit(first)
  expect(answer.html).toContain(first.split('/').at(-1))
  expect(answer.html).not.toContain(second.split('/').at(-1))
})

test.each(LOCALES)('the site can be installed, and starts at the tickets (%s)', async (locale) => {
  const { page, context } = await openPerson(scene.browser)
  await page.goto(scene.site.url + localePath(locale, '/bookings'))
  const browser = await context.newCDPSession(page)
  const { url, errors, data } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(new URL(url).pathname).toBe(localePath(locale, '/manifest.webmanifest'))
  const manifest = JSON.parse(data ?? '{}') as Record<string, unknown> & {
    icons: { src: string }[]
  }
  expect(manifest).toMatchObject({
    lang: locale,
    start_url: localePath(locale, '/bookings'),
    scope: '/',
    display: 'standalone',
  })
  for (const { src } of manifest.icons) {
    const icon = await fetch(scene.site.url + src)
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, 'image/png'])
  }
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  const ours = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  expect(ours).toEqual([])
  await context.close()
})
