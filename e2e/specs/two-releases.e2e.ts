import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { openPerson } from '#e2e/support/browser.ts'
import { makeNextRelease } from '#e2e/support/next-release.ts'
import { start, stop } from '#e2e/support/processes.ts'
import { openProxy } from '#e2e/support/proxy.ts'
import { untilQuiet } from '#e2e/support/quiet.ts'
import { openScene } from '#e2e/support/scene.ts'
import { until } from '#test/fixtures/until.ts'

/* A deploy in steps: for a while two releases serve the same visitors, request by request. */

const VISITS = 4
const DEPARTURES = '/book-now?from=NIC&to=LCA&date=2026-12-10'
/** A page with a script of its own. */
const CART = '/cart'

const scene = openScene()
const release = makeNextRelease()
afterAll(() => release.remove())

test('two releases behind one proxy: each visit runs its script, and no file is missing', async () => {
  const { settings } = scene.company
  const next = await start('server.ts', settings, release.folder)
  const kept = join(settings.DATA_DIR ?? '', 'assets')
  await until('both releases have kept their files', () => readdirSync(kept).length === 2)
  expect(await scriptOf(next.url)).not.toBe(await scriptOf(scene.site.url))

  const proxy = await openProxy([scene.site.url, next.url])
  for (let visit = 0; visit < VISITS; visit++) {
    const { page, context } = await openPerson(scene.browser)
    const missing: string[] = []
    let loads = 0
    page.on('response', (answer) => answer.status() >= 400 && missing.push(answer.url()))
    let scripts = 0
    page.on('request', (request) => request.isNavigationRequest() && (loads += 1))
    page.on('response', (answer) => answer.url().includes('/assets/cart-') && (scripts += 1))
    // Visits begin at both releases in turn.
    if (visit % 2 === 1) await fetch(`${proxy.url}/healthz`)
    await page.goto(proxy.url + CART)
    await untilQuiet(page)
    expect({ missing, loads, scripts }).toEqual({ missing: [], loads: 1, scripts: 1 })
    await page.goto(proxy.url + DEPARTURES)
    await page.locator('a.departure, .board a').first().click()
    await page.waitForURL(/departure=/)
    await page.getByRole('button', { name: 'Add to cart' }).waitFor()
    await untilQuiet(page)
    expect(missing).toEqual([])
    await context.close()
  }
  for (const site of [scene.site, next]) expect(proxy.served.get(site.url)).toBeGreaterThan(VISITS)
  proxy.close()

  const ofTheFirst = await scriptOf(scene.site.url)
  await stop(scene.site)
  const answer = await fetch(next.url + ofTheFirst, { headers: { 'Accept-Encoding': 'br' } })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
  await stop(next)
})

async function scriptOf(site: string): Promise<string> {
  const html = await (await fetch(site + CART)).text()
  return /\/assets\/cart-[\w-]+\.js/.exec(html)?.[0] ?? ''
}
