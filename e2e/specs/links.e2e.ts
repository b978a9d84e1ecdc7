import { beforeAll, expect, test } from 'vitest'

import { openScene } from '#e2e/support/scene.ts'
import { makeBookings, SCREENS, visitsTo, type Made } from '#e2e/support/screens.ts'
import {
  filesIn,
  linksIn,
  openBrowser as openTraveller,
  type Page as Sent,
  type Traveller,
} from '#e2e/support/traveller.ts'
import { findMistakes } from '#e2e/support/valid-html.ts'
import { LOCALES, localePath } from '#platform/locale.ts'
import { findGlued } from '#test/fixtures/glued-words.ts'

/* Every screen of the site map as sent: its HTML and the targets of its links. */

let made: Made

const scene = openScene()

beforeAll(async () => {
  made = await makeBookings(scene)
})

const patterns = Object.keys(SCREENS)

test('every page is valid HTML', async () => {
  const mistakes: string[] = []
  for await (const { path, html } of readAll(patterns)) {
    mistakes.push(...(await findMistakes(html)).map((mistake) => `${path} ${mistake}`))
  }
  expect(mistakes).toEqual([])
})

test('no two words stand together without a style sheet', async () => {
  const glued: string[] = []
  for await (const { path, html } of readAll(patterns)) {
    glued.push(...findGlued(html).map((words) => `${path} ${words}`))
  }
  expect(glued).toEqual([])
})

/** The external sites that we link to; a person checks a new one before it is listed. */
const OUTSIDE = [
  'https://www.dataprotection.gov.cy/',
  'https://www.facebook.com/',
  'https://www.gov.cy/mtcw/',
  'https://www.gov.cy/mtcw/en/',
  'https://www.gov.cy/tourism/',
  'https://www.gov.cy/tourism/en/',
  'https://www.hermesairports.com/flight-info/arrivals-and-departures-lca',
  'https://www.hermesairports.com/flight-info/arrivals-and-departures-pfo',
  'https://www.instagram.com/',
  'https://www.linkedin.com/',
  'https://www.openstreetmap.org/',
]

test('every link within the site has a target, and every external link is a known one', async () => {
  const dead: string[] = []
  const outside = new Set<string>()
  const asked = new Map<string, Promise<Sent>>()
  for await (const { path, html, reader } of readAll(patterns.filter((one) => one !== '*'))) {
    for (const href of [...linksIn(html), ...filesIn(html)]) {
      const url = new URL(href, scene.site.url + path)
      if (url.protocol === 'mailto:' || url.protocol === 'tel:') continue
      // A change that awaits its surcharge links to the bank's page, whose address is new each
      // time.
      if (url.origin === scene.company.bank.url) continue
      if (url.origin !== scene.site.url) {
        outside.add(url.origin + url.pathname)
        continue
      }
      const target = url.pathname + url.search
      const kind = kindOf(path, url)
      const answer = asked.get(kind) ?? reader.visit(target)
      asked.set(kind, answer)
      const { status, html: there } = await answer
      if (status >= 400) dead.push(`${path}: ${href} answers ${status}`)
      const place = decodeURIComponent(url.hash.slice(1))
      if (place && !there.includes(` id="${place}"`)) dead.push(`${path}: ${href} has no ${place}`)
    }
  }
  expect(dead).toEqual([])
  expect([...outside].toSorted()).toEqual(OUTSIDE)
})

/**
 * Of a page's links to departures, the test follows one for choosing a bus and one for its stops:
 * they differ only in their parameters. Every other link is followed.
 */
function kindOf(page: string, { pathname, search, searchParams, hash }: URL): string {
  const names = [...searchParams.keys()].toSorted()
  const isSearch = names.includes('from') && names.includes('to')
  return isSearch ? `${page} > ${pathname} ${names.join()} ${hash}` : pathname + search
}

type Read = { path: string; html: string; reader: Traveller }

/** Screens in each of their states and languages, as sent. */
async function* readAll(some: string[]): AsyncGenerator<Read> {
  for (const locale of LOCALES) {
    for (const pattern of some) {
      for (const { address, by } of visitsTo(pattern, made)) {
        const path = localePath(locale, address)
        const reader = by ?? openTraveller(scene.site.url)
        const headers = { 'User-Agent': 'Mozilla/5.0' }
        const answer = await reader.ask(scene.site.url + path, { headers })
        expect([path, answer.status]).toEqual([path, pattern === '*' ? 404 : 200])
        yield { path, html: await answer.text(), reader }
      }
    }
  }
}
