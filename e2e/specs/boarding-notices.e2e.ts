import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { openDoor, untilStarted } from '#e2e/support/boarding-door.ts'
import { findBarriers } from '#e2e/support/browser.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { openScene } from '#e2e/support/scene.ts'
import { until } from '#test/fixtures/until.ts'

/* What the office refuses for good is said on the phone, and not sent again. */

const scene = openScene()
const { buyTicket, bringNear, getReady, openAgain } = openDoor(scene)
const OUT = { from: 'NIC', to: 'LCA', date: '2026-12-03' }
const BACK = { from: 'LCA', to: 'NIC', date: '2026-12-03' }
const NOON = { from: 'NIC', to: 'PFO', date: '2026-12-03' }
const PAPHOS = { from: 'PFO', to: 'NIC', date: '2026-12-03' }

async function press(page: Page, selector: string): Promise<void> {
  await page.locator('[data-tab="more"]').first().click()
  await page.locator(selector).click()
}

async function leave(page: Page): Promise<void> {
  await press(page, '#leave')
  await page.locator('#sure button[value="yes"]').click()
}

/** The same a while before its time, about which the phone asks again. */
async function leaveEarly(page: Page): Promise<void> {
  await leave(page)
  await page.locator('#sure-question', { hasText: 'before the scheduled time' }).waitFor()
  await page.locator('#sure button[value="yes"]').click()
}

async function readNotices(page: Page): Promise<string[]> {
  await page.locator('#notices').waitFor()
  return page.locator('#notices-list li').allTextContents()
}

test.each([
  ['', /^“We are leaving” \(\d\d:\d\d Larnaca Airport\): refused\. Boarding opens three hours /],
  ['/el', /^«Αναχωρούμε» \(\d\d:\d\d .+\): απορρίφθηκε\. Η επιβίβαση ανοίγει τρεις ώρες /],
])(
  'a bus whose leaving is refused stays open, and the driver reads why (%s)',
  async (prefix, said) => {
    const bought = await buyTicket(OUT)
    const { page, context } = await getReady(bought, prefix)
    // High enough for everything: what has scrolled behind the tabs would count as on top of them.
    await page.setViewportSize({ width: 360, height: 1000 })
    await leave(page)
    const [notice, ...more] = await readNotices(page)
    expect(notice).toMatch(said)
    expect(more).toEqual([])
    await until('the answer', async () => (await page.locator('#done').textContent()) === '')
    const flaws: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      flaws.push(...(await findFlaws(page)), ...(await findBarriers(page)))
    }
    expect(flaws).toEqual([])
    await context.close()
  },
)

test('a delay kept back for a bus that was cancelled meanwhile is refused once, until it is read', async () => {
  const bought = await buyTicket(BACK)
  const phone = await getReady(bought)
  const { page, context, network } = phone
  network.cut()
  const answers: number[] = []
  context.on('response', (response) => {
    const isForm = response.request().method() === 'POST'
    if (isForm && !response.url().endsWith('/sync')) answers.push(response.status())
  })
  await press(page, '[data-late="20"]')
  await page.locator('#done', { hasText: 'Will be reported' }).waitFor()
  await sql`update departures set status = 'cancelled' where departure_id = ${bought.departureId}`.execute(
    scene.books,
  )
  await page.evaluate(dieWithNotice)
  network.restore()
  const notices = [
    expect.stringMatching(/^\+20 min \(.+\): refused\. This bus has been cancelled\.$/),
  ]
  expect(await readNotices(page)).toEqual(notices)
  await page.close()

  network.cut()
  const again = await openAgain(phone)
  expect(await readNotices(again)).toEqual(notices)
  expect(await again.evaluate(readForms)).toEqual([])
  network.restore()
  await again.locator('#notices-read').click()
  await again.locator('#notices').waitFor({ state: 'hidden' })
  await again.close()
  const last = await openAgain(phone)
  await untilStarted(last)
  expect(await last.locator('#notices').isVisible()).toBe(false)
  expect(answers).toEqual([422])
  await context.close()
})

test('a notice that was not read and a report that waits outlast the duty together', async () => {
  const bought = await buyTicket(OUT)
  const phone = await getReady(bought)
  const { page, context, network } = phone
  network.cut()
  await press(page, '[data-late="10"]')
  await page.locator('#done', { hasText: 'Will be reported' }).waitFor()
  await sql`insert into departure_delays (departure_id, from_position, minutes, entered_by, entered_at)
    values (${bought.departureId}, 0, 40, 'staff:office', now())`.execute(scene.books)
  network.restore()
  const notices = await readNotices(page)
  network.cut()
  await leave(page)
  await page.locator('#done', { hasText: 'The office will be told' }).waitFor()
  await page.close()

  // Their key goes with the names, so both are sealed with a new one.
  const late = await context.newPage()
  await late.clock.install({ time: Date.now() + 48 * 3_600_000 })
  await late.goto(`${network.url}/office/boarding`)
  expect(await readNotices(late)).toEqual(notices)
  await late.close()
  const cold = await openAgain(phone)
  expect(await readNotices(cold)).toEqual(notices)
  expect(await cold.evaluate(readForms)).toMatchObject([{ fields: { intent: 'left' } }])
  await context.close()
})

/** The reports that wait on the disk, which only the browser of the phone can read. */
async function readForms(): Promise<unknown> {
  const asked = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('unreadable')))
    })
  const disk = await asked(indexedDB.open('boarding'))
  const stores = disk.transaction(['keys', 'records'])
  const [key, { iv, data }] = await Promise.all([
    asked<CryptoKey>(stores.objectStore('keys').get('key')),
    asked<{ iv: BufferSource; data: BufferSource }>(stores.objectStore('records').get('forms')),
  ])
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data)
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown
}

/** Nothing more is written after the write with a notice in it, as on a phone whose battery is empty then. */
function dieWithNotice(): void {
  const spy = (on: object, name: string, before: (self: unknown, ...given: unknown[]) => void) => {
    const real = Reflect.get(on, name) as (...given: unknown[]) => unknown
    Reflect.set(on, name, function (this: unknown, ...given: unknown[]) {
      before(this, ...given)
      return real.apply(this, given)
    })
  }
  let isDead = false
  spy(IDBDatabase.prototype, 'transaction', (_database, _names, mode) => {
    if (isDead && mode === 'readwrite') throw new DOMException('no battery', 'AbortError')
  })
  spy(IDBObjectStore.prototype, 'put', (_store, _value, name) => {
    isDead ||= name === 'notices'
  })
}

test('a press kept back is refused once the office has said more, and the next one leads on from there', async () => {
  const bought = await buyTicket(NOON)
  const { page, context, network } = await getReady(bought)
  network.cut()
  await press(page, '[data-late="10"]')
  await page.locator('#done', { hasText: 'Will be reported' }).waitFor()
  // The presses lead on from what was pressed.
  await page.locator('[data-late="20"]').waitFor()
  await sql`insert into departure_delays (departure_id, from_position, minutes, entered_by, entered_at)
    values (${bought.departureId}, 0, 40, 'staff:office', now())`.execute(scene.books)
  network.restore()
  expect(await readNotices(page)).toEqual([
    expect.stringMatching(/^\+10 min \(.+\): refused\. Somebody else has reported 40 min late /),
  ])
  await page.locator('#notices-read').click()
  await page.locator('#late-now', { hasText: 'Reported: 40 min late' }).waitFor()
  const presses = await page.locator('[data-late]:visible').allTextContents()
  expect(presses).toEqual(['50 min', '60 min', '70 min', 'On time', '30 min'])
  expect([...(await findFlaws(page)), ...(await findBarriers(page))]).toEqual([])
  await context.close()
})

test('leaving that was kept back does not close a stop that the office has opened again since', async () => {
  const bought = await buyTicket(BACK)
  const { departureId } = bought
  await bringNear(bought)
  const { page, context, network } = await getReady(bought)
  network.cut()
  await leaveEarly(page)
  await page.locator('#done', { hasText: 'The office will be told' }).waitFor()
  // A phone knows the office's time to half a round trip, so a moment after the press could seem before it.
  const reopenedAt = scene.company.now().add({ minutes: 1 }).toString()
  await sql`insert into reopened_boardings (departure_id, position, reopened_at)
    values (${departureId}, 0, ${reopenedAt})`.execute(scene.books)
  network.restore()
  const said =
    /^“We are leaving” \(.+\): refused\. After you pressed, the office opened boarding again at /
  expect(await readNotices(page)).toEqual([expect.stringMatching(said)])
  expect([...(await findFlaws(page)), ...(await findBarriers(page))]).toEqual([])
  const countClosed = async () => {
    const { rows } = await sql`
      select from closed_boardings where departure_id = ${departureId}`.execute(scene.books)
    return rows.length
  }
  expect(await countClosed()).toBe(0)
  await page.locator('#notices-read').click()
  await sql`update reopened_boardings set reopened_at = reopened_at - interval '2 minutes'`.execute(
    scene.books,
  )
  await leaveEarly(page)
  await until('the press that follows', async () => (await countClosed()) === 1)
  await context.close()
})

test('a ticket that the office does not know is named to the driver who counted it', async () => {
  const bought = await buyTicket(PAPHOS)
  const { page, context, network } = await getReady(bought)
  network.cut()
  await page.locator('#typed').fill(bought.code)
  await page.keyboard.press('Enter')
  await page.locator('.verdict-go').waitFor()
  const { rows } = await sql<{ number: string }>`
    update tickets set number = '00000000-1' where ticket_id = ${bought.ticketId}
    returning (select number from tickets old where old.ticket_id = tickets.ticket_id) as number`.execute(
    scene.books,
  )
  network.restore()
  expect(await readNotices(page)).toEqual([
    `Not accepted, not counted: ${rows[0]?.number}. Scan again.`,
  ])
  await context.close()
})
