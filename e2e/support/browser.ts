import axe, { type RunOptions } from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { inject } from 'vitest'

export type TestBrowser = Pick<Browser, 'newContext' | 'close'>

/** Starts when it is needed, and again after it has died: that costs the test that killed it, and no other. */
export function openBrowser(): TestBrowser {
  let launched: Promise<Browser> | undefined
  const ready = async () => {
    const before = launched
    const browser = await before?.catch(() => undefined)
    if (browser?.isConnected()) return browser
    if (!launched || launched === before) launched = chromium.launch(inject('browser'))
    return launched
  }
  return {
    newContext: async (options) => (await ready()).newContext(options),
    close: async () => (await launched?.catch(() => undefined))?.close(),
  }
}

/** A headless browser says so, and is then served what a crawler is. */
const PERSONS_BROWSER =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36'

type Person = {
  locale?: string
  javaScriptEnabled?: boolean
  width?: number
  /** Each comes from an address of their own, as far as the site can tell. */
  address?: string
}

/** Somebody with a phone, and with a browser that tells us what it had to complain of. */
export async function openPerson(
  browser: TestBrowser,
  { locale = 'en-GB', javaScriptEnabled = true, width = 360, address = '192.0.2.1' }: Person = {},
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    userAgent: PERSONS_BROWSER,
    locale,
    javaScriptEnabled,
    viewport: { width, height: 780 },
    extraHTTPHeaders: { 'X-Forwarded-For': address },
    reducedMotion: 'reduce', // colours are judged when nothing is fading any more
    timezoneId: 'Pacific/Auckland', // whatever the traveller's own clock says
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { context, page, complaints }
}

/** What a checker of accessibility finds on this screen (WCAG 2.2 AA and good practice). */
export function findBarriers(page: Page): Promise<string[]> {
  return check(page, {})
}

/** Where colours are known already: they take half of the checker's time. */
export function findBarriersButPaleWords(page: Page): Promise<string[]> {
  return check(page, { rules: { 'color-contrast': { enabled: false } } })
}

/** Which words do not stand out from their ground: all that changes when it is dark. */
export function findPaleWords(page: Page): Promise<string[]> {
  return check(page, { runOnly: ['color-contrast'] })
}

async function check(page: Page, options: RunOptions): Promise<string[]> {
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await page.evaluate(waitForMotion)
  // A mail is shown in a frame in which no script runs, so the checker would wait there for ever.
  await page.evaluate(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()))
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  // Elements that pass are not described: they are most of the page, and most of the work.
  const thrifty: RunOptions = { ...options, resultTypes: ['violations'], preload: false }
  const violations = await page.evaluate(async (given) => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    return (await checker.run(document, given)).violations
  }, thrifty)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

/** A part that was dimmed while busy comes back over some frames, and is pale until then. */
async function waitForMotion(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(passing.map(({ finished }) => finished))
}
