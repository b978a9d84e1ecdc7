import { HtmlValidate } from 'html-validate'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { LOCALES, localePath } from '#platform/locale.ts'

import { findBarriers, openBrowser, openPerson } from './browser.ts'
import { findFlaws } from './look.ts'
import { startCompany, type Company, type Running } from './processes.ts'
import { findMessageId } from './read-mail.ts'
import { cookiesOf, makeBookings, SCREENS, visitsTo, type Made, type Visit } from './screens.ts'
import { linksIn, openBrowser as openTraveller } from './traveller.ts'

/* Every screen of the site map, in every language. A new page is in it by itself (house test). */

let company: Company
let site: Running
let browser: Browser
let made: Made

beforeAll(async () => {
  company = await startCompany()
  site = await company.startSite()
  browser = await openBrowser()
  made = await makeBookings(site.url, () => findMessageId(company))
})

afterAll(async () => {
  await browser.close()
  await company.stop()
})

const patterns = Object.keys(SCREENS)
const LANGUAGE = { en: 'en-GB', el: 'el-CY' }

test.each(LOCALES.flatMap((locale) => patterns.map((pattern) => [locale, pattern] as const)))(
  '%s %s is well laid out at 360 and 1280 px, can be used by everybody, and complains of nothing',
  async (locale, pattern) => {
    const flaws: string[] = []
    for (const width of [360, 1280]) {
      const { page, context, complaints } = await openPerson(browser, {
        width,
        locale: LANGUAGE[locale],
      })
      for (const { address, by } of visitsTo(pattern, made)) {
        await context.clearCookies()
        if (by) await context.addCookies(cookiesOf(by))
        const note = (flaw: string) => flaws.push(`${address} at ${width}: ${flaw}`)
        await page.goto(site.url + localePath(locale, address))
        for (const flaw of await findFlaws(page)) note(flaw)
        if (width === 360) {
          for (const barrier of await findBarriers(page)) note(barrier)
        }
      }
      if (width === 1280) {
        await page.emulateMedia({ colorScheme: 'dark' })
        for (const barrier of await findBarriers(page)) flaws.push(`dark: ${barrier}`)
      }
      const unexpected = complaints.filter((text) => pattern !== '*' || !text.includes('404'))
      flaws.push(...unexpected)
      await context.close()
    }
    expect(flaws).toEqual([])
  },
)

test('every page is valid HTML', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      // How React writes, and what browsers take as well.
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'doctype-style': 'off',
      'no-trailing-whitespace': 'off',
      'void-style': 'off',
      'attr-case': 'off',
      'no-implicit-button-type': 'off',
      'no-implicit-input-type': 'off',
      'valid-id': ['error', { relaxed: true }],
      'long-title': 'off',
      'no-inline-style': 'off',
      'require-sri': 'off',
      'tel-non-breaking': 'off',
    },
  })
  const problems: string[] = []
  for (const locale of LOCALES) {
    for (const pattern of patterns) {
      for (const { address, by } of visitsTo(pattern, made)) {
        const html = await read(localePath(locale, address), by)
        const report = await validator.validateString(html)
        for (const { ruleId, message, line, column } of report.results.flatMap((r) => r.messages)) {
          problems.push(`${locale} ${address} ${ruleId} ${line}:${column} ${message}`)
        }
      }
    }
  }
  expect(problems).toEqual([])
})

/** Where the site sends its readers; a new one is looked at by a person before it is listed. */
const OUTSIDE = [
  'https://www.hermesairports.com',
  'https://www.gov.cy',
  'https://www.dataprotection.gov.cy',
  'https://www.facebook.com',
  'https://www.instagram.com',
  'https://www.linkedin.com',
]

test('every link within the site leads somewhere, and every other to a place we know', async () => {
  const dead: string[] = []
  const asked = new Set<string>()
  for (const locale of LOCALES) {
    for (const pattern of patterns.filter((one) => one !== '*')) {
      for (const { address, by } of visitsTo(pattern, made)) {
        const html = await read(localePath(locale, address), by)
        for (const href of linksIn(html)) {
          const url = new URL(href, site.url + localePath(locale, address))
          if (url.protocol === 'mailto:' || url.protocol === 'tel:') continue
          if (url.origin !== site.url) {
            if (!OUTSIDE.includes(url.origin)) dead.push(`${address}: ${href}`)
            continue
          }
          const target = url.origin + url.pathname + url.search
          if (asked.has(target)) continue
          asked.add(target)
          const { status } = await made.buyer.ask(target)
          if (status >= 400) dead.push(`${address}: ${href} answers ${status}`)
        }
      }
    }
  }
  expect(dead).toEqual([])
})

async function read(path: string, by: Visit['by']): Promise<string> {
  const reader = by ?? openTraveller(site.url)
  const answer = await reader.ask(site.url + path, { headers: { 'User-Agent': 'Mozilla/5.0' } })
  return answer.text()
}
