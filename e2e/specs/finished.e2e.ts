import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import PostalMime, { type Email } from 'postal-mime'
import { beforeAll, expect, test } from 'vitest'

import { allLetters, lettersInLanguageOf, WRITTEN } from '#e2e/support/all-letters.ts'
import { findFaults, findFaultsInHtml } from '#e2e/support/finished.ts'
import { openScene } from '#e2e/support/scene.ts'
import { makeBookings, SCREENS, visitsTo, type Made } from '#e2e/support/screens.ts'
import {
  formIn,
  linksIn,
  openBrowser as openTraveller,
  type Fields,
  type Traveller,
} from '#e2e/support/traveller.ts'
import { OFFICE_LOCALE } from '#platform/languages.ts'
import { LOCALES, localePath, type Locale } from '#platform/locale.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { openReader } from '#test/fixtures/pdf-reader.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * Everything we publish or send, read as it arrives: every screen in its states and languages, the
 * response to every empty form, every email, every document, the bank's page. None contains
 * placeholders or missing values, and a Greek text contains no foreign words.
 */

/** Typed into the forms by these tests, so not part of our texts. */
const TYPED = 'Anna Example Maria Member Nowhere yesterday'.split(' ')
const AS_A_PERSON = { headers: { 'User-Agent': 'Mozilla/5.0' } }

const scene = openScene()
const papers = openReader()
let made: Made
let page: Page

beforeAll(async () => {
  made = await makeBookings(scene)
  page = await (await scene.browser.newContext()).newPage()
})

type Found = { path: string; html: string; by: Traveller }

/** Every screen of the site map in each of its states, as sent. */
async function* readScreens(locale: Locale): AsyncGenerator<Found> {
  for (const pattern of Object.keys(SCREENS)) {
    for (const { address, by = openTraveller(scene.site.url) } of visitsTo(pattern, made)) {
      const path = localePath(locale, address)
      const answer = await by.ask(scene.site.url + path, AS_A_PERSON)
      yield { path, html: await answer.text(), by }
    }
  }
}

test.each(LOCALES)('every page and its structured data are finished (%s)', async (locale) => {
  const faults: string[] = []
  for await (const { path, html } of readScreens(locale)) {
    const found = await findFaultsInHtml(page, html, { locale, also: TYPED })
    faults.push(...found.map((fault) => `${path}: ${fault}`))
  }
  expect(faults).toEqual([])
})

test.each(LOCALES)('the response to each empty form is finished (%s)', async (locale) => {
  const faults: string[] = []
  const known = new Set<string>()
  for await (const { path, html, by } of readScreens(locale)) {
    for (const fields of emptyFormsIn(html)) {
      const names = Object.keys(fields).join(' ')
      if (known.has(names)) continue
      known.add(names)
      const body = new URLSearchParams(fields)
      const answer = await by.ask(scene.site.url + path, { method: 'POST', body, ...AS_A_PERSON })
      const found = await findFaultsInHtml(page, await answer.text(), { locale, also: TYPED })
      faults.push(...found.map((fault) => `${path} with ${names} empty: ${fault}`))
    }
  }
  expect(known.size).toBeGreaterThan(10)
  expect(faults).toEqual([])
})

/** The forms of a page with text fields, all empty. */
function emptyFormsIn(html: string): Fields[] {
  const forms = html.match(/<form\b[^>]*method="post"[\s\S]*?<\/form>/g) ?? []
  return forms.flatMap((form) => {
    const typed = form.matchAll(
      /<input\b(?![^>]*type="(?:hidden|checkbox|radio|submit)")[^>]*>|<textarea\b[^>]*>/g,
    )
    const names = [...typed].flatMap(([tag]) => /name="([^"]+)"/.exec(tag)?.[1] ?? [])
    const [first] = names
    if (first === undefined) return []
    return [{ ...formIn(form, first), ...Object.fromEntries(names.map((name) => [name, ''])) }]
  })
}

test.each(LOCALES)('error pages are finished (%s)', async (locale) => {
  const ask = (path: string, init: RequestInit = {}) =>
    openTraveller(scene.site.url).ask(scene.site.url + localePath(locale, path), {
      ...AS_A_PERSON,
      ...init,
    })
  const body = new URLSearchParams({ a: 'b' })
  const headers = { Origin: 'https://evil.example' }
  // Requests with a new path, since earlier responses are cached.
  const rename = (how: string) =>
    asOwner((owner) => sql.raw(`alter table ${how}`).execute(owner), scene.company.ownerUrl)
  await rename('route_names rename to no_names')
  const failed = await ask('/schedules/3?failing').finally(() =>
    rename('no_names rename to route_names'),
  )
  const answers = [
    failed,
    await ask('/no/such-page'),
    await ask('/schedules/no-such-route'),
    await ask('/tickets/0123456789abcdefghjkmnpqrs'),
    await ask('/cart', { method: 'POST', body, headers }),
    await ask('/cart', { method: 'POST', body: 'a'.repeat(70_000) }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([500, 404, 404, 404, 403, 413])
  const faults: string[] = []
  for (const answer of answers) {
    // A request refused at the entry gets a plain sentence and the request id of its log entry.
    const number = answer.headers.get('x-request-id') ?? ''
    const text = (await answer.text()).replaceAll(number, '')
    faults.push(...(await findFaultsInHtml(page, text, { locale })))
  }
  expect(faults).toEqual([])
})

const BUYERS = {
  en: { name: 'Jane Example', email: 'jane@example.com' },
  el: { name: 'Ελένη Παράδειγμα', email: 'eleni@example.com' },
}

test.each(LOCALES)(
  'the pages and documents of a buyer, from the bank to the last receipt, are finished (%s)',
  async (locale) => {
    const buyer = openTraveller(scene.site.url, { locale })
    const { name, email } = BUYERS[locale]
    const ride = { from: 'FAMAGUSTA', to: 'LCA', date: '2026-12-11' }
    await buyer.addToCart(await buyer.chooseRide({ ...ride, adults: '1' }))
    const card = await buyer.checkOut({ name, email })
    const declined = await buyer.visit(await buyer.payByCard(card.url, 'declined'))
    const paid = await buyer.payAtBank(card.url)
    const order = await buyer.visit(linkIn(paid.html, /\/bookings\/[\da-z]{26}/))
    const [reference = ''] = /\b[\dA-Z]{8}\b/.exec(textOf(order.html)) ?? []

    const faults: string[] = []
    for (const { url, html } of [card, declined, paid, order]) {
      const found = await findFaultsInHtml(page, html, { locale })
      faults.push(...found.map((fault) => `${url}: ${fault}`))
    }
    const files = [paid, order]
      .flatMap(({ html }) => linksIn(html))
      .filter((href) => /\.(?:pdf|ics)$/.test(href))
    expect(new Set(files.map((file) => file.split('/').at(-1)?.replace(/\d+/, '')))).toEqual(
      new Set(['ticket.pdf', 'ticket.ics', 'R-.pdf']),
    )
    for (const file of new Set(files)) {
      const answer = await buyer.ask(new URL(file, scene.site.url).href)
      const text = file.endsWith('.ics')
        ? wordsOfCalendar(await answer.text())
        : await papers.read(new Uint8Array(await answer.arrayBuffer()))
      faults.push(
        ...findFaults(
          text.map((one) => ({ text: one, language: locale })),
          { locale },
        ).map((fault) => `${file}: ${fault}`),
      )
    }
    expect(faults).toEqual([])
    const onBankPage = {
      en: `Bus ticket ${reference}, 1 passenger`,
      el: `Εισιτήριο λεωφορείου ${reference}, 1 επιβάτης`,
    }
    expect(textOf(card.html)).toContain(`${onBankPage[locale]} `)
  },
)

test.each(LOCALES)('every email template is finished (%s)', async (locale) => {
  const faults: string[] = []
  const ofPeople = ['Maria', 'Eleni Example', 'Chrome, Windows', WRITTEN]
  const reader = { locale, also: ofPeople.flatMap((text) => text.match(/\p{L}+/gu) ?? []) }
  const letters = locale === OFFICE_LOCALE ? allLetters(locale) : lettersInLanguageOf(locale)
  for (const [name, { subject, text, html }] of letters) {
    const found = await findFaultsInHtml(page, html, reader)
    const plain = [subject, text].map((one) => ({ text: one, language: locale }))
    faults.push(...[...found, ...findFaults(plain, reader)].map((fault) => `${name}: ${fault}`))
  }
  expect(faults).toEqual([])
})

test('every email that was sent is finished, with its attachments', async () => {
  const rows = await until('a mail in each language', async () => {
    const sent = await scene.books.selectFrom('mailboxMessages').select('raw').execute()
    const mails = await Promise.all(sent.map(({ raw }) => PostalMime.parse(raw)))
    return LOCALES.every((locale) => mails.some((mail) => languageOf(mail) === locale)) && mails
  })
  const faults: string[] = []
  for (const mail of rows) {
    const reader = { locale: languageOf(mail), also: TYPED }
    const texts = [mail.subject ?? '', mail.text ?? '']
    for (const { mimeType, content } of mail.attachments) {
      if (mimeType === 'application/pdf')
        texts.push(...(await papers.read(new Uint8Array(content as ArrayBuffer))))
      else texts.push(...wordsOfCalendar(new TextDecoder().decode(content as ArrayBuffer)))
    }
    const plain = texts.map((text) => ({ text, language: reader.locale }))
    const found = [
      ...findFaults(plain, reader),
      ...(await findFaultsInHtml(page, mail.html ?? '', reader)),
    ]
    faults.push(...found.map((fault) => `${mail.subject}: ${fault}`))
  }
  expect(faults).toEqual([])
})

function languageOf({ headers }: Email): Locale {
  return headers.find(({ key }) => key === 'content-language')?.value === 'el' ? 'el' : 'en'
}

/** The text that a calendar shows for an entry. */
function wordsOfCalendar(file: string): string[] {
  const lines = file.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const shown = /^(?:SUMMARY|DESCRIPTION|LOCATION|NAME|X-WR-CALNAME)[^:]*:(.*)$/
  return lines.flatMap((line) => shown.exec(line)?.[1]?.replaceAll(/\\[n,;]/g, ' ') ?? [])
}

function textOf(html: string): string {
  return html
    .replaceAll(/<style.*?<\/style>|<script.*?<\/script>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
}

function linkIn(html: string, like: RegExp): string {
  return linksIn(html).find((href) => like.test(href)) ?? ''
}
