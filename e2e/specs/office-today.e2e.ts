import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { hashOf } from '#app/http/marked-scripts.server.ts'
import { countScript } from '#e2e/support/as-sent.ts'
import { openPerson } from '#e2e/support/browser.ts'
import { untilQuiet } from '#e2e/support/quiet.ts'
import { openScene } from '#e2e/support/scene.ts'
import { logInAs } from '#e2e/support/staff-login.ts'
import { until } from '#test/fixtures/until.ts'

/* Today, which keeps itself current. */

const scene = openScene()

/** Half a minute passes, and the page has looked again. */
async function passHalfAMinute(page: Page): Promise<void> {
  const looked = page.waitForResponse((answer) => answer.url().endsWith('/office/now'))
  await page.clock.runFor(31_000)
  await (await looked).finished()
}

test('what was opened stays open with its focus, while nothing changes and when its row does', async () => {
  const { page, context, complaints } = await openPerson(scene.browser)
  await page.clock.install()
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  await page.goto(`${scene.site.url}/office`)
  await page.locator('#today-pause').waitFor() // else nobody counts the half minute
  const row = page.locator('[id^="departure-"]', { has: page.locator('details') }).nth(1)
  const id = (await row.getAttribute('id')) ?? ''
  const isOpen = () =>
    page.evaluate((one) => document.getElementById(one)?.querySelector('details')?.open, id)
  await row.locator('summary').click()
  await row.getByRole('button', { name: '+20' }).focus()
  const kept = await row.elementHandle()

  await passHalfAMinute(page)
  expect(await isOpen()).toBe(true)
  expect(await kept?.evaluate((one) => one.isConnected)).toBe(true)

  await sql`
    insert into departure_delays (departure_id, from_position, minutes, entered_by, entered_at)
    values (${id.slice('departure-'.length)}, 0, 15, 'admin:nina', now())`.execute(scene.books)
  await passHalfAMinute(page)
  await row.getByText('+15').first().waitFor()
  expect(await kept?.evaluate((one) => one.isConnected)).toBe(true)
  expect(await isOpen()).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('+20')
  expect(complaints).toEqual([])
  await context.close()
})

test.each([360, 1280])(
  'nothing moves below a press when the script comes (%i px)',
  async (width) => {
    const { page, context, complaints } = await openPerson(scene.browser, { width })
    await logInAs(page, 'dispatcher', { site: scene.site.url })
    const isSeen = Promise.withResolvers<void>()
    await page.route('**/assets/entry.client-*.js', async (route) => {
      await isSeen.promise
      await route.continue()
    })
    await page.goto(`${scene.site.url}/office`, { waitUntil: 'commit' })
    const rows = page.locator('#departures summary')
    await rows.last().waitFor()
    await page.evaluate(async () => void (await document.fonts.ready)) // new letters move rows too
    const placesOf = () =>
      rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
    const before = await placesOf()
    isSeen.resolve()
    await page.locator('#today-pause').waitFor()
    expect(await placesOf()).toEqual(before)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('at 1280 by 800 the whole menu is seen, with the own name, the language and the way out', async () => {
  const { page, context, complaints } = await openPerson(scene.browser)
  await page.setViewportSize({ width: 1280, height: 800 })
  await logInAs(page, 'owner', { site: scene.site.url })
  for (const path of ['/office', '/el/office']) {
    await page.goto(scene.site.url + path)
    const hidden = await page.locator('#office-menu :is(a, button)').evaluateAll((all) =>
      all.flatMap((one) => {
        const { left, right, bottom, height } = one.getBoundingClientRect()
        const atPoint = document.elementFromPoint((left + right) / 2, bottom - height / 2)
        return one.contains(atPoint) && bottom <= innerHeight ? [] : [one.textContent]
      }),
    )
    expect(hidden).toEqual([])
    const groups = page.locator('#office-menu ul[aria-labelledby]')
    expect(await groups.count()).toBe(4)
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('a bus is late in two presses and on time again in one, on the same page', async () => {
  const { page, context, complaints } = await openPerson(scene.browser)
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  await page.goto(`${scene.site.url}/office`)
  await page.locator('#today-pause').waitFor()
  const row = page.locator('[id^="departure-"]', { has: page.locator('details') }).nth(2)
  await row.locator('summary').click()
  await row.getByRole('button', { name: '+20' }).click()
  await row.getByText('Reported: 20 min late.').waitFor()
  expect(await row.locator('details').evaluate((fold) => (fold as HTMLDetailsElement).open)).toBe(
    true,
  )
  await row.getByRole('button', { name: /^Undo/ }).click()
  await row.getByText('Reported: 20 min late.').waitFor({ state: 'detached' })
  expect(await row.locator('.today-time').textContent()).not.toContain('+20')
  expect(new URL(page.url()).pathname).toBe('/office')
  expect(complaints).toEqual([])
  await context.close()
})

test.each(['entry.client', 'today'])(
  'when a script of the page is lost (%s), it reloads once and works as without script',
  async (lost) => {
    const { page, context } = await openPerson(scene.browser)
    await logInAs(page, 'dispatcher', { site: scene.site.url })
    await page.route(`**/assets/${lost}-*.js`, (route) => route.fulfill({ status: 404 }))
    const countLoads = openCount(page)
    await page.goto(`${scene.site.url}/office`)
    await until('the page loads again', () => countLoads() === 2)
    await untilQuiet(page)
    expect(countLoads()).toBe(2)
    expect(await page.locator('#today-again').count()).toBe(1)
    await context.close()
  },
)

/** How often the page has been loaded since; one that is loaded again may not have been complete. */
function openCount(page: Page): () => number {
  let count = 0
  page.on('request', (request) => (count += Number(request.isNavigationRequest())))
  return () => count
}

test('a page into which somebody has typed stays when a script of it is lost', async () => {
  const { page, context } = await openPerson(scene.browser)
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  const isTyped = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await isTyped.promise
    await route.fulfill({ status: 404 })
  })
  const countLoads = openCount(page)
  await page.goto(`${scene.site.url}/office`, { waitUntil: 'commit' })
  await page.locator('#office-search').fill('Anna')
  isTyped.resolve()
  await untilQuiet(page)
  expect([countLoads(), await page.locator('#office-search').inputValue()]).toEqual([1, 'Anna'])
  await context.close()
})

test('the page knows its release, and once a newer one is out, an act opens a page of that', async () => {
  const { page, context, complaints } = await openPerson(scene.browser)
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  const answer = await page.goto(`${scene.site.url}/office`)
  await page.locator('#today-pause').waitFor()
  const manifest = /\/assets\/manifest-(\w+)\.js/.exec((await answer?.text()) ?? '')
  const latest = await fetch(`${scene.site.url}/latest-build.json`)
  expect([latest.headers.get('cache-control'), await latest.json()]).toEqual([
    'no-store',
    { build: manifest?.[1] },
  ])
  expect((await fetch(scene.site.url + manifest?.[0])).status).toBe(200)

  await page.route('**/latest-build.json', (route) => route.fulfill({ json: { build: 'newer' } }))
  const looked = page.waitForResponse('**/latest-build.json')
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await (await looked).finished()
  await untilQuiet(page)
  const row = page.locator('[id^="departure-"]', { has: page.locator('details') }).nth(3)
  await row.locator('summary').click()
  await row.getByRole('button', { name: '+10' }).click()
  await page.waitForURL(/\/office\/departures\//)
  expect(complaints).toEqual([])
  await context.close()
})

test('its script is at most 130 kB, and the policy allows its inline scripts by their hashes', async () => {
  const { page, context, complaints } = await openPerson(scene.browser)
  await logInAs(page, 'dispatcher', { site: scene.site.url })
  for (const path of ['/office', '/el/office']) {
    const answer = await page.goto(scene.site.url + path)
    await page.locator('#today-pause').waitFor()
    const policy = answer?.headers()['content-security-policy'] ?? ''
    const [, allowed = ''] = /script-src ([^;]*);/.exec(policy) ?? []
    const inline = ((await answer?.text()) ?? '').matchAll(
      /<script>(.*?)<\/script>|<script type="module">(.*?)<\/script>|<script type="module" async="">(.*?)<\/script>/gs,
    )
    const hashes = [...inline].map(([, one, two, three]) => hashOf(one ?? two ?? three ?? ''))
    expect(hashes.length).toBeGreaterThan(2)
    expect(allowed.split(' ')).toEqual([
      "'self'",
      ...new Set(hashes.map((one) => `'sha256-${one}'`)),
    ])
    expect(await countScript(page)).toBeLessThan(130_000)
  }
  expect(complaints).toEqual([])
  await context.close()
})
