import type { Page } from 'playwright-core'

import { until } from '#test/fixtures/until.ts'

/** Waits until the service worker has stored all of these, and serves the tickets and the list. */
export async function untilKept(page: Page, paths: readonly string[]): Promise<void> {
  await until('the tickets are kept', () =>
    page.evaluate(async (wanted) => {
      const copies = await caches.open('tickets')
      const kept = await Promise.all(wanted.map((path) => copies.match(location.origin + path)))
      const registrations = await navigator.serviceWorker.getRegistrations()
      return kept.every(Boolean) && registrations.filter(({ active }) => active).length === 2
    }, paths),
  )
}
