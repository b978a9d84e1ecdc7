import { expect } from 'vitest'

import { el } from '#app/i18n/el.ts'
import { en } from '#app/i18n/en.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { until } from '#test/fixtures/until.ts'

import { findBarriers, openPerson, type TestBrowser } from './browser.ts'
import { buy } from './held-orders.ts'
import { languagesNow } from './languages-now.ts'
import { openBrowser as openTraveller } from './traveller.ts'

/** Both ways to use the site: in English with script, in Greek without. */
const WAYS = [
  { locale: 'en', words: en, hasScript: true },
  { locale: 'el', words: el, hasScript: false },
] as const

/** The ways of this run: a long story is told in one language each day, and in the others by a deep run. */
export function waysNow() {
  return WAYS.filter(({ locale }) => languagesNow().includes(locale))
}

type Way = {
  locale: Locale
  words: (typeof WAYS)[number]['words']
  hasScript: boolean
  /** An address of their own, unless the test shares it between visitors. */
  address?: string
}

const CARD = { number: '4111 1111 1111 1111', expiry: '12/39', cvc: '123', name: 'Anna Example' }

export type Holder = Awaited<ReturnType<typeof openHolder>>

/**
 * A holder with the link to a booking that was bought in another browser and in their language, and
 * their acts. The words come from the site; people check that they are right.
 */
export async function openHolder(browser: TestBrowser, site: string, way: Way) {
  const { locale, hasScript } = way
  const tag = { en: 'en-GB', el: 'el-CY' }[locale]
  const { address = `192.0.2.${Math.trunc(performance.now()) % 250}` } = way
  const person = await openPerson(browser, { locale: tag, javaScriptEnabled: hasScript, address })
  const { page, context, complaints } = person
  const barriers: string[] = []
  return {
    page,
    context,
    buy: (...rides: Record<string, string>[]) => buy(openTraveller(site, { locale }), ...rides),
    open,
    openOrder: (manageId: string) => open(`/bookings/${manageId}`),
    look,
    tap,
    tapLink,
    seeTitle,
    main,
    euros,
    payByCard,
    seeMoneySent,
    readDocuments,
    leave,
  }

  async function open(path: string): Promise<void> {
    await page.goto(site + localePath(locale, path))
  }

  /**
   * Collects the findings of the accessibility checker; the test reports them together at its end.
   */
  async function look(screen: string): Promise<void> {
    if (!hasScript) return
    const found = await findBarriers(page)
    barriers.push(...found.map((barrier) => `${screen}: ${barrier}`))
  }

  async function tap(name: string): Promise<void> {
    await page.getByRole('button', { name }).first().click()
  }

  async function tapLink(name: string): Promise<void> {
    await page.locator('main').getByRole('link', { name }).first().click()
  }

  async function seeTitle(title: string): Promise<void> {
    await page.getByText(title, { exact: true }).first().waitFor()
  }

  async function main(): Promise<string> {
    await page.waitForLoadState('domcontentloaded')
    return page.locator('main').innerText()
  }

  function euros(amount: number): string {
    return formatEuros(cents(amount), locale)
  }

  async function payByCard(): Promise<void> {
    for (const [name, value] of Object.entries(CARD)) {
      await page.locator(`input[name=${name}]`).fill(value)
    }
    await page.locator('form:has(input[name=number]) button').click()
    await page.waitForURL('**/payment/success/**')
  }

  /** With script the page updates without a reload; otherwise the holder reloads it. */
  async function seeMoneySent(): Promise<void> {
    const sent = page.getByText(locale === 'en' ? /^Sent to your card •••• 1111/ : /^Στάλθηκε/)
    await until('the money is sent', async () => {
      if (!hasScript) await page.reload()
      return (await sent.count()) > 0
    })
  }

  /** The numbers of receipts and credit notes, each fetched as a PDF. */
  async function readDocuments(): Promise<string[]> {
    const numbers: string[] = []
    for (const paper of await page.getByRole('link', { name: /PDF/ }).all()) {
      const href = (await paper.getAttribute('href')) ?? ''
      const answer = await page.request.get(new URL(href, site).href)
      expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
      numbers.push(/[A-Z]-\d{6}/.exec(href)?.[0] ?? href)
    }
    return numbers
  }

  async function leave(): Promise<void> {
    await context.close()
    expect(barriers).toEqual([])
    expect(complaints.filter((complaint) => !/\b(?:410|422)\b/.test(complaint))).toEqual([])
  }
}

/** Two adults from Nicosia to Larnaca Airport. */
export const PAIR = { from: 'NIC', to: 'LCA', adults: '2' }
