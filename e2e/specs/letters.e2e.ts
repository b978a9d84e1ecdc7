import { afterAll, expect, test } from 'vitest'

import { allLetters } from '#e2e/support/all-letters.ts'
import { findBarriers, findPaleWords, openBrowser, openPerson } from '#e2e/support/browser.ts'
import { LOCALES } from '#platform/locale.ts'

/** A mail program shows the email within its own page, which has the landmarks. */
const OF_PAGES = /^(landmark-one-main|region):/

const browser = openBrowser()
afterAll(() => browser.close())

test.each(LOCALES)(
  'every email is readable on the smallest phone and in dark mode (%s)',
  async (locale) => {
    const { page, context, complaints } = await openPerson(browser, { width: 320 })
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    for (const [name, { html }] of allLetters(locale)) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setContent(html)
      const isTooWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
      expect(isTooWide, `${name} scrolls sideways`).toBe(false)
      const barriers = await findBarriers(page)
      expect(
        barriers.filter((barrier) => !OF_PAGES.test(barrier)),
        name,
      ).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await findPaleWords(page), `${name} in the dark`).toEqual([])
    }
    expect(complaints).toEqual([])
    expect(requests, 'a letter fetches nothing, so nobody learns that it was opened').toEqual([])
    await context.close()
  },
  300_000,
)
