import { beforeAll, expect, test } from 'vitest'

import { OFFICE } from '#app/permissions.ts'
import { keepFirstEdition } from '#modules/company/company-editions.server.ts'
import { IDLE_MINUTES } from '#modules/staff/people/limits.ts'
import { now } from '#platform/clock.server.ts'
import { addStaff } from '#test/fixtures/office.ts'
import { openSite } from '#test/fixtures/open-site.ts'

/* The veil that covers a page once its session has ended; app/live/office-veil.ts draws it. */

let ask: (request: Request) => Promise<Response>
let cookie: string

beforeAll(async () => {
  ask = await openSite()
  await keepFirstEdition(now())
  cookie = (await addStaff('owner')).browser.cookie
})

const open = (path: string, headers = {}) =>
  ask(new Request(`http://localhost:3000${path}`, { headers }))

/** The phone at the door of a bus is needed without a network, and empties itself after the duty. */
const WITHOUT_VEIL = new Set(['/office/boarding'])
const PAGES = Object.entries(OFFICE)
  .filter(([pattern, { see }]) => see !== 'anybody' && !pattern.includes(':'))
  .map(([pattern]) => pattern)
  .filter((pattern) => !WITHOUT_VEIL.has(pattern))

test.each(PAGES)('%s has a veil, for the minutes of a session', async (pattern) => {
  const answer = await open(pattern, { cookie })
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return
  const html = await answer.text()
  expect(html).toContain('id="office-veil"')
  expect(html).toContain(`data-minutes="${IDLE_MINUTES}"`)
  expect(html).toMatch(/<script [^>]*src="[^"]*office-veil[^"]*"/)
})

test('a page without a session has no veil', async () => {
  const answer = await open('/office/login')
  expect(answer.status).toBe(200)
  expect(await answer.text()).not.toContain('id="office-veil"')
})
