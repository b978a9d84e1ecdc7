import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'vitest'

import { openBrowser, openPerson } from '#e2e/support/browser.ts'
import { emptyForms } from '#e2e/support/mistakes.ts'
import { startCompany } from '#e2e/support/processes.ts'
import { cookiesOf, makeBookings, SCREENS, visitsTo } from '#e2e/support/screens.ts'
import { LOCALES, localePath } from '#platform/locale.ts'

/*
 * Takes a picture of every screen of the site map, in every language, width and colour scheme,
 * empty, full and with mistakes in its forms, for review by a person: `npm run pictures`, or
 * `PICTURES=cart,home npm run pictures` for some.
 */
const WIDTHS = [360, 768, 1280]
const SCHEMES = ['light', 'dark'] as const
const FOLDER = resolve('data/pictures')

// oxlint-disable-next-line vitest/expect-expect -- a person looks at the result
test('pictures of every screen', async () => {
  mkdirSync(FOLDER, { recursive: true })
  const company = await startCompany()
  const site = await company.startSite()
  const browser = openBrowser()
  const made = await makeBookings({ company, site })

  const wanted = process.env.PICTURES?.split(',')
  const patterns = Object.keys(SCREENS).filter((pattern) => wanted?.includes(pattern) ?? true)
  for (const width of WIDTHS) {
    for (const pattern of patterns) {
      for (const [state, { address, by }] of visitsTo(pattern, made).entries()) {
        const { page, context } = await openPerson(browser, { width })
        if (by) await context.addCookies(cookiesOf(by))
        const screen = pattern.replaceAll(/[^a-z-]+/g, '_')
        for (const locale of LOCALES) {
          const url = site.url + localePath(locale, address)
          const take = async (name: string) => {
            for (const colorScheme of SCHEMES) {
              await page.emulateMedia({ colorScheme })
              const file = `${screen}-${name}-${locale}-${width}-${colorScheme}.png`
              await page.screenshot({ path: join(FOLDER, file), fullPage: true })
            }
          }
          await page.goto(url)
          await take(`${state}`)
          for await (const place of emptyForms(page, url))
            await take(`${state}-mistakes-${place + 1}`)
        }
        await context.close()
      }
    }
  }
  await browser.close()
  await company.stop()
  process.stdout.write(`The pictures lie in ${FOLDER}\n`)
})
