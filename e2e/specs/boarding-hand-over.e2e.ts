import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'

import { type Bought, enterCode, openDoor, type Phone } from '#e2e/support/boarding-door.ts'
import { findBarriers } from '#e2e/support/browser.ts'
import { openFilmedCamera, sheetFrom } from '#e2e/support/camera.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { openScene } from '#e2e/support/scene.ts'
import { until } from '#test/fixtures/until.ts'

/* Two phones at one bus agree without a network: each reads the code of the other. */

const scene = openScene()
const { buyTicket, getReady, openAgain } = openDoor(scene)
const OUT = { from: 'NIC', to: 'LCA', date: '2026-12-03' }
const BACK = { from: 'LCA', to: 'NIC', date: '2026-12-03' }
const PAPHOS = { from: 'LCA', to: 'PFO', date: '2026-12-03' }
/** Of a phone with 360 points in a row, whose glass is 65 mm wide. */
const MILLIMETRES_PER_POINT = 65 / 360

const camera = openFilmedCamera()
afterAll(() => camera.close())

/** Opens the code of a phone, and returns its text. */
async function showCode(page: Page): Promise<string> {
  await page.locator('[data-tab="more"]').click()
  await page.locator('[data-tab="hand-over"]').click()
  await page.locator('#hand-over-dots[d]').waitFor({ state: 'attached' })
  return (await page.locator('#hand-over-text').textContent()) ?? ''
}

/** Holds the screen of one phone in front of the camera of the other. */
async function letRead(shower: Page, reader: Page): Promise<string> {
  await showCode(shower)
  return readNow(shower, reader)
}

/** Of the code that is shown. */
async function readNow(shower: Page, reader: Page): Promise<string> {
  camera.holdUp(await sheetFrom(shower.locator('#hand-over-code'), MILLIMETRES_PER_POINT))
  await reader.locator('[data-tab="more"]').click()
  await reader.locator('[data-tab="hand-over"]').click()
  await reader.evaluate(() => (document.getElementById('verdict-words')!.textContent = ''))
  await reader.locator('#hand-over-read').click()
  await reader.locator('.verdict-words:not(:empty)').waitFor()
  const said = await reader.locator('#verdict-words').textContent()
  await reader.locator('#camera-off').click()
  return said ?? ''
}

const countOf = (page: Page) => page.locator('#bus-count').textContent()
const conflictsOf = (page: Page) => page.locator('#conflicts').textContent()

test('two phones that read each other agree, and both name the party that was let aboard twice', async () => {
  const [ours, theirs, both] = [await buyTicket(OUT), await buyTicket(OUT), await buyTicket(OUT)]
  const one = await getReady(ours, '', camera.browser)
  const other = await getReady(ours, '/el', camera.browser)
  for (const { network } of [one, other]) network.cut()
  expect(await enterCode(one.page, ours.lastFour)).toBe('Board 2.')
  await enterCode(one.page, both.lastFour)
  await enterCode(other.page, both.lastFour)
  await enterCode(other.page, theirs.lastFour)
  expect(await countOf(one.page)).toBe('4/6 aboard')

  for (const time of ['first', 'again']) {
    expect(await letRead(one.page, other.page)).toMatch(
      /^Από το τηλέφωνο \d+: επιβιβάσεις 4\. Διπλή επιβίβαση: Anna Example$/,
    )
    expect(await countOf(other.page), time).toBe('6/6 μέσα')
  }
  expect(await other.page.locator('#verdict').getAttribute('class')).toContain('verdict-stop')
  await other.page.locator('#answers button').click()
  expect(await letRead(other.page, one.page)).toMatch(
    /^From phone \d+: 4 let aboard\. Let aboard twice: Anna Example$/,
  )
  expect(await countOf(one.page)).toBe('6/6 aboard')
  expect(await enterCode(one.page, theirs.lastFour)).toMatch(
    /^All 2 already aboard \(\d\d:\d\d, phone \d+\)\.$/,
  )

  // The counts of the other phone are on the disk.
  const cold = await startAgain(other)
  expect(await countOf(cold)).toBe('6/6 μέσα')
  expect(await conflictsOf(cold)).toBe('Διπλή επιβίβαση: Anna Example')
  for (const { network } of [one, other]) network.restore()
  await until('the conflict at the office', async () => {
    const { rows } = await sql<{ tooMany: number }>`
      select too_many from boarding_conflicts`.execute(scene.books)
    return rows[0]?.tooMany === 2
  })
  for (const page of [one.page, cold]) {
    await page.locator('[data-tab="more"]').click()
    await page.locator('#update').click()
    await until('the list without waiting scans', async () => {
      return !(await page.locator('#state').textContent())?.match(/wait|προς αποστολή/)
    })
    expect(await countOf(page)).toContain('6/6')
    expect(await conflictsOf(page)).toContain('Anna Example')
  }
  for (const { context } of [one, other]) await context.close()
})

async function startAgain(phone: Phone): Promise<Page> {
  await phone.page.close()
  const page = await openAgain(phone, '/el/office/boarding')
  await page.locator('#bus-count:not(:empty)').waitFor()
  return page
}

test('without a camera the code is sent as text, and one that is not ours is refused', async () => {
  const [bought, elsewhere] = [await buyTicket(BACK), await buyTicket(PAPHOS)]
  const [one, other, third, stranger] = [
    await getReady(bought),
    await getReady(bought),
    await getReady(bought),
    await getReady(elsewhere),
  ]
  for (const { network } of [one, other, third, stranger]) network.cut()
  await enterCode(one.page, bought.lastFour)
  const text = await showCode(one.page)
  await one.page.locator('summary').click()
  expect(await one.page.locator('#hand-over-text').isVisible()).toBe(true)
  expect(await one.page.locator('#hand-over-says').textContent()).toMatch(
    /^Phone \d+: 2 let aboard\.$/,
  )

  const last = text.at(-1) === '0' ? '1' : '0'
  for (const [page, entered, refusal] of [
    [other.page, text.slice(0, -1) + last, 'is not from a phone at this bus'],
    [other.page, text.slice(0, -4), 'is not complete'],
    [stranger.page, text, 'is for another bus'],
    [one.page, text, 'is the code of this phone'],
  ] as const) {
    await page.locator('[data-tab="scan"]').click()
    await enterCode(page, entered)
    await page.locator('#verdict-words', { hasText: refusal }).waitFor()
    expect(await page.locator('#verdict').getAttribute('class')).toContain('verdict-stop')
  }
  expect(await countOf(other.page)).toBe('0/2 aboard')
  await enterCode(other.page, text.toLowerCase())
  await other.page.locator('#verdict-words', { hasText: '2 let aboard.' }).waitFor()
  expect(await other.page.locator('#verdict').getAttribute('class')).toContain('verdict-go')
  expect(await countOf(other.page)).toBe('2/2 aboard')

  // A third phone at this bus learns of the first from the second.
  const passed = await showCode(other.page)
  expect(await other.page.locator('#hand-over-passes').textContent()).toBe(
    'It passes on the counts of other phones: 1.',
  )
  expect(await findBarriers(other.page)).toEqual([])
  await third.page.locator('[data-tab="scan"]').click()
  expect(await enterCode(third.page, passed)).toMatch(
    /^From phone \d+: 0 let aboard\. From phone \d+: 2 let aboard\.$/,
  )
  expect(await countOf(third.page)).toBe('2/2 aboard')
  for (const { context } of [one, other, third, stranger]) await context.close()
})

test('counts that one code has no room for are shown in turn, and taken over when all are read', async () => {
  const bought = await buyTicket({ ...OUT, date: '2026-12-02' })
  await addPhones(bought, 40)
  const [one, other] = [
    await getReady(bought, '', camera.browser),
    await getReady(bought, '/el', camera.browser),
  ]
  for (const { network } of [one, other]) network.cut()
  await enterCode(one.page, bought.lastFour)
  const [part, next] = ['#hand-over-part', '#hand-over-next'].map((id) => one.page.locator(id))
  await showCode(one.page)
  expect(await part?.textContent()).toBe('Code 1 of 3')
  if (process.env.PICTURES) await one.page.screenshot({ path: `${process.env.PICTURES}/parts.png` })
  expect(await findBarriers(one.page)).toEqual([])
  for (const [said, then] of [
    [/^Σαρώθηκε ο κωδικός 1 από 3\./, 'Show code 2 of 3'],
    [/^Σαρώθηκε ο κωδικός 2 από 3\./, 'Show code 3 of 3'],
    [/^Από το τηλέφωνο \d+: επιβιβάσεις 2\./, 'Show code 1 of 3'],
  ] as const) {
    expect(await readNow(one.page, other.page)).toMatch(said)
    expect(await countOf(other.page)).toBe(then.includes('1 of') ? '2/2 μέσα' : '0/2 μέσα')
    expect(await next?.textContent()).toBe(then)
    await nextCode(one.page)
  }
  for (const { context } of [one, other]) await context.close()
})

/** As many other phones that each let one aboard, or took one back. */
async function addPhones({ departureId }: Bought, count: number): Promise<void> {
  await sql`
    with phones as (
      insert into boarding_devices (device_id, last_seen_at)
      select gen_random_uuid(), now() from generate_series(1, ${count}::int) returning device_no)
    insert into scans (device_no, seq, booking_id, departure_id, position, boarded, scanned_at, received_at, scanned_by)
    select device_no, 1, booking_id, departure_id, 0, case when device_no % 2 = 0 then 1 else -1 end,
      now(), now(), 'admin:nina'
    from phones, bookings where departure_id = ${departureId}`.execute(scene.books)
}

async function nextCode(page: Page): Promise<void> {
  const dots = page.locator('#hand-over-dots')
  const before = await dots.getAttribute('d')
  await page.locator('#hand-over-next').click()
  await until('the next code', async () => (await dots.getAttribute('d')) !== before)
}

test('a code that is read while the list arrives is kept', async () => {
  const bought = await buyTicket({ ...PAPHOS, date: '2026-12-02' })
  const [one, other] = [await getReady(bought), await getReady(bought)]
  one.network.cut()
  await enterCode(one.page, bought.lastFour)
  const text = await showCode(one.page)
  const { page, network } = other
  await page.evaluate(holdBackDisk)
  await page.locator('[data-tab="more"]').click()
  await page.locator('#update').click()
  await page.locator('body[data-disk="asked"]').waitFor()
  await page.locator('[data-tab="scan"]').click()
  await page.locator('#typed').fill(text)
  await page.keyboard.press('Enter')
  await page.evaluate(() => document.body.dispatchEvent(new Event('disk')))
  await page.locator('#verdict-words', { hasText: '2 let aboard.' }).waitFor()
  expect(await countOf(page)).toBe('2/2 aboard')
  network.cut()
  await page.close()
  const cold = await openAgain(other)
  await cold.locator('#bus-count', { hasText: '2/2 aboard' }).waitFor()
  for (const person of [one, other]) await person.context.close()
})

/** The first that is written from now on waits for the event "disk". */
function holdBackDisk(): void {
  const { subtle } = crypto
  const encrypt = subtle.encrypt.bind(subtle)
  let isFirst = true
  subtle.encrypt = async (...given: Parameters<typeof encrypt>) => {
    if (isFirst) {
      isFirst = false
      document.body.dataset.disk = 'asked'
      await new Promise((resolve) => document.body.addEventListener('disk', resolve))
    }
    return encrypt(...given)
  }
}

test.each(['', '/el'])('the hand-over code is in sight by day and night (%s)', async (prefix) => {
  const bought = await buyTicket(PAPHOS)
  const { page, context } = await getReady(bought, prefix)
  await enterCode(page, bought.lastFour)
  await showCode(page)
  // High enough for everything: what has scrolled behind the tabs would count as on top of them.
  await page.setViewportSize({ width: 360, height: 1000 })
  const flaws: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    flaws.push(...(await findFlaws(page)), ...(await findBarriers(page)))
    if (process.env.PICTURES) {
      const name = `hand-over${prefix.replace('/', '-')}-${colorScheme}.png`
      await page.screenshot({ path: `${process.env.PICTURES}/${name}` })
    }
  }
  for (const target of await page.locator('.phone .button:visible').all()) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(64)
  }
  expect(flaws).toEqual([])
  await context.close()
})
