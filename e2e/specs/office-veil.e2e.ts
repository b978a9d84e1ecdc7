import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { openPerson } from '#e2e/support/browser.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { openScene } from '#e2e/support/scene.ts'
import { logInAs } from '#e2e/support/staff-login.ts'

/* A page of the office that was left open until its session ended. */

const scene = openScene()

async function enter(page: Page): Promise<void> {
  await logInAs(page, 'editor', { site: scene.site.url })
}

/** Makes every session an hour older. */
async function passAnHour(): Promise<void> {
  await sql`update staff_sessions set last_act_at = last_act_at - interval '1 hour'`.execute(
    scene.books,
  )
}

/** The ids of all that a finger could touch on the left edge: the backdrop belongs to its dialog. */
function listSeen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const places = Array.from({ length: 20 }, (_, place) => place * (innerHeight / 20) + 1)
    return [...new Set(places.map((y) => document.elementFromPoint(2, y)?.id ?? ''))]
  })
}

test('a page is covered after an hour without use, and uncovered after a log-in beside it', async () => {
  const { page, context, complaints } = await openPerson(scene.browser)
  await page.clock.install()
  await enter(page)
  await page.goto(`${scene.site.url}/office/notices/new`)
  const text = page.locator('textarea').first()
  await text.fill('Buses run late today.')
  const veil = page.locator('#office-veil')

  const asked = page.waitForResponse((answer) => answer.request().method() === 'HEAD')
  await page.clock.fastForward('01:00:30')
  await asked
  expect(await veil.isVisible()).toBe(false)
  await passAnHour()
  await page.clock.fastForward('02:00')
  await veil.waitFor()
  expect(await listSeen(page)).toEqual(['office-veil'])
  await page.keyboard.press('Escape')
  await veil.getByRole('button').click()
  await veil.getByRole('alert').waitFor()
  expect(await veil.isVisible()).toBe(true)

  const beside = await context.newPage()
  await enter(beside)
  await veil.getByRole('button').click()
  await veil.waitFor({ state: 'hidden' })
  expect(await text.inputValue()).toBe('Buses run late today.')
  expect(complaints).toEqual([])
  await context.close()
})

test('without script a form that was sent too late is kept, and sent again after a log-in', async () => {
  const { page, context } = await openPerson(scene.browser, { javaScriptEnabled: false })
  await enter(page)
  await page.goto(`${scene.site.url}/office/me`)
  await page.locator('input[name="shortcuts"]').uncheck()
  await passAnHour()
  await page.locator('form:has(input[name="shortcuts"]) button').click()
  expect(await page.locator('h1').textContent()).toBe('Your session has ended')
  expect(await findFlaws(page)).toEqual([])

  const beside = await context.newPage()
  await enter(beside)
  await page.getByRole('button', { name: 'Send what I typed' }).click()
  expect(await page.locator('input[name="shortcuts"]').isChecked()).toBe(false)
  await context.close()
})
