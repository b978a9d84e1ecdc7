import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
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
import { MAX_FEED_MEBIBYTES } from '#modules/gtfs/draft/draft.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * The dispatcher changes the timetable: downloads it, moves a bus that people have booked, and uploads, previews
 * and publishes it; in Greek and without script the edition of before is brought back.
 */

const scene = openScene()
const RIDE = { from: 'NIC', to: 'LCA', date: '2026-12-08' }

test('a changed timetable is uploaded, previewed with its people, and published', async () => {
  const buyer = openTraveller(scene.site.url)
  await buyer.addToCart(await buyer.chooseRide({ ...RIDE, adults: '2' }))
  await buyer.payAtBank((await buyer.checkOut()).url)
  const { page, context } = await openPerson(scene.browser, { width: 1280 })
  const words = en.office.timetable
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  await page.goto(`${scene.site.url}/office/timetable`)
  await check(page)

  const feed = await download()
  await page.locator('#name').fill('Later')
  await page.locator('#feed').setInputFiles(fileOf(await putOff(feed)))
  await page.getByRole('button', { name: words.upload.send, exact: true }).click()
  await page.getByRole('heading', { name: words.draft.preview }).waitFor()
  const concerned = page.getByRole('table', { name: words.draft.concerned })
  expect(await concerned.innerText()).toContain(words.draft.kinds.moved)
  await check(page)

  await fillCode(page)
  await page.getByRole('button', { name: words.draft.publish, exact: true }).click()
  await page.getByText(words.states.published, { exact: true }).waitFor()
  expect(await download()).not.toEqual(feed)
  await context.close()
})

test('in Greek and without script the timetable of before is brought back', async () => {
  const now = await download()
  const { page, context } = await openPerson(scene.browser, {
    locale: 'el-CY',
    javaScriptEnabled: false,
  })
  const words = el.office.timetable
  await logInAs(page, 'dispatcher', { site: scene.site.url, prefix: '/el' })
  await page.goto(`${scene.site.url}/el/office/timetable`)
  await page.getByRole('button', { name: words.editions.restore }).click()
  await until('the preview', async () => {
    const again = page.getByRole('link', { name: words.draft.lookAgain, exact: true })
    if (await again.isVisible()) await again.click()
    return page.getByRole('heading', { name: words.draft.preview }).isVisible()
  })
  scene.company.moveClock({ seconds: 30 }) // for the next code
  await page.reload()
  await fillCode(page)
  await page.getByRole('button', { name: words.draft.publish, exact: true }).click()
  await until('the publication', async () => {
    await page.reload()
    return page.getByText(words.states.published, { exact: true }).isVisible()
  })
  expect(await download()).not.toEqual(now)
  expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
  await context.close()
})

test('what is no feed is refused with its reason, and a file that is far too large at the door', async () => {
  const { page, context } = await openPerson(scene.browser)
  const words = en.office.timetable
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  await page.goto(`${scene.site.url}/office/timetable`)
  await page.locator('#name').fill('Letter')
  await page.locator('#feed').setInputFiles(fileOf(Buffer.from('Dear colleagues')))
  await page.getByRole('button', { name: words.upload.send, exact: true }).click()
  await page.getByText(words.draft.problems(1)).waitFor()
  await check(page)

  await page.goto(`${scene.site.url}/office/timetable`)
  await page.locator('#name').fill('Film')
  const film = Buffer.alloc((MAX_FEED_MEBIBYTES + 2) * 1024 * 1024)
  await page.locator('#feed').setInputFiles(fileOf(film))
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: words.upload.send, exact: true }).click()
  expect((await answer).status()).toBe(413)
  await context.close()
})

async function download(): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${scene.site.url}/gtfs.zip`)).arrayBuffer())
}

function fileOf(buffer: Buffer) {
  return { name: 'timetable.zip', mimeType: 'application/zip', buffer }
}

/** The feed with each bus from Nicosia to Larnaca a minute later at its last stop. */
async function putOff(feed: Buffer): Promise<Buffer> {
  const files = unzipSync(feed)
  const calls = strFromU8(files['stop_times.txt']!)
  const changed = calls.replaceAll(/,(\d\d:\d\d):00,(\d\d:\d\d):00,LCA,/g, ',$1:30,$2:30,LCA,')
  expect(changed).not.toBe(calls)
  return Buffer.from(zipSync({ ...files, 'stop_times.txt': strToU8(changed) }))
}

async function check(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([])
  expect(await findFlaws(page)).toEqual([])
}
