import { expect, test } from 'vitest'

import { openPerson } from '#e2e/support/browser.ts'
import { makeFleet } from '#e2e/support/fleet.ts'
import { openScene } from '#e2e/support/scene.ts'
import { logInAs } from '#e2e/support/staff-login.ts'
import { localePath, type Locale } from '#platform/locale.ts'

/* The duties of a day as the dispatcher pins them to the wall. */

const scene = openScene()

const HEADS: Record<Locale, string> = { en: 'Duties', el: 'Βάρδιες' }

async function enter(role: 'driver' | 'dispatcher') {
  const person = await openPerson(scene.browser, { width: 1280 })
  await logInAs(person.page, role, { site: scene.site.url })
  return person
}

test('a printed day shows its duties in each language, without navigation and forms', async () => {
  await (await enter('driver')).context.close()
  const { duty } = await makeFleet(scene.books)
  const { page, context, complaints } = await enter('dispatcher')
  for (const locale of ['en', 'el'] as const) {
    await page.goto(scene.site.url + localePath(locale, '/office/duties?day=2026-12-08'))
    await page.emulateMedia({ media: 'screen' })
    expect(await page.locator('nav:visible, form:visible').count()).toBeGreaterThan(0)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('h1').innerText()).toContain(HEADS[locale])
    const row = page.locator(`#duty-${duty}`)
    expect(await row.isVisible()).toBe(true)
    expect(await row.locator('.duty-runs li:visible').count()).toBeGreaterThan(1)
    const others = page.locator('nav, form, button, input, select, summary, .office-header')
    expect(await others.filter({ visible: true }).count()).toBe(0)
    // A landscape sheet of A4 without its margins, at 96 pixels an inch.
    await page.setViewportSize({ width: 1032, height: 703 })
    const isCut = await page.evaluate(() => {
      return document.documentElement.scrollWidth > document.documentElement.clientWidth
    })
    expect(isCut).toBe(false)
    const sheet = await page.pdf({ preferCSSPageSize: true })
    expect(sheet.toString('latin1')).toMatch(/\/MediaBox ?\[0 0 84[12][\d.]* 59[45]/)
    await page.setViewportSize({ width: 1280, height: 780 })
  }
  expect(complaints).toEqual([])
  await context.close()
})
