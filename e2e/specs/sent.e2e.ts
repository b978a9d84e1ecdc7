import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'

import {
  countScript,
  fetchAsSent,
  MAX_BYTES_OF_DAY,
  MAX_HTML_OF_DAY,
  mostBytesOf,
  mostScriptOf,
  sheetsIn,
  type Sent,
} from '#e2e/support/as-sent.ts'
import { openPerson } from '#e2e/support/browser.ts'
import { openScene } from '#e2e/support/scene.ts'
import { cookiesOf, makeBookings, SCREENS, visitsTo, type Visit } from '#e2e/support/screens.ts'
import { linksIn } from '#e2e/support/traveller.ts'
import { LOCALES, localePath } from '#platform/locale.ts'

/*
 * The bytes sent for each screen of the site map in each language: within the budgets, and
 * complete. Bytes do not depend on the machine, unlike times.
 */

const screens: { visit: Visit; path: string; sent: Sent }[] = []
/** The style sheets that screens link, by their addresses. */
const sheets = new Map<string, Sent>()

const scene = openScene()

beforeAll(async () => {
  const made = await makeBookings(scene)
  for (const locale of LOCALES) {
    for (const visit of Object.keys(SCREENS).flatMap((pattern) => visitsTo(pattern, made))) {
      const path = localePath(locale, visit.address)
      const cookies = visit.by ? cookiesOf(visit.by) : []
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const sent = await fetchAsSent(scene.site.url + path, cookie)
      screens.push({ visit, path, sent })
      for (const href of sheetsIn(sent.html)) {
        if (!sheets.has(href)) sheets.set(href, await fetchAsSent(scene.site.url + href))
      }
    }
  }
})

test('every screen can be painted after the first round trip', () => {
  const sizes = screens.map(({ path, sent }) => {
    const linked = sheetsIn(sent.html).map((href) => sheets.get(href)?.bytes ?? Infinity)
    return { path, bytes: linked.reduce((sum, bytes) => sum + bytes, sent.bytes) }
  })
  const tooLarge = sizes.filter(({ path, bytes }) => bytes > mostBytesOf(path))
  expect(tooLarge.map(({ path, bytes }) => `${path}: ${bytes}`)).toEqual([])
})

test.each(LOCALES)('a full day of departures is small, outward and back (%s)', async (locale) => {
  const asked = 'from=NIC&to=LCA&date=2026-12-04&trip=return&return-date=2026-12-06'
  const outward = localePath(locale, `/book-now?${asked}&adults=2&children=1`)
  const first = await fetchAsSent(scene.site.url + outward)
  const back = linksIn(first.html).find((href) => href.includes('departure=')) ?? ''
  for (const { html, bytes } of [first, await fetchAsSent(scene.site.url + back)]) {
    expect(html.match(/class="departure ride"/g)).toHaveLength(21)
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES_OF_DAY)
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MAX_HTML_OF_DAY)
  }
})

test('a page for reading sends almost no script, and a booking page no more than it needs', async () => {
  const scripted = screens.filter(({ sent }) =>
    /<script(?! type="application\/ld\+json")/.test(sent.html),
  )
  const looking = scripted.values()
  const tooMuch: string[] = []
  const look = async () => {
    for (const { visit, path, sent } of looking) {
      const { page, context } = await openPerson(scene.browser)
      if (visit.by) await context.addCookies(cookiesOf(visit.by))
      await page.goto(scene.site.url + path)
      const bytes = await countScript(page)
      if (bytes > mostScriptOf(sent.html)) tooMuch.push(`${path}: ${bytes}`)
      await context.close()
    }
  }
  // Most of the time goes into waiting for the network to become idle.
  await Promise.all(Array.from({ length: 4 }, look))
  expect(tooMuch).toEqual([])
})

test('every part with styles of its own has its style sheet', () => {
  const styled = classesIn(globSync('app/**/*.css').map(readText).join('\n'))
  const bare = screens.flatMap(({ path, sent }) => {
    const inline = /<style>(.*?)<\/style>/s.exec(sent.html)?.[1] ?? ''
    const linked = sheetsIn(sent.html).map((href) => sheets.get(href)?.html ?? '')
    const here = classesIn([inline, ...linked].join(''))
    const used = sent.html
      .matchAll(/ class="([^"]+)"/g)
      .flatMap(([, names = '']) => names.split(' '))
    const missing = new Set(used.filter((name) => styled.has(name) && !here.has(name)))
    return [...missing].map((name) => `${path}: .${name}`)
  })
  expect(bare).toEqual([])
})

function classesIn(css: string): Set<string> {
  return new Set(css.match(/(?<=\.)[a-z][\w-]*/g))
}

function readText(file: string): string {
  return readFileSync(file, 'utf8')
}
