import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { LOCALES, localePath, type Locale } from '#platform/locale.ts'

import { findBarriers, findBarriersButPaleWords, findPaleWords, openPerson } from './browser.ts'
import { listObstacles } from './keyboard.ts'
import { findFlaws, unfold } from './look.ts'
import { emptyForms } from './mistakes.ts'
import { openScene } from './scene.ts'
import { cookiesOf, makeBookings, SCREENS, visitsTo, type Made } from './screens.ts'

const LANGUAGE = { en: 'en-GB', el: 'el-CY' }
const PHONE = { width: 360, height: 780 }
const DESK = { width: 1280, height: 780 }

/**
 * Visits every screen of the site map in one language; a test ensures that none is missing.
 * Colours, keyboard order and the structure of invalid forms are the same in each language and are
 * checked in the first.
 */
export function sweep(locale: Locale): void {
  const isFirst = locale === LOCALES[0]
  let made: Made
  const scene = openScene()
  beforeAll(async () => {
    made = await makeBookings(scene)
  })

  test.concurrent.each(Object.keys(SCREENS))(
    '%s is well laid out at 360 and 1280 px, is accessible to everyone, and neither requests nor stores anything else',
    async (pattern) => {
      const person = await openPerson(scene.browser, {
        locale: LANGUAGE[locale],
        width: PHONE.width,
      })
      const { page, context, complaints } = person
      const flaws: string[] = []
      const known = new Set<string>()
      context.on('request', (request) => {
        const isOurs = request.url().startsWith(`${scene.site.url}/`)
        if (!isOurs && !request.url().startsWith('data:')) flaws.push(`asks ${request.url()}`)
      })
      for (const { address, by } of visitsTo(pattern, made)) {
        const note = (when: string, found: Iterable<string>) =>
          flaws.push(...[...found].map((flaw) => `${address} ${when}: ${flaw}`))
        const given = by ? cookiesOf(by) : []
        await context.clearCookies()
        await context.addCookies(given)
        const url = scene.site.url + localePath(locale, address)
        await page.goto(url)
        note('on a phone, folded', await findFlaws(page))
        if (isFirst) note('by keyboard', await listObstacles(page))
        await unfold(page)
        note('unfolded', await lookByDayAndNight(page, isFirst ? EVERYTHING : ALL_BUT_COLOURS))
        const { cookies, origins } = await context.storageState({ indexedDB: true })
        const strange = cookies.filter(({ name }) => given.every((one) => one.name !== name))
        note('is kept', [
          ...strange.map(({ name }) => name),
          ...origins.map(({ origin }) => origin),
        ])
        for await (const place of emptyForms(page, url, known)) {
          const look = isFirst ? EVERYTHING : LAYOUT
          note(`with mistakes in form ${place + 1}`, await lookByDayAndNight(page, look))
        }
      }
      const expected = pattern === '*' ? /404|422/ : /422/
      const unexpected = complaints.filter((text) => !expected.test(text))
      expect([...flaws, ...unexpected]).toEqual([])
      await context.close()
    },
  )
}

type Find = (page: Page) => Promise<string[]>
const findNothing: Find = async () => []
/** The checks beside those of the layout: light on a phone, and dark on a desktop. */
type Look = { byDay: Find; atNight: Find }
export const EVERYTHING: Look = { byDay: findBarriers, atNight: findPaleWords }
const ALL_BUT_COLOURS: Look = { byDay: findBarriersButPaleWords, atNight: findNothing }
const LAYOUT: Look = { byDay: findNothing, atNight: findNothing }

/** From the top of the page: in light mode on a phone, and in dark mode on a desktop. */
export async function lookByDayAndNight(page: Page, { byDay, atNight }: Look): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  for (const flaw of [...(await findFlaws(page)), ...(await byDay(page))]) {
    found.push(`on a phone: ${flaw}`)
  }
  await page.setViewportSize(DESK)
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const flaw of [...(await findFlaws(page)), ...(await atNight(page))]) {
    found.push(`on a desk, in the dark: ${flaw}`)
  }
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}
