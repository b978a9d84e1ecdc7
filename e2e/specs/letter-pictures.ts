import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'vitest'

import { allLetters } from '#e2e/support/all-letters.ts'
import { openBrowser, openPerson } from '#e2e/support/browser.ts'
import { LOCALES } from '#platform/locale.ts'

/*
 * Takes a picture of every email, in every language, width and colour scheme, for review by a
 * person: `npm run pictures`, or `PICTURES=letters npm run pictures` for the emails alone.
 */
const WIDTHS = [360, 700]
const SCHEMES = ['light', 'dark'] as const
const FOLDER = resolve('data/pictures/letters')

const wanted = process.env.PICTURES?.split(',')

// oxlint-disable-next-line vitest/expect-expect -- a person looks at the result
test.runIf(wanted?.includes('letters') ?? true)('pictures of every email', async () => {
  mkdirSync(FOLDER, { recursive: true })
  const browser = openBrowser()
  for (const width of WIDTHS) {
    const { page } = await openPerson(browser, { width })
    for (const locale of LOCALES) {
      for (const [name, { html }] of allLetters(locale)) {
        await page.setContent(html)
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme })
          const file = `${name}-${locale}-${width}-${colorScheme}.png`
          await page.screenshot({ path: join(FOLDER, file), fullPage: true })
        }
      }
    }
  }
  await browser.close()
  process.stdout.write(`The letters lie in ${FOLDER}\n`)
})
