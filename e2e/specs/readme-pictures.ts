import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'vitest'

import { openBrowser, openPerson } from '#e2e/support/browser.ts'
import { openHouse } from '#e2e/support/own-house.ts'
import { untilQuiet } from '#e2e/support/quiet.ts'
import { writeClock } from '#test/fixtures/beginning.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * Takes the pictures of the home page and of the office in the README, of a demonstration that is opened
 * at a certain moment: `npm run pictures`, or `npm run pictures -- readme`. Only references differ when
 * they are taken again. That of the phone is taken with its other screens.
 */

/** A Friday afternoon before Christmas: ten to four in Cyprus. */
const MOMENT = Temporal.Instant.from('2026-12-11T13:50:00Z')

// oxlint-disable-next-line vitest/expect-expect -- a person looks at the result
test('the pictures of the home page and of Today', async () => {
  const clockFile = join(mkdtempSync(join(tmpdir(), 'halcyon-clock-')), 'clock')
  const house = await openHouse()
  setClock(clockFile)
  const site = await house.startSite({ CLOCK_FILE: clockFile, DEMONSTRATION_COMPANY: 'on' })
  const isFounded = () => site.output().includes('"outcome":"founded"')
  await until('the company has its past', isFounded)
  setClock(clockFile)

  const browser = openBrowser()
  const { page } = await openPerson(browser, { width: 1280 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(site.url)
  await untilQuiet(page)
  await page.screenshot({ path: resolve('docs/home.png') })
  await page.goto(`${site.url}/office`)
  await page.getByRole('button', { name: 'Enter as owner' }).click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await page.screenshot({ path: resolve('docs/office.png') })
  await browser.close()
  await house.close()
})

function setClock(clockFile: string): void {
  const shift = MOMENT.epochMilliseconds - Temporal.Now.instant().epochMilliseconds
  writeClock(clockFile, shift)
}
