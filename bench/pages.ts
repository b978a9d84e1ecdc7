import { chromium, type Browser } from 'playwright-core'

import { countScript, fetchAsSent, mostBytesOf, mostScriptOf } from '#e2e/support/as-sent.ts'
import { findBrowser } from '#e2e/support/find-browser.ts'
import { openHouse } from '#e2e/support/own-house.ts'
import { watchRequests } from '#e2e/support/quiet.ts'
import { LOCALES, localePath } from '#platform/locale.ts'

import { benchLighthouse } from './lighthouse.ts'
import { checkHtml } from './nu-checker.ts'
import { benchSpeed } from './speed.ts'
import { benchStart } from './start.ts'
import { print, say } from './table.ts'

/*
 * The budgets of the pages, P1 to P4, and of the start, P8. Bytes are the same everywhere and are
 * tests too (e2e/specs/sent.e2e.ts); times can be compared within one run, but mean little alone.
 */

/** By their plain paths; each is measured in every language. */
const PAGES = [
  '/',
  '/timetables',
  '/schedules/1',
  '/schedules/8',
  '/services',
  '/services/coach-hire',
  '/faq',
  '/contact',
  '/about',
  '/terms-and-conditions',
  '/privacy',
  '/accessibility',
  '/passenger-rights',
  '/book-now',
  '/book-now?from=NIC&to=LCA',
  '/cart',
]
const DEBUGGING_PORT = 9377

/** PAGES=/,/faq selects some of them. */
export async function benchPages(): Promise<void> {
  const wanted = process.env.PAGES?.split(',') ?? PAGES
  const paths = wanted.flatMap((path) => LOCALES.map((locale) => localePath(locale, path)))
  const house = await openHouse()
  const browser = await launchBrowser()
  try {
    // This program would read its log, but is busy with requests; a full pipe would block the site.
    const site = await house.startSite({ LOG_LEVEL: 'warn' })
    await tellBytes(site.url, paths, browser)
    await checkHtml(site.url, paths)
    await benchSpeed(site)
    if (browser) await benchLighthouse(site.url, paths, DEBUGGING_PORT)
  } finally {
    await browser?.close()
    await house.close()
  }
  await benchStart()
}

async function launchBrowser(): Promise<Browser | undefined> {
  try {
    const found = await findBrowser()
    const args = [...found.args, `--remote-debugging-port=${DEBUGGING_PORT}`]
    return await chromium.launch({ ...found, args })
  } catch (error) {
    say(`No browser starts here, so neither script nor Lighthouse is measured: ${String(error)}`)
    return undefined
  }
}

async function tellBytes(origin: string, paths: string[], browser: Browser | undefined) {
  say('P1, P2: bytes as sent, headers included, and script, compressed')
  print('page', 'bytes', 'of', 'script', 'of')
  const context = await browser?.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/150.0' })
  if (context) watchRequests(context)
  const page = await context?.newPage()
  for (const path of paths) {
    const { bytes, html } = await fetchAsSent(origin + path)
    await page?.goto(origin + path)
    const script = page && (await countScript(page))
    const most = [mostBytesOf(path), mostScriptOf(html)] as const
    const isOver = bytes > most[0] || (script ?? 0) > most[1]
    print(path, bytes, most[0], script ?? '–', most[1], isOver ? 'OVER' : '')
  }
  await context?.close()
}
