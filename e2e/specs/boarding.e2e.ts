import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import {
  enterCode,
  fillDisk,
  isInSight,
  openDoor,
  untilStarted,
} from '#e2e/support/boarding-door.ts'
import { findBarriers, openPerson } from '#e2e/support/browser.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { OF_NO_NETWORK } from '#e2e/support/mobile-network.ts'
import { openScene } from '#e2e/support/scene.ts'
import { until } from '#test/fixtures/until.ts'

/* The phone at the door of a bus, with and without a network. */

const scene = openScene()
const TOMORROW = '2026-12-03'

/** Each test has a bus of its own, so that no other test is on its count. */
const OUT = { from: 'NIC', to: 'LCA', date: TOMORROW }
const BACK = { from: 'LCA', to: 'NIC', date: TOMORROW }
const OUT_TODAY = { ...OUT, date: '2026-12-02' }
const PAPHOS = { from: 'PFO', to: 'NIC', date: TOMORROW }
const BACK_TODAY = { ...BACK, date: '2026-12-02' }
const NIGHT = { from: 'NIC', to: 'PFO', date: TOMORROW }

const { buyTicket, bringNear, getReady, openAgain } = openDoor(scene)

/** All that is on the disk of the phone, as text where it is text. */
function readDisk(page: Page) {
  return page.evaluate(async () => {
    const opening = indexedDB.open('boarding')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const database = opening.result
    const all: Record<string, unknown[]> = {}
    for (const name of database.objectStoreNames) {
      const asking = database.transaction(name).objectStore(name).getAll()
      await new Promise((resolve) => asking.addEventListener('success', resolve))
      all[name] = asking.result
    }
    const decoder = new TextDecoder('latin1')
    const text = (all.records ?? [])
      .map((one) => decoder.decode((one as { data: ArrayBuffer }).data))
      .join('')
    const keys = (all.keys ?? []).filter((one) => one instanceof CryptoKey)
    return {
      scans: all.scans?.length ?? 0,
      records: all.records?.length ?? 0,
      keys: keys.length,
      mayLeave: keys.some(({ extractable }) => extractable),
      text,
    }
  })
}

function countScans() {
  return sql<{ boarded: number; deviceNo: number }>`
    select boarded, device_no from scans order by received_at, device_no, seq`
    .execute(scene.books)
    .then(({ rows }) => rows)
}

test('from a cold start without a network tickets are judged, counted on the disk, and sent later', async () => {
  const bought = await buyTicket(OUT)
  const { lastFour, code } = bought
  const phone = await getReady(bought)
  const { page, context, network, complaints } = phone
  await page.close()

  network.cut()
  const cold = await openAgain(phone)
  expect(await cold.locator('#bus-count').textContent()).toBe('0/2 aboard')
  expect(await enterCode(cold, code.toUpperCase())).toBe('Board 2.')
  // A scan is on the disk by the time the screen confirms it, and no name can be read there.
  const disk = await readDisk(cold)
  expect(disk).toMatchObject({ scans: 1, keys: 1, mayLeave: false })
  expect(disk.text).not.toContain('Example')
  expect(await cold.locator('#verdict').getAttribute('class')).toContain('verdict-go')
  expect(await cold.locator('#bus-count').textContent()).toBe('2/2 aboard')

  // One of the two has not come, and is taken back; the phone is switched off and on.
  await cold.locator('#answers button', { hasText: 'Fewer' }).click()
  await cold.locator('#answers button', { hasText: /^1$/ }).click()
  await until('one aboard', async () => {
    return (await cold.locator('#bus-count').textContent()) === '1/2 aboard'
  })
  await cold.close()
  const again = await openAgain(phone)
  expect(await again.locator('#bus-count').textContent()).toBe('1/2 aboard')
  expect(await enterCode(again, lastFour)).toBe('1 is aboard. Board 1 more.')
  await again.locator('#answers button', { hasText: 'Board 1' }).click()
  await again.locator('#answers button', { hasText: 'Undo boarding of 1' }).waitFor()
  expect(await enterCode(again, lastFour)).toContain('All 2 already aboard')
  expect(await enterCode(again, 'https://example.com')).toBe('Not one of our tickets.')
  await until('the phone has tried', () => network.triedInVain() > 0)
  expect(await countScans()).toEqual([])

  network.restore()
  // The browser does not know that it had no network, and so does not say that it has one again.
  const areSent = async () => {
    const rows = await countScans()
    return rows.length === 4 ? rows : undefined
  }
  const sent = await until('the scans at the office', areSent)
  expect(sent.map(({ boarded }) => boarded)).toEqual([2, -2, 1, 1])
  await until('nothing waits', async () => (await readDisk(again)).scans === 0)

  // Two hours after the last bus of the duty nothing is left on the phone, with or without a network.
  expect((await readDisk(again)).records).toBeGreaterThan(0)
  await again.close()
  network.cut()
  const late = await context.newPage()
  await late.clock.setFixedTime(Date.now() + 48 * 3_600_000)
  await late.goto(`${network.url}/office/boarding`)
  await untilStarted(late)
  expect(await readDisk(late)).toMatchObject({ records: 0, keys: 0, scans: 0 })
  expect(complaints.filter((one) => !OF_NO_NETWORK.test(one))).toEqual([])
  await context.close()
})

test('what waits when the duty ends is sent from a cold start, and nothing stays on the phone', async () => {
  const bought = await buyTicket(NIGHT)
  await bringNear(bought)
  const phone = await getReady(bought)
  const { page, context, network, complaints } = phone
  network.cut()
  expect(await enterCode(page, bought.code)).toBe('Board 2.')
  await page.locator('[data-tab="more"]').first().click()
  await page.locator('#leave').click()
  await page.locator('#sure button[value="yes"]').click()
  await page.locator('#sure-question', { hasText: 'before the scheduled time' }).waitFor()
  await page.locator('#sure button[value="yes"]').click()
  await page.locator('#done', { hasText: /./ }).waitFor()
  await page.close()

  // The duty has ended without a network: the list and the names are gone, the scan waits.
  const late = await context.newPage()
  await late.clock.install({ time: Date.now() + 48 * 3_600_000 })
  await late.goto(`${network.url}/office/boarding`)
  await late.locator('#state', { hasText: '1 scan still to be sent.' }).waitFor()
  expect(await readDisk(late)).toMatchObject({ records: 1, scans: 1 })
  const countHere = async () => {
    const { rows } = await sql<{ boarded: number }>`
      select boarded from scans where departure_id = ${bought.departureId}`.execute(scene.books)
    return rows.map(({ boarded }) => boarded)
  }
  expect(await countHere()).toEqual([])

  network.restore()
  await until('the scan at the office', async () => (await countHere()).length > 0)
  expect(await countHere()).toEqual([2])
  await until('the stop is closed', async () => {
    const { rows } = await sql`
      select from closed_boardings where departure_id = ${bought.departureId}`.execute(scene.books)
    return rows.length === 1
  })
  await until('nothing is left', async () => {
    const { records, scans, keys } = await readDisk(late)
    return records + scans + keys === 0
  })
  expect(await late.locator('#state').textContent()).not.toContain('waits')
  expect(complaints.filter((one) => !OF_NO_NETWORK.test(one))).toEqual([])
  await context.close()
})

test('without a network a ticket is known that was bought after the list, and counted at the office', async () => {
  const bought = await buyTicket(PAPHOS)
  const { page, context, network } = await getReady(bought)
  network.cut()
  const newer = await buyTicket(PAPHOS)
  expect(await enterCode(page, newer.signedCode)).toMatch(
    /^Board 2\. Genuine, bought after your list \(\d\d:\d\d\)\.$/,
  )
  expect(await page.locator('#verdict-party').textContent()).toBe('')
  expect(await page.locator('#bus-count').textContent()).toBe('2/4 aboard')
  for (const [text, verdict] of [
    [newer.code, 'Not on your list'],
    [newer.signedCode, 'All 2 already aboard'],
  ] as const) {
    await enterCode(page, text)
    await page.locator('#verdict-words', { hasText: verdict }).waitFor()
  }
  network.restore()
  await page.locator('[data-tab="more"]').first().click()
  await page.locator('#update').click()
  await page.locator('#bus-count', { hasText: '2/4 aboard' }).waitFor()
  await until('both people at the office', async () => {
    const { rows } = await sql<{ boarded: number }>`
      select boarded from scans join tickets using (booking_id) where code = ${newer.code}`.execute(
      scene.books,
    )
    return rows[0]?.boarded === 2
  })
  await context.close()
})

test('a scan that the disk refuses is not counted, and the screen says so', async () => {
  const bought = await buyTicket(BACK)
  const { page, context } = await getReady(bought)
  await fillDisk(page, 'scans')
  expect(await enterCode(page, bought.lastFour)).toBe('Not saved on this phone. Scan again.')
  expect(await page.locator('#verdict').getAttribute('class')).toContain('verdict-stop')
  expect(await page.locator('#bus-count').textContent()).toBe('0/2 aboard')
  await context.close()
})

test('two phones without a network let the same party aboard, and both name the conflict', async () => {
  const bought = await buyTicket(OUT_TODAY)
  const { lastFour, departureId } = bought
  const one = await getReady(bought)
  const other = await getReady(bought, '/el')
  for (const { network } of [one, other]) network.cut()
  expect(await enterCode(one.page, lastFour)).toBe('Board 2.')
  expect(await enterCode(other.page, lastFour)).toBe('Επιβίβαση: 2\u00A0άτομα.')
  for (const { network } of [one, other]) network.restore()
  await until('both scans at the office', async () => {
    const { rows } = await sql<{ tooMany: number }>`
      select too_many from boarding_conflicts`.execute(scene.books)
    return rows[0]?.tooMany === 2
  })
  for (const { page } of [one, other]) {
    await page.locator('[data-tab="more"]').first().click()
    await page.locator('#update').click()
    await page.locator('#conflicts', { hasText: 'Anna Example' }).waitFor()
    expect(await page.locator('#bus-count').textContent()).toContain('2/2')
  }
  await one.page.goto(`${one.network.url}/office/departures/${departureId}/manifest`)
  expect(await one.page.locator('main').textContent()).toContain('let aboard twice')
  for (const { context } of [one, other]) await context.close()
})

test.each(['', '/el'])(
  'on a small phone a verdict is in sight with its press (%s)',
  async (prefix) => {
    const bought = await buyTicket(BACK_TODAY)
    const { page, context } = await getReady(bought, prefix)
    await page.setViewportSize({ width: 360, height: 520 })
    await enterCode(page, bought.lastFour)
    await until('the verdict', () => isInSight(page, '#verdict'))
    await enterCode(page, bought.lastFour)
    await page.locator('.verdict-stop').waitFor()
    await until('the press', () => isInSight(page, '#answers button'))
    expect(await isInSight(page, '#verdict-words')).toBe(true)
    await page.setViewportSize({ width: 360, height: 700 })
    await enterCode(page, bought.lastFour)
    await until('every press', () => isInSight(page, '#answers button:last-child'))
    expect(await isInSight(page, '#verdict-words')).toBe(true)
    await context.close()
  },
)

test.each([
  ['', 'en-GB'],
  ['/el', 'el-CY'],
])('the screens of the phone are sound by day and night (%s)', async (prefix) => {
  const bought = await buyTicket(BACK_TODAY)
  const { lastFour } = bought
  const { page, context } = await getReady(bought, prefix)
  const flaws: string[] = []
  const look = async (screen: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const found = [...(await findFlaws(page)), ...(await findBarriers(page))]
      flaws.push(...found.map((flaw) => `${screen}, ${colorScheme}: ${flaw}`))
      if (process.env.PICTURES) {
        const name = `${screen}${prefix.replace('/', '-')}-${colorScheme}.png`
        await page.screenshot({ path: `${process.env.PICTURES}/${name}` })
      }
    }
  }
  await enterCode(page, lastFour)
  await look('go')
  await enterCode(page, lastFour)
  await look('stop')
  for (const tab of ['names', 'more']) {
    await page.locator(`[data-tab="${tab}"]`).first().click()
    await look(tab)
  }
  await page.locator('[data-tab="ready"]').click()
  await look('ready')
  const targets = await page.locator('.phone .button:visible, #tabs button:visible').all()
  for (const target of targets) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(64)
  }
  expect(flaws).toEqual([])
  await context.close()
})

test('without script the departures of a stop lead to the lists on which people are ticked', async () => {
  const { page, context } = await openPerson(scene.browser, { javaScriptEnabled: false })
  await page.goto(`${scene.site.url}/office/login`)
  await page.locator('button[value="driver"]').click()
  await page.goto(`${scene.site.url}/office/boarding`)
  await page.locator('select[name="stop"]').selectOption('NIC')
  await page.locator('#choose-button').click()
  await page.locator('.boarding-buses a').first().click()
  expect(page.url()).toContain('/manifest')
  await context.close()
})
