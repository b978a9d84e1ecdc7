import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { listBreachesAtRest } from '#e2e/support/books.ts'
import { findBarriers, openPerson } from '#e2e/support/browser.ts'
import { takeKeyboard } from '#e2e/support/keyboard.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { openScene } from '#e2e/support/scene.ts'
import { logInAs } from '#e2e/support/staff-login.ts'
import { openBrowser } from '#e2e/support/traveller.ts'

/*
 * Easter night: the office adds a bus at 03:00, in Greek, by keyboard, without script and with four
 * presses; travellers find it and buy; the rest of it goes to a school class.
 */

const scene = openScene()
const EASTER = '2027-05-02'
const SEATS = 4

test('a bus is added with four presses, found and bought, and blocked until it is full', async () => {
  const { page, context, complaints } = await openPerson(scene.browser, {
    locale: 'el-CY',
    javaScriptEnabled: false,
    width: 1280,
  })
  await logInAs(page, 'dispatcher', { site: scene.site.url, prefix: '/el' })
  const keys = takeKeyboard(page)

  await keys.enter(/^link Δρομολόγια$/)
  await page.waitForURL('**/el/office/departures')
  await keys.enter(/^link Προσθήκη λεωφορείου/)
  await page.waitForURL('**/el/office/departures/new?**')
  // Whether the day or the month comes first in the field is up to the browser.
  await page.locator('[name=date]').fill(EASTER)
  await keys.fill(/^text Ώρα αναχώρησης/, '3:00')
  await keys.fill(/^text Θέσεις$/, String(SEATS))
  await keys.fill(/^text Θέσεις για αναπηρικό/, '1')
  await keys.fill(/^text Αιτία/, 'Πασχαλινή νύχτα')
  await keys.enter(/^button Έλεγχος/)
  await page.locator('#check').waitFor()
  const check = await page.locator('#check').innerText()
  for (const text of ['Nicosia', 'Λευκωσία', '03:00', '02:30']) expect(check).toContain(text)
  expect(await lookNarrow(page.url())).toEqual([[], []])
  await keys.enter(/^button Προσθήκη του δρομολογίου των 03:00/)
  await page.waitForURL(/\/el\/office\/departures\/[\da-f]{8}-/)
  expect(await page.locator('main').innerText()).toContain('Πασχαλινή νύχτα')
  expect([...keys.flaws]).toEqual([])

  expect(await statesOf()).toContain('03:00')
  await buy('maria')

  // The rest of it goes to a school class; more than are free are refused.
  await block(page, '4', 'Γυμνάσιο Αραδίππου')
  expect(await page.locator('main').innerText()).toContain(
    'Μόνο 3 θέσεις είναι ελεύθερες σε όλη τη διαδρομή.',
  )
  expect(await page.locator('[name="block-seats"]').inputValue()).toBe('4')
  await page.locator('[name="block-seats"]').fill('3')
  await page.getByRole('button', { name: 'Δέσμευση των θέσεων' }).click()
  await page.locator('#blocks').waitFor()
  expect(await lookNarrow(page.url())).toEqual([[], []])
  expect(await statesOf()).toMatch(/03:00[^]*?Πλήρες/)

  // Given back, they are for sale again; a bus with a booking is not removed.
  await page.getByRole('button', { name: /^Αποδέσμευση 3 θέσεων/ }).click()
  await page.locator('#blocks').waitFor({ state: 'detached' })
  expect(await statesOf()).not.toMatch(/03:00[^]*?Πλήρες/)
  await page.locator('#extra summary').click()
  await page.getByRole('button', { name: 'Αφαίρεση του λεωφορείου' }).click()
  await page.locator('.error-summary').waitFor()
  expect(await listBreachesAtRest(scene.company, scene.books)).toEqual([])
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([])
  await context.close()
})

test('a charter is in the lists of the office, and no traveller finds it', async () => {
  const { page, context } = await openPerson(scene.browser)
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  const bus = { line: '0:1', kind: 'charter', date: EASTER, time: '04:10', seats: '50' }
  const why = { wheelchairs: '0', reason: 'Wedding', orderer: 'Hotel Aphrodite' }
  const query = new URLSearchParams({ ...bus, ...why })
  await page.goto(`${scene.site.url}/office/departures/new?${query}`)
  await page.getByRole('button', { name: 'Add the 04:10' }).click()
  await page.waitForURL(/\/office\/departures\/[\da-f]{8}-/)
  expect(await page.locator('main').innerText()).toContain('Hotel Aphrodite')
  await page.goto(`${scene.site.url}/office/duties?day=${EASTER}`)
  expect(await page.locator('main').innerText()).toContain('04:10')
  expect(await statesOf()).not.toContain('04:10')
  await context.close()
})

/** What is wrong with a page of the office on a phone. */
async function lookNarrow(url: string) {
  const { page, context } = await openPerson(scene.browser, { locale: 'el-CY', width: 360 })
  await logInAs(page, 'dispatcher', { site: scene.site.url, prefix: '/el' })
  await page.goto(url)
  const found = [await findBarriers(page), await findFlaws(page)]
  await context.close()
  return found
}

const SEARCH = new URLSearchParams({ from: 'NIC', to: 'LCA', date: EASTER, adults: '1' })

/** What a visitor of the search reads on Easter Sunday, in Greek. */
async function statesOf(): Promise<string> {
  const visitor = await openPerson(scene.browser, { locale: 'el-CY', javaScriptEnabled: false })
  // Past what the search of a moment ago is remembered for.
  await visitor.page.goto(`${scene.site.url}/el/book-now?${SEARCH}&again=${Math.random()}`)
  const shown = await visitor.page.locator('main').innerText()
  await visitor.context.close()
  return shown
}

async function block(page: Page, seats: string, reason: string): Promise<void> {
  await page.reload()
  await page.locator('summary', { hasText: 'Δέσμευση θέσεων' }).click()
  await page.locator('[name="block-seats"]').fill(seats)
  await page.locator('#reason-block').fill(reason)
  await page.getByRole('button', { name: 'Δέσμευση των θέσεων' }).click()
  await page.locator('.error-summary').waitFor()
}

async function buy(who: string): Promise<void> {
  const { rows } = await sql<{ departureId: string }>`
    select departure_id from departures where origin = 'extra'`.execute(scene.books)
  const buyer = openBrowser(scene.site.url, { locale: 'el' })
  const chosen = `/el/book-now?${SEARCH}&departure=${rows[0]?.departureId}`
  await buyer.addToCart(await buyer.visit(chosen))
  const { url } = await buyer.checkOut({ name: `Passenger ${who}`, email: `${who}@example.com` })
  await buyer.payAtBank(url)
}
