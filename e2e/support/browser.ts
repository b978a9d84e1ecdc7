import axe, { type RunOptions } from 'axe-core'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Page,
  type Request,
} from 'playwright-core'
import { inject } from 'vitest'

import { LIMIT_MILLISECONDS } from '#test/fixtures/one-limit.ts'
import { until } from '#test/fixtures/until.ts'

import { watchRequests } from './quiet.ts'

export type TestBrowser = Pick<Browser, 'newContext' | 'close'>

/** The one browser that all files of this process use, one after the other. */
const shared = startWhenNeeded()

/** The browser of this process. Its end leaves nothing of one file to the next. */
export function openBrowser(): TestBrowser {
  return {
    newContext: async (options) => (await shared.ready()).newContext(options),
    close: async () => {
      const browser = await shared.running()
      await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
    },
  }
}

/** A browser with further switches, for one file alone. */
export function openOwnBrowser(more: readonly string[]): TestBrowser {
  const own = startWhenNeeded(more)
  return {
    newContext: async (options) => (await own.ready()).newContext(options),
    close: async () => (await own.running())?.close(),
  }
}

/** Starts when it is needed, and again after a crash, which then fails only the test that caused it. */
function startWhenNeeded(more: readonly string[] = []) {
  let launched: Promise<Browser> | undefined
  const running = () => launched?.catch(() => undefined)
  const ready = async () => {
    const before = launched
    const browser = await running()
    if (browser?.isConnected()) return browser
    if (!launched || launched === before) launched = launch(more)
    return launched
  }
  return { ready, running }
}

function launch(more: readonly string[]): Promise<Browser> {
  const found = inject('browser')
  return chromium.launch({ ...found, args: [...(found.args ?? []), ...more] })
}

/** A headless browser names itself, and would get the pages for crawlers. */
const PERSONS_BROWSER =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36'

type Person = {
  locale?: string
  javaScriptEnabled?: boolean
  width?: number
  /** Each visitor has an address of their own, as far as the site can tell. */
  address?: string
}

/** A visitor with a phone and a browser that reports its errors. */
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
    reducedMotion: 'reduce', // colours are checked without fading
    timezoneId: 'Pacific/Auckland', // the traveller's own time zone must not matter
  })
  context.setDefaultTimeout(LIMIT_MILLISECONDS)
  watchRequests(context)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  const person = { context, complaints, ways: noteWays(context) }
  people.add(person)
  context.on('close', () => people.delete(person))
  return { context, page, complaints }
}

/**
 * Opens the page of a ticket as the site has it, and returns the status of the response. While the site is slow,
 * the worker of the page shows a copy, which does not count.
 */
export function openTicket(page: Page, address: string): Promise<number> {
  return until('the site’s own response', async () => {
    const response = await page.goto(address)
    return !(await page.locator('.saved-copy').isVisible()) && response?.status()
  })
}

/** Notes the pages that a browser asks for, and what becomes of them: one may be left while it is asked for. */
function noteWays(context: BrowserContext): string[] {
  const ways: string[] = []
  const note = (request: Request, end = '') => {
    if (!request.isNavigationRequest()) return
    ways.push(`${Math.round(performance.now())} ms: ${request.method()} ${request.url()} ${end}`)
  }
  context.on('request', (request) => note(request))
  context.on('requestfinished', (request) => note(request, 'has ended'))
  context.on('requestfailed', (request) => note(request, request.failure()?.errorText))
  return ways
}

type Described = { context: BrowserContext; complaints: string[]; ways: string[] }
const people = new Set<Described>()
const MOST_WORDS = 1500
const MOST_WAYS = 12

/** Prints the words on all open pages of all people, the way there, and the complaints of their browsers. */
export async function describePeople(): Promise<void> {
  for (const person of people) await describePages(person)
}

async function describePages({ context, complaints, ways }: Described): Promise<void> {
  for (const way of ways.slice(-MOST_WAYS)) process.stderr.write(`${way}\n`)
  for (const page of context.pages()) {
    const read = page.evaluate(() => document.body.innerText).catch(String)
    const words = (await read).replaceAll(/\s*\n\s*/g, ' | ')
    process.stderr.write(`${page.url()} shows: ${words.slice(0, MOST_WORDS)}\n`)
  }
  for (const complaint of complaints) process.stderr.write(`the browser complained: ${complaint}\n`)
}

/** The findings of an accessibility checker on this screen (WCAG 2.2 AA and best practices). */
export function findBarriers(page: Page): Promise<string[]> {
  return check(page, {})
}

/** Without the check of colours, which takes half of the time, where they are known already. */
export function findBarriersButPaleWords(page: Page): Promise<string[]> {
  return check(page, { rules: { 'color-contrast': { enabled: false } } })
}

/** Text with too little contrast: dark mode changes nothing else. */
export function findPaleWords(page: Page): Promise<string[]> {
  return check(page, { runOnly: ['color-contrast'] })
}

async function check(page: Page, options: RunOptions): Promise<string[]> {
  await page.waitForLoadState('domcontentloaded')
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await page.evaluate(waitForMotion)
  // No script runs in the frame of an email, so the checker would wait there for ever.
  await page.evaluate(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()))
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  // Passing elements are left out of the report: they are most of the page, and most of the work.
  const thrifty: RunOptions = { ...options, resultTypes: ['violations'], preload: false }
  const violations = await page.evaluate(async (given) => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    return (await checker.run(document, given)).violations
  }, thrifty)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

/** A part that was dimmed while busy fades in over several frames, with low contrast until then. */
async function waitForMotion(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(passing.map(({ finished }) => finished))
}
