import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import {
  countQuestions,
  fillDisk,
  MOST_QUESTIONS,
  openDoor,
  untilStarted,
} from '#e2e/support/boarding-door.ts'
import { findBarriers } from '#e2e/support/browser.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { openScene } from '#e2e/support/scene.ts'
import { until } from '#test/fixtures/until.ts'

/* The way of the list to the phone at the door of a bus. */

const scene = openScene()
const PAPHOS_TODAY = { from: 'PFO', to: 'NIC', date: '2026-12-02' }
const BACK_TODAY = { from: 'LCA', to: 'NIC', date: '2026-12-02' }

const { buyTicket, openPhone, getReady } = openDoor(scene)

test('a delay that the office reports is on the phone long before its next list', async () => {
  const { departureId, ...bought } = await buyTicket(PAPHOS_TODAY)
  const { page, context } = await getReady({ departureId, ...bought })
  const planned = await page.locator('#bus-time').textContent()
  await sql`
    insert into departure_delays (departure_id, from_position, minutes, entered_by, entered_at)
    values (${departureId}, 0, 20, 'admin:nina', now())`.execute(scene.books)
  const isNew = async () => (await page.locator('#bus-time').textContent()) !== planned
  const questions = countQuestions(page)
  await until('the new time', isNew)
  expect(questions()).toBeLessThanOrEqual(MOST_QUESTIONS)
  await context.close()
})

test.each([
  ['', 'No network. The list will load when the network is back.'],
  ['/el', 'Δεν υπάρχει δίκτυο. Η λίστα θα ληφθεί μόλις υπάρξει.'],
])('a list asked for in a tunnel comes at its end (%s)', async (prefix, said) => {
  const { page, context, network } = await openPhone(prefix)
  await page.goto(`${network.url}${prefix}/office/login`)
  await page.locator('button[value="driver"]').click()
  await untilStarted(page)
  network.cut()
  await page.locator('#choose-button').click()
  await page.locator('#state', { hasText: said }).waitFor()
  const flaws = [...(await findFlaws(page)), ...(await findBarriers(page))]
  expect(flaws).toEqual([])
  await until('another try', () => network.triedInVain() > 1)
  network.restore()
  await page.locator('[data-departure]').first().waitFor()
  expect(await page.locator('#state').textContent()).toMatch(/\d\d:\d\d/)
  await context.close()
})

test('a network that never answers is given up, and the list comes with the next one', async () => {
  const { page, context, network } = await openPhone()
  await page.clock.install()
  await page.goto(`${network.url}/office/login`)
  await page.locator('button[value="driver"]').click()
  await untilStarted(page)
  await until('the copy of the page', () =>
    page.evaluate(async () => (await caches.match(location.href)) !== undefined),
  )
  network.fallSilent()
  await page.locator('#choose-button').click()
  await page.locator('#state', { hasText: 'Getting the list …' }).waitFor()
  await until('the question', () => network.triedInVain() > 0)
  await page.clock.fastForward(31_000)
  await page.locator('#state', { hasText: 'No network.' }).waitFor()
  network.restore()
  await page.locator('[data-departure]').first().waitFor()
  await page.locator('#state', { hasText: /^Ready\./ }).waitFor()

  // Later questions do not pile up behind one that is not answered.
  network.fallSilent()
  await page.clock.runFor(20_000)
  await until('the next question', () => network.triedInVain() > 0)
  expect(network.triedInVain()).toBeLessThan(3)
  await context.close()
})

test('a list chosen before the script has arrived is on the phone with one press', async () => {
  const { page, context, network } = await openPhone()
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
  await page.route(/boarding-[\w-]+\.js$/, async (route) => {
    await pressed
    // The first page is gone by then, and its script with it.
    await route.continue().catch(() => undefined)
  })
  await page.goto(`${network.url}/office/login`)
  await page.locator('button[value="driver"]').click()
  await page.locator('select[name="stop"]').selectOption('PFO')
  await page.locator('#choose-button').click()
  await page.waitForURL((url) => url.searchParams.get('stop') === 'PFO', { waitUntil: 'commit' })
  press()
  await page.locator('[data-departure]').first().waitFor()
  await page.locator('#state', { hasText: /^Ready\./ }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await context.close()
})

test.each([
  ['', 'The list could not be saved on this phone. Trying again …'],
  ['/el', 'Η λίστα δεν αποθηκεύτηκε στο τηλέφωνο. Νέα προσπάθεια …'],
])(
  'a list that the disk refuses is asked for again, and the screen says so (%s)',
  async (prefix, said) => {
    const { page, context, network } = await openPhone(prefix)
    await page.goto(`${network.url}${prefix}/office/login`)
    await page.locator('button[value="driver"]').click()
    await untilStarted(page)
    const makeRoom = await fillDisk(page, 'records')
    await page.locator('#choose-button').click()
    await page.locator('#state', { hasText: said }).waitFor()
    const flaws = [...(await findFlaws(page)), ...(await findBarriers(page))]
    expect(flaws).toEqual([])
    await makeRoom()
    await page.locator('[data-departure]').first().waitFor()
    await context.close()
  },
)

test('a press that is under way while a list arrives is not lost', async () => {
  const bought = await buyTicket(BACK_TODAY)
  const { page, context } = await getReady(bought)
  await page.locator('[data-tab="more"]').first().click()
  await page.locator('[data-tab="ready"]').click()
  await pressSlowly(page, `[data-departure="${bought.departureId}"]`)
  await page.locator('#typed').waitFor()
  await page.locator('[data-tab="names"]').first().click()
  await pressSlowly(page, '#names button')
  await page.locator('.verdict-go').waitFor()
  expect(await page.locator('#verdict-words').textContent()).toBe('Board 2.')
  await context.close()
})

/** The finger leaves the glass only after a new list was drawn. */
async function pressSlowly(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector).first()
  await target.hover()
  await page.mouse.down()
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.evaluate(() => document.getElementById('update')!.click())
  await (await answered).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.mouse.up()
}
