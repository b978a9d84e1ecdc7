import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { el } from '#app/i18n/el.ts'
import { en } from '#app/i18n/en.ts'
import { findBarriers, openPerson } from '#e2e/support/browser.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { openScene } from '#e2e/support/scene.ts'
import { fillCode, logInAs } from '#e2e/support/staff-login.ts'
import { operator } from '#operator'
import { until } from '#test/fixtures/until.ts'

/* The owner renames the company, sees first what would change, and the whole site says it. */

const scene = openScene()
const SHORT = 'Kingfisher'

test('a new name is checked, saved with a code, and said by the site and by pages that hydrate', async () => {
  const { page, context } = await openPerson(scene.browser, { width: 1280 })
  const words = en.office.company
  await logInAs(page, 'owner', { site: scene.site.url })
  await page.goto(`${scene.site.url}/office/company`)

  await page.locator('#shortName').fill('')
  await page.getByRole('button', { name: words.check.show }).click()
  await page.getByText(words.problems.missing).first().waitFor()
  await page.locator('#shortName').fill(SHORT)
  await page.getByRole('button', { name: words.check.show }).click()
  const changes = page.getByRole('table', { name: words.check.caption })
  expect(await changes.innerText()).toContain(operator.shortName)
  expect(await changes.innerText()).toContain(SHORT)
  await check(page)
  expect(await topOfSite()).toContain(operator.shortName)

  await fillCode(page)
  await page.getByRole('button', { name: words.check.save, exact: true }).click()
  await page.getByText(words.editions.shown).waitFor()
  await until('the site says it', async () => (await topOfSite()).includes(SHORT))

  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.goto(`${scene.site.url}/office`)
  await page.locator('#today-pause').waitFor()
  expect(await page.title()).toContain(SHORT)
  expect(faults).toEqual([])
  await context.close()
})

test('in Greek and without script the name of before is brought back, with a code', async () => {
  const person = { locale: 'el-CY', javaScriptEnabled: false }
  const { page, context } = await openPerson(scene.browser, person)
  await logInAs(page, 'owner', { site: scene.site.url, prefix: '/el' })
  await page.goto(`${scene.site.url}/el/office/company`)
  const { editions } = el.office.company
  await page.getByRole('button', { name: editions.restore }).first().click()
  await page.locator('input[name=code]').waitFor()
  scene.company.moveClock({ seconds: 30 }) // for the next code
  await page.goBack()
  await page.getByRole('button', { name: editions.restore }).first().click()
  await fillCode(page)
  await page.getByRole('button', { name: el.office.shell.confirm }).click()
  await page.locator('tr', { hasText: editions.shown }).waitFor()
  await until('the site says it', async () => (await topOfSite()).includes(operator.shortName))
  expect(await topOfSite()).not.toContain(SHORT)
  await context.close()
})

async function topOfSite(): Promise<string> {
  const html = await (await fetch(`${scene.site.url}/timetables`)).text()
  return /<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
}

async function check(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([])
  expect(await findFlaws(page)).toEqual([])
}
