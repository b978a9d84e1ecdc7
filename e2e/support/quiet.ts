import type { BrowserContext, Page, Request } from 'playwright-core'

import { until } from '#test/fixtures/until.ts'

/** Looks in a row without an open request, after which nothing more follows from the page itself. */
const QUIET_LOOKS = 3

const openRequests = new WeakMap<BrowserContext, Set<Request>>()

/** Notes which requests of a browser wait for their answer. */
export function watchRequests(context: BrowserContext): void {
  const open = new Set<Request>()
  openRequests.set(context, open)
  context.on('request', (request) => open.add(request))
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
}

/**
 * Waits until a page is loaded and asks for nothing more. Playwright's own `networkidle` is not used: on a busy
 * machine it sometimes never comes, although no request is open.
 */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  const open = openRequests.get(page.context())
  if (!open) throw new Error('the requests of this browser are not watched')
  let looks = 0
  await until('no request is open', () => {
    looks = open.size === 0 ? looks + 1 : 0
    return looks >= QUIET_LOOKS
  })
}
