import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'

import { openDoor, type Bought } from '#e2e/support/boarding-door.ts'
import { findBarriers, openOwnBrowser, openPerson } from '#e2e/support/browser.ts'
import { openFilmedCamera, sheetFrom } from '#e2e/support/camera.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { OF_NO_NETWORK } from '#e2e/support/mobile-network.ts'
import { openScene } from '#e2e/support/scene.ts'
import { printOut } from '#test/fixtures/camera/sheets.ts'
import { until } from '#test/fixtures/until.ts'

/* The phone at the door of a bus reads tickets with its camera: our own PDFs and screens. */

const scene = openScene()
const { buyTicket, getReady, openAgain } = openDoor(scene)
const OUT = { from: 'NIC', to: 'LCA', date: '2026-12-03' }
const OUT_TODAY = { ...OUT, date: '2026-12-02' }
const BACK = { from: 'LCA', to: 'NIC', date: '2026-12-03' }
const PAPHOS = { from: 'LCA', to: 'PFO', date: '2026-12-03' }
/** Of a phone with 360 points in a row, whose glass is 65 mm wide. */
const MILLIMETRES_PER_POINT = 65 / 360

const camera = openFilmedCamera()
const withoutCamera = openOwnBrowser(['--use-fake-ui-for-media-stream'])
const forbidding = openOwnBrowser([
  '--use-fake-ui-for-media-stream=deny',
  '--use-fake-device-for-media-stream',
])
afterAll(async () => {
  await Promise.all([camera, withoutCamera, forbidding].map((one) => one.close()))
})

async function holdUpPaper({ ticketId }: Bought): Promise<void> {
  const answer = await fetch(`${scene.site.url}/tickets/${ticketId}/ticket.pdf`)
  const [sheet] = await printOut([new Uint8Array(await answer.arrayBuffer())])
  camera.holdUp(sheet!)
}

async function holdUpScreen({ ticketId }: Bought): Promise<void> {
  const { page, context } = await openPerson(scene.browser)
  await page.goto(`${scene.site.url}/tickets/${ticketId}`)
  camera.holdUp(await sheetFrom(page.locator('.pass-code'), MILLIMETRES_PER_POINT))
  await context.close()
}

const verdictOf = async (page: Page) => page.locator('#verdict-words').textContent()

/** The verdict on the first code that the camera sees. */
async function readWithCamera(page: Page): Promise<string> {
  await page.evaluate(() => (document.getElementById('verdict-words')!.textContent = ''))
  await page.locator('#camera').click()
  await page.locator('.verdict-words:not(:empty)').waitFor()
  return (await verdictOf(page)) ?? ''
}

const isOn = () => {
  const { srcObject } = document.querySelector<HTMLVideoElement>('#video')!
  return (srcObject as MediaStream | null)?.active ?? false
}

async function switchOff(page: Page): Promise<void> {
  await page.locator('#camera-off').click()
  await page.locator('#camera-view').waitFor({ state: 'hidden' })
  expect(await page.evaluate(isOn)).toBe(false)
}

test('the camera reads paper and screens, each code once', async () => {
  const [paper, screen] = [await buyTicket(OUT), await buyTicket(OUT)]
  const { page, context, complaints } = await getReady(paper, '', camera.browser)
  await holdUpPaper(paper)
  expect(await readWithCamera(page)).toBe('Board 2.')
  expect(await page.locator('#bus-count').textContent()).toBe('2/4 aboard')
  expect(await page.locator('#torch').isVisible()).toBe(false)
  // The ticket stays in the picture, and is judged once.
  await until('more frames', () =>
    page.evaluate(() => document.querySelector<HTMLVideoElement>('#video')!.currentTime > 3),
  )
  expect(await verdictOf(page)).toBe('Board 2.')
  await switchOff(page)
  await holdUpScreen(screen)
  expect(await readWithCamera(page)).toBe('Board 2.')
  expect(await page.locator('#bus-count').textContent()).toBe('4/4 aboard')
  await page.locator('#state', { hasText: /^Ready\. List of \d\d:\d\d\.$/ }).waitFor()
  expect(await countScans(paper)).toBe(2)
  expect(complaints).toEqual([])
  await context.close()
})

test('the camera of a phone that never used it reads from a cold start without a network', async () => {
  const bought = await buyTicket(OUT_TODAY)
  const phone = await getReady(bought, '', camera.browser)
  const { page, context, network, complaints } = phone
  await page.close()
  network.cut()
  const newer = await buyTicket(OUT_TODAY)
  await holdUpPaper(newer)
  const cold = await openAgain(phone)
  expect(await readWithCamera(cold)).toMatch(
    /^Board 2\. Genuine, bought after your list \(\d\d:\d\d\)\.$/,
  )
  expect(await cold.locator('#bus-count').textContent()).toBe('2/4 aboard')
  expect(await cold.locator('#state').textContent()).toContain('1 scan still to be sent.')
  await cold.close()
  const colder = await openAgain(phone)
  await colder.locator('#bus-count', { hasText: '2/4 aboard' }).waitFor()
  await until('the phone has tried', () => network.triedInVain() > 0)
  expect(await countScans(bought)).toBe(0)
  network.restore()
  await until('the scan at the office', async () => (await countScans(bought)) === 1)
  await colder.locator('#bus-count', { hasText: '2/4 aboard' }).waitFor()
  expect(complaints.filter((one) => !OF_NO_NETWORK.test(one))).toEqual([])
  await context.close()
})

async function countScans({ departureId }: Bought): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from scans where departure_id = ${departureId}`.execute(
    scene.books,
  )
  return rows[0]?.count ?? 0
}

test('the camera is on only while its picture is shown, and comes back', async () => {
  const bought = await buyTicket(BACK)
  await holdUpPaper(bought)
  const { page, context } = await getReady(bought, '', camera.browser)
  await readWithCamera(page)
  await page.locator('[data-tab="names"]').first().click()
  expect(await page.evaluate(isOn)).toBe(false)
  await page.locator('[data-tab="scan"]').click()
  await page.locator('#camera-view').waitFor()
  expect(await page.evaluate(isOn)).toBe(true)
  await hide(page, true)
  expect(await page.evaluate(isOn)).toBe(false)
  await hide(page, false)
  await page.locator('#camera-view').waitFor()
  expect(await page.evaluate(isOn)).toBe(true)
  // The same ticket is still there, and was judged before.
  expect(await verdictOf(page)).toBe('Board 2.')
  await page.evaluate(() => {
    const { srcObject } = document.querySelector<HTMLVideoElement>('#video')!
    ;(srcObject as MediaStream).getTracks()[0]!.dispatchEvent(new Event('ended'))
  })
  await page.locator('#camera-says', { hasText: 'The camera has stopped.' }).waitFor()
  expect(await page.evaluate(isOn)).toBe(false)
  await context.close()
})

/** As when the driver looks at another app. */
function hide(page: Page, hidden: boolean): Promise<unknown> {
  return page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, hidden)
}

test('a light is offered where the camera has one, and switched', async () => {
  const bought = await buyTicket(BACK)
  await holdUpPaper(bought)
  const { page, context } = await getReady(bought, '', camera.browser)
  await page.evaluate(() => {
    const track = MediaStreamTrack.prototype
    track.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities
    track.applyConstraints = async (wish) => {
      document.body.dataset.asked = JSON.stringify(wish)
    }
  })
  await readWithCamera(page)
  const torch = page.locator('#torch')
  for (const isLit of [true, false]) {
    await torch.click()
    await page.locator(`#torch[aria-pressed="${isLit}"]`).waitFor()
    const asked = await page.locator('body').getAttribute('data-asked')
    expect(asked).toBe(JSON.stringify({ advanced: [{ torch: isLit }] }))
  }
  await context.close()
})

test.each([
  [
    '',
    'This page may not use the camera.',
    'No camera was found.',
    'Another app is using the camera.',
  ],
  [
    '/el',
    'Δεν επιτρέπεται η χρήση της κάμερας.',
    'Δεν βρέθηκε κάμερα.',
    'Άλλη εφαρμογή χρησιμοποιεί την κάμερα.',
  ],
])('without a camera the page says why, and goes on with typing (%s)', async (prefix, ...said) => {
  const bought = await buyTicket(PAPHOS)
  const [refused, missing, inUse] = said
  for (const [browser, sentence] of [
    [forbidding, refused],
    [withoutCamera, missing],
    [camera.browser, inUse],
  ] as const) {
    const { page, context } = await getReady(bought, prefix, browser)
    if (sentence === inUse) {
      await page.evaluate(() => {
        navigator.mediaDevices.getUserMedia = () =>
          Promise.reject(new DOMException('taken', 'NotReadableError'))
      })
    }
    await page.locator('#camera').click()
    await page.locator('#camera-says', { hasText: sentence }).waitFor()
    expect(await page.locator('#camera-view').isVisible()).toBe(false)
    await page.locator('#typed').fill('ZZZZ')
    await page.keyboard.press('Enter')
    await page.locator('#verdict-words', { hasText: 'ZZZZ' }).waitFor()
    await context.close()
  }
})

test('a camera that cannot read says so, and goes on with typing', async () => {
  const bought = await buyTicket(PAPHOS)
  await holdUpPaper(bought)
  const { page, context } = await getReady(bought, '', camera.browser)
  await page.evaluate(() => (document.getElementById('camera-view')!.dataset.decoder = '/gone.js'))
  await page.locator('#camera').click()
  await page.locator('#camera-says', { hasText: 'The camera cannot read codes yet.' }).waitFor()
  expect(await page.evaluate(isOn)).toBe(false)
  await context.close()
})

test('a browser that reads codes itself needs no decoder', async () => {
  const bought = await buyTicket(PAPHOS)
  await holdUpPaper(bought)
  const { page, context } = await getReady(bought, '', camera.browser)
  await page.evaluate((rawValue) => {
    document.getElementById('camera-view')!.dataset.decoder = '/gone.js'
    class Detector {
      static getSupportedFormats(): Promise<string[]> {
        return Promise.resolve(['qr_code'])
      }
      readonly found = [{ rawValue }]
      detect(): Promise<{ rawValue: string }[]> {
        return Promise.resolve(this.found)
      }
    }
    Object.assign(globalThis, { BarcodeDetector: Detector })
  }, bought.signedCode)
  expect(await readWithCamera(page)).toBe('Board 2.')
  await context.close()
})

test.each(['', '/el'])('the camera is in sight by day and night (%s)', async (prefix) => {
  const bought = await buyTicket(BACK)
  await holdUpPaper(bought)
  const { page, context } = await getReady(bought, prefix, camera.browser)
  await readWithCamera(page)
  // High enough for everything: what has scrolled behind the tabs would count as on top of them.
  await page.setViewportSize({ width: 360, height: 1000 })
  const flaws: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    flaws.push(...(await findFlaws(page)), ...(await findBarriers(page)))
    await page.evaluate(() => (document.getElementById('torch')!.hidden = false))
    if (process.env.PICTURES) {
      const name = `camera${prefix.replace('/', '-')}-${colorScheme}.png`
      await page.screenshot({ path: `${process.env.PICTURES}/${name}` })
    }
  }
  for (const target of await page.locator('.phone .button:visible').all()) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(64)
  }
  expect(flaws).toEqual([])
  await context.close()
})

test('the camera is for this page alone', async () => {
  const bought = await buyTicket(BACK)
  const { page, context } = await getReady(bought, '/el', camera.browser)
  const policyOf = (path: string) =>
    page.evaluate(async (address) => (await fetch(address)).headers.get('permissions-policy'), path)
  expect(await policyOf('/el/office/boarding')).toContain('camera=(self), ')
  for (const path of ['/', '/office/login', '/office/me', '/boarding-worker.js']) {
    expect(await policyOf(path)).toContain('camera=(), ')
  }
  await context.close()
})
