import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { findBarriers, openPerson } from '#e2e/support/browser.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { untilQuiet } from '#e2e/support/quiet.ts'
import { openScene } from '#e2e/support/scene.ts'
import { LOCALES, localePath } from '#platform/locale.ts'

/* The header of every page on the smallest phone, without script and with the keyboard only. */

const SMALLEST = 320
const MIN_TARGET = 44

const scene = openScene()

test.each(LOCALES)(
  '%s: the menu can be opened, left and followed with the keyboard',
  async (locale) => {
    const { page, context, complaints } = await openPerson(scene.browser, {
      width: SMALLEST,
      javaScriptEnabled: false,
    })
    await page.goto(scene.site.url + localePath(locale, '/faq'))
    const menu = page.locator('#menu')
    const button = page.locator('[popovertarget=menu]')

    expect(await menu.isVisible()).toBe(false)
    await tabTo(page, '[popovertarget=menu]')
    await page.keyboard.press('Enter')
    expect(await menu.isVisible()).toBe(true)
    await page.keyboard.press('Tab')
    expect(await isFocused(page, '#menu li:first-child a')).toBe(true)

    await page.keyboard.press('Escape')
    expect(await menu.isVisible()).toBe(false)
    expect(await isFocused(page, '[popovertarget=menu]')).toBe(true)

    await button.press('Enter')
    expect(await menu.getByRole('link').count()).toBe(7)
    expect(await menu.locator('[aria-current=page]').getAttribute('href')).toBe(
      localePath(locale, '/faq'),
    )
    await tabTo(page, '#menu a[href$="/bookings"]')
    await page.keyboard.press('Enter')
    await page.waitForURL(scene.site.url + localePath(locale, '/bookings'))
    expect(complaints).toEqual([])
    await context.close()
  },
)

test.each(LOCALES)(
  '%s: open or closed, all of it fits and is large enough to touch',
  async (locale) => {
    const { page, context } = await openPerson(scene.browser, {
      width: SMALLEST,
      javaScriptEnabled: false,
    })
    await page.goto(scene.site.url + localePath(locale, '/timetables'))
    for (const to of ['/', '/cart', '/book-now']) {
      const link = page.locator('header nav > a').and(page.locator(hrefTo(localePath(locale, to))))
      expect(await link.isVisible()).toBe(true)
    }
    expect(await findSmallTargets(page)).toEqual([])
    await page.locator('[popovertarget=menu]').click()
    expect(await findSmallTargets(page)).toEqual([])
    const flaws = await findFlaws(page)
    expect(flaws.filter((flaw) => !flaw.startsWith('on top'))).toEqual([])
    await context.close()
  },
)

test('the menu also opens on a page that runs script, and blocks nothing', async () => {
  const { page, context, complaints } = await openPerson(scene.browser, { width: SMALLEST })
  await page.goto(`${scene.site.url}/book-now`)
  await untilQuiet(page)
  await page.locator('[popovertarget=menu]').click()
  await page.locator('#menu').getByRole('link', { name: 'Timetables' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await page.locator('#menu').isVisible()).toBe(false)
  expect(complaints).toEqual([])
  await context.close()
})

test('on a wide screen the header is one line without a menu button', async () => {
  const { page, context } = await openPerson(scene.browser, {
    width: 1280,
    javaScriptEnabled: false,
  })
  await page.goto(`${scene.site.url}/el/services/coach-hire`)
  expect(await page.locator('[popovertarget=menu]').isVisible()).toBe(false)
  const links = await page.locator('header nav a').all()
  const boxes = await Promise.all(links.map((link) => link.boundingBox()))
  const middles = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))
  expect(new Set(middles).size).toBe(1)
  expect(await page.locator('#menu [aria-current=true]').innerText()).toBe('Υπηρεσίες')
  await context.close()
})

function hrefTo(path: string): string {
  return `[href="${path}"]`
}

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 12; presses++) {
    if (await isFocused(page, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not lead to ${selector}`)
}

function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((one) => document.activeElement?.matches(one) ?? false, selector)
}

/** Visible links and buttons of the header that are too small to touch. */
function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const targets = [...document.querySelectorAll<HTMLElement>('header nav :is(a, button)')]
    const seen = targets.filter((target) => target.checkVisibility())
    const small = seen.filter((target) => {
      const { width, height } = target.getBoundingClientRect()
      return width < least || height < least
    })
    return small.map((target) => target.innerText)
  }, MIN_TARGET)
}
