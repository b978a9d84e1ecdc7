import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { test } from 'vitest'

import { openDoor, type Bought } from '#e2e/support/boarding-door.ts'
import { openScene } from '#e2e/support/scene.ts'
import { toneOf, type Verdict } from '#modules/boarding/package/verdict.ts'
import { clockOf, nameDay, sayVerdict } from '#modules/boarding/words/words.ts'
import { localePath, LOCALES, type Locale } from '#platform/locale.ts'

/*
 * Takes pictures of the screens of a driver's phone, in every language, by day and night, on a narrow phone
 * and a wide screen, and the one in the README: `npm run pictures -- phone`.
 */

const FOLDER = resolve('data/pictures')
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
const OUT = { from: 'NIC', to: 'LCA', date: '2026-12-03' }
const AT = Date.UTC(2026, 11, 3, 10, 30)
const LATER = Date.UTC(2026, 11, 3, 12)
const party = { ticket: null, boards: [] }
const STOPS: Record<Locale, Record<string, string>> = {
  en: { LCA: 'Larnaca Airport', PFO: 'Paphos Airport' },
  el: { LCA: 'Αεροδρόμιο Λάρνακας', PFO: 'Αεροδρόμιο Πάφου' },
}

/** A sentence of each kind, as long as it gets; all but those of the tickets that the pictures show anyhow. */
const VERDICTS: Verdict[] = [
  { is: 'newer', people: 4, madeAt: AT, ...party },
  { is: 'rest', aboard: 1, missing: 3, ticket: null, boards: [1, 2, 3] },
  {
    is: 'later-bus',
    at: LATER,
    day: '2026-12-04',
    here: AT,
    free: 3,
    isValid: true,
    ticket: null,
    boards: [1],
  },
  { is: 'earlier-bus', at: AT, day: '2026-12-04', here: LATER, free: 1, isValid: false, ...party },
  { is: 'other-way', goesTo: 'LCA', wants: 'PFO', ...party },
  { is: 'other-day', day: '2026-12-04', at: AT, ...party },
  { is: 'other-stop', stopId: 'LCA', ...party },
  { is: 'beyond', stopId: 'LCA', ...party },
  { is: 'replaced', day: '2026-12-01', successor: '7KQ2M9XA-1-2', ...party },
  { is: 'given-up', day: '2026-12-01', ...party },
  { is: 'older', ...party },
  { is: 'unlisted', madeAt: AT, ...party },
  { is: 'not-ours', ...party },
  { is: 'sample', ...party },
  { is: 'unreadable', ...party },
  { is: 'no-such-ending', typed: 'M9XA', ...party },
  { is: 'several', tickets: ['7KQ2M9XA-1', '3PLCM9XA-1'], ...party },
]

const scene = openScene()
const { buyTicket, bringNear, getReady } = openDoor(scene)

// oxlint-disable-next-line vitest/expect-expect -- a person looks at the result
test('pictures of the phone at the door', async () => {
  mkdirSync(FOLDER, { recursive: true })
  for (const locale of LOCALES) {
    const bought = await buyTicket(OUT)
    await bringNear(bought)
    const { page, context } = await getReady(bought, localePath(locale, '/').replace(/\/$/, ''))
    const take = async (screen: string) => {
      for (const size of SIZES) {
        await page.setViewportSize(size)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const file = `phone-${screen}-${locale}-${size.width}-${colorScheme}.png`
          await page.screenshot({ path: join(FOLDER, file) })
        }
      }
      await page.setViewportSize(SIZES[0]!)
    }
    await page.setViewportSize(SIZES[0]!)
    await takeScanning(page, { take, bought, locale })
    await takeSale(page, take)
    await takeReports(page, take)
    await context.close()
  }
  process.stdout.write(`The pictures lie in ${FOLDER}\n`)
})

type Take = (screen: string) => Promise<void>
type Scanning = { take: Take; bought: Bought; locale: Locale }

async function takeScanning(page: Page, { take, bought, locale }: Scanning): Promise<void> {
  await take('scan')
  await open(page, 'names')
  await take('names')
  await open(page, 'scan')
  for (const screen of ['aboard', 'all-aboard']) {
    await page.locator('#typed').fill(bought.lastFour)
    await page.keyboard.press('Enter')
    await page.locator(screen === 'aboard' ? '.verdict-go' : '.verdict-stop').waitFor()
    await take(screen)
    if (screen === 'aboard' && locale === 'en') {
      await page.screenshot({ path: resolve('docs/door.png') })
    }
  }
  for (const verdict of VERDICTS) {
    await showVerdict(page, verdict, locale)
    await take(verdict.is)
  }
}

/** The words, colour and shape of a verdict in the place where the phone puts them. */
async function showVerdict(page: Page, verdict: Verdict, locale: Locale): Promise<void> {
  const words = sayVerdict(verdict, locale, {
    stop: (stopId) => STOPS[locale][stopId] ?? stopId,
    day: (date) => nameDay(date, locale),
    clock: clockOf,
  })
  await page.evaluate(
    ([sentence, tone]) => {
      document.querySelector('#verdict')!.className = `verdict verdict-${tone}`
      document.querySelector('#verdict-words')!.textContent = sentence
      document.querySelector('#verdict-party')!.textContent = ''
      document.querySelector('#answers')!.replaceChildren()
    },
    [words, toneOf(verdict)] as const,
  )
}

async function takeSale(page: Page, take: Take): Promise<void> {
  await open(page, 'sell')
  await page.locator('#sell-why.state-go').waitFor()
  await take('sale')
  await page.locator('#sell-button').click()
  await take('sale-question')
  await page.locator('#sure button[value="yes"]').click()
  await page.locator('#sold-code svg').waitFor()
  await take('sold')
  await page.locator('[data-undo]:visible').click()
  await take('undo-question')
  await page.locator('#sure button[value="yes"]').click()
  await page.locator('#sell-why.state-ask').waitFor()
  await take('undone')
}

async function takeReports(page: Page, take: Take): Promise<void> {
  await open(page, 'hand-over')
  await page.locator('#hand-over-dots[d]').waitFor({ state: 'attached' })
  await take('hand-over')
  await open(page, 'more')
  await page.locator('[data-late="20"]').click()
  await page.locator('#done:not(:empty)').waitFor()
  await take('late')
  await page.locator('#leave').click()
  await take('leave-question')
  await page.locator('#sure button[value="yes"]').click()
  await page.locator('#sure-question', { hasText: /scheduled time|δρομολογίου/ }).waitFor()
  await take('leave-early')
  await page.locator('#sure button[value="yes"]').click()
  await page.locator('#done', { hasText: /closed|έκλεισε/ }).waitFor()
  await take('left')
  await page.locator('#leave').click()
  await page.locator('#sure button[value="yes"]').click()
  await page.locator('#sure-question', { hasText: /scheduled time|δρομολογίου/ }).waitFor()
  await page.locator('#sure button[value="yes"]').click()
  await page.locator('#notices').waitFor()
  await take('refused')
  await page.locator('#notices-read').click()
  await open(page, 'ready')
  await take('ready')
}

/** The hand-over and the start are reached from More. */
async function open(page: Page, screen: string): Promise<void> {
  const press = page.locator(`[data-tab="${screen}"]`).first()
  if (!(await press.isVisible())) await page.locator('#tabs [data-tab="more"]').click()
  await press.click()
  await page.locator(`[data-screen="${screen}"]`).waitFor()
}
