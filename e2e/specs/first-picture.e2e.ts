import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { openPerson } from '#e2e/support/browser.ts'
import { openScene } from '#e2e/support/scene.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * The words of a page are painted before its first picture, which then takes the space kept for it, and nothing
 * else moves while a page arrives.
 */

const WITH_PICTURES = ['/', '/el/about', '/services/coach-hire']
const FIRST = 'picture > .after'

const scene = openScene()

test.each(WITH_PICTURES)(
  'words lead on %s: the picture comes after, and moves nothing',
  async (path) => {
    const { page, context, complaints } = await openPerson(scene.browser)
    await watchPaints(page)
    const held = Promise.withResolvers<undefined>()
    await page.route('**/_image/**', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(scene.site.url + path, { waitUntil: 'commit' })
    await page.locator('h1').waitFor()
    await until('the words are painted', () => listPaints(page))
    const place = await page.locator(FIRST).boundingBox()
    expect(place?.height).toBeGreaterThan(50)
    expect(await opacityOf(page)).toBe(0)

    held.resolve(undefined)
    await until('the picture is here', async () => (await opacityOf(page)) === 1)
    expect(await page.locator(FIRST).boundingBox()).toEqual(place)
    expect(await listPaints(page)).not.toContain('IMG')
    expect(complaints).toEqual([])
    await context.close()
  },
)

test.each(WITH_PICTURES)(
  'words still lead on %s after a picture has faded in and the fonts come last',
  async (path) => {
    const { page, context, complaints } = await openPerson(scene.browser)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await watchPaints(page)
    const held = Promise.withResolvers<undefined>()
    await page.route('**/*.woff2', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(scene.site.url + path, { waitUntil: 'commit' })
    await until('the picture is here', async () => (await opacityOf(page)) === 1)
    expect(await listPaints(page)).not.toContain('IMG')

    held.resolve(undefined)
    await page.waitForLoadState('load')
    expect(await listFonts(page)).toContain('Commissioner')
    await page.evaluate(coverWithWords)
    const paints = await until('the last paint is counted', async () => {
      const names = (await listPaints(page)) ?? []
      return names.includes('ASIDE') && names
    })
    expect(paints).not.toContain('IMG')
    expect(complaints).toEqual([])
    await context.close()
  },
)

test.each([true, false])(
  'a picture appears although its script is lost, or none may run: %s',
  async (mayRun) => {
    const { page, context } = await openPerson(scene.browser, { javaScriptEnabled: mayRun })
    await page.route('**/assets/pictures-*.js', (route) => route.abort())
    await page.goto(scene.site.url)
    const shown = await until('the picture is here', async () => (await opacityOf(page)) === 1)
    expect(shown).toBe(true)
    await context.close()
  },
)

test.each([
  ['.ticket-search', '.ticket-search > .button'],
  ['#menu', '.to-book'],
])('on a wide screen %s is not shown before %s has arrived', async (row, last) => {
  const { page, context } = await openPerson(scene.browser, { width: 1280 })
  await page.goto(scene.site.url)
  expect(await page.locator(row).isVisible()).toBe(true)
  await page.locator(last).evaluate((element) => element.remove())
  expect(await page.locator(row).isVisible()).toBe(false)
  await context.close()
})

test.each(['/schedules/1', '/el/schedules/1'])(
  'the heading of %s has as many lines before our font has loaded',
  async (path) => {
    const { page, context } = await openPerson(scene.browser)
    const held = Promise.withResolvers<undefined>()
    await page.route('**/*.woff2', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(scene.site.url + path, { waitUntil: 'commit' })
    await until('the words are painted', () => page.locator('footer').isVisible())
    const before = await page.locator('h1').boundingBox()
    held.resolve(undefined)
    await page.waitForLoadState('load')
    expect(await listFonts(page)).toContain('Commissioner')
    expect((await page.locator('h1').boundingBox())?.height).toBe(before?.height)
    await context.close()
  },
)

/** The names of the elements that were the largest ones painted so far. */
function listPaints(page: Page): Promise<string[] | undefined> {
  return page.evaluate(() => (window as unknown as { paints?: string[] }).paints)
}

/** The font families in use, once none is on its way. */
function listFonts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const fonts = [...(await document.fonts.ready)]
    return fonts.filter(({ status }) => status === 'loaded').map(({ family }) => family)
  })
}

/** A paint larger than any other: once it is counted, so are all before it. */
function coverWithWords(): void {
  const cover = document.createElement('aside')
  cover.textContent = 'words '.repeat(200)
  cover.style.cssText = 'position: fixed; inset: 0; overflow: hidden; font: 2rem/1 sans-serif'
  document.body.append(cover)
}

function watchPaints(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const type = 'largest-contentful-paint'
    new PerformanceObserver((list) => {
      const names = list.getEntries().map((one) => {
        const { element } = one as unknown as { element?: Element }
        return element?.tagName ?? ''
      })
      const seen = window as unknown as { paints?: string[] }
      seen.paints = [...(seen.paints ?? []), ...names]
    }).observe({ type, buffered: true })
  })
}

function opacityOf(page: Page): Promise<number> {
  return page.locator(FIRST).evaluate((image) => Number(getComputedStyle(image).opacity))
}
