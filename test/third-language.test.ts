import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { lettersInLanguageOf, WRITTEN } from '#e2e/support/all-letters.ts'
import { SCREENS } from '#e2e/support/screens.ts'
import { printReceipt, printTickets } from '#modules/documents/pdf/documents.server.ts'
import { operator } from '#operator'
import { db } from '#platform/db.server.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES, localePath } from '#platform/locale.ts'
import { SITE_ROUTES } from '#test/fixtures/routes.ts'

import { exampleNote, exampleReceipt, exampleTicket } from './fixtures/example-views.ts'
import { openSite } from './fixtures/open-site.ts'
import { openReader } from './fixtures/pdf-reader.ts'
import { openShop, type Shop } from './simulation/shop.ts'

const { inMadeUp, MADE_UP, translated, translatedText, textsIn, wordsOfOthers } = await vi.hoisted(
  () => import('./fixtures/made-up-language.ts'),
)

/*
 * Adds a third language by the steps in STYLE.md, one mock for each place named there. All other
 * code is unchanged.
 */

vi.mock(import('#platform/languages.ts'), async (original) => {
  const { LANGUAGES: known, ...rest } = await original()
  const qps = { ...known.en, name: 'Ɋpš', tag: 'qps-CY', euros: '#\u00A0€', decimalMark: ',' }
  return { ...rest, LANGUAGES: { ...known, qps } } as never
})
vi.mock(import('#operator'), async (original) => {
  const { operator: known, ...rest } = await original()
  const address = { ...known.address, qps: inMadeUp(known.address.en) }
  const ours = { ...known, address }
  return { ...rest, operator: ours, company: () => ours }
})
vi.mock(import('#app/i18n/messages.ts'), async (original) => {
  const { MESSAGES } = await original()
  return { MESSAGES: { ...MESSAGES, qps: translated(MESSAGES.en) } } as never
})
vi.mock(import('#platform/format/words/words.ts'), async (original) => {
  const { formatWords } = await original()
  const words = translated(formatWords('en'))
  return { formatWords: (locale) => (locale === MADE_UP ? words : formatWords(locale)) }
})
vi.mock(import('#modules/documents/words/words.ts'), async (original) => {
  const { ticketWords } = await original()
  const words = translated(ticketWords('en'))
  return { ticketWords: (locale) => (locale === MADE_UP ? words : ticketWords(locale)) }
})
vi.mock(import('#modules/notifications/words/words.ts'), async (original) => {
  const { letterWords } = await original()
  const words = translated(letterWords('en'))
  return { letterWords: (locale) => (locale === MADE_UP ? words : letterWords(locale)) }
})
vi.mock(import('#modules/fares/words/words.ts'), async (original) => {
  const { categoryWords } = await original()
  const words = translated(categoryWords('en'))
  return { categoryWords: (locale) => (locale === MADE_UP ? words : categoryWords(locale)) }
})
vi.mock(import('#modules/mail/words/words.ts'), async (original) => {
  const { mailWords } = await original()
  const words = translated(mailWords('en'))
  return { mailWords: (locale) => (locale === MADE_UP ? words : mailWords(locale)) }
})
vi.mock(import('#modules/accounts/words/words.ts'), async (original) => {
  const { accountWords } = await original()
  const words = translated(accountWords('en'))
  return { accountWords: (locale) => (locale === MADE_UP ? words : accountWords(locale)) }
})
vi.mock(import('#modules/staff/words/words.ts'), async (original) => {
  const { staffWords } = await original()
  const words = translated(staffWords('en'))
  return { staffWords: (locale) => (locale === MADE_UP ? words : staffWords(locale)) }
})
vi.mock(import('#modules/gtfs/words/words.ts'), async (original) => {
  const { findingWords } = await original()
  const words = translated(findingWords('en'))
  return { findingWords: (locale) => (locale === MADE_UP ? words : findingWords(locale)) }
})
vi.mock(import('#modules/realtime/words/words.ts'), async (original) => {
  const { alertWords } = await original()
  const words = translated(alertWords('en'))
  return { alertWords: (locale) => (locale === MADE_UP ? words : alertWords(locale)) }
})
vi.mock(import('#modules/enquiries/words/words.ts'), async (original) => {
  const { enquiryWords, labelOf, valueInWords } = await original()
  const words = translated(enquiryWords('en'))
  return {
    enquiryWords: (locale) => (locale === MADE_UP ? words : enquiryWords(locale)),
    labelOf: (locale, kind, field) =>
      locale === MADE_UP ? inMadeUp(labelOf('en', kind, field)) : labelOf(locale, kind, field),
    valueInWords: (locale, field, value) =>
      locale === MADE_UP
        ? inMadeUp(valueInWords('en', field, value))
        : valueInWords(locale, field, value),
  }
})
vi.mock(import('#bank/pages/sentences.ts'), async (original) => {
  const { sentences, ...rest } = await original()
  return { ...rest, sentences: { ...sentences, qps: translated(sentences.en) } } as never
})
vi.mock(import('#modules/content/sources.server.ts'), async (original) => {
  const { listContent, readSource } = await original()
  return {
    listContent: (locale) => listContent(locale === MADE_UP ? 'en' : locale),
    readSource: async (locale, name) =>
      locale === MADE_UP ? translatedText(await readSource('en', name)) : readSource(locale, name),
  }
})

/**
 * The printing thread loads the program again, without the mocks of this file, so this thread
 * prints.
 */
vi.mock(import('#modules/documents/render-pdf.server.ts'), async () => {
  const documents = await import('#modules/documents/pdf/documents.server.ts')
  return { renderTicketPdf: documents.printTickets, renderReceiptPdf: documents.printReceipt }
})

afterAll(() => {
  vi.doUnmock('#platform/languages.ts')
  vi.doUnmock('#operator')
  vi.doUnmock('#app/i18n/messages.ts')
  vi.doUnmock('#platform/format/words/words.ts')
  vi.doUnmock('#modules/documents/words/words.ts')
  vi.doUnmock('#modules/notifications/words/words.ts')
  vi.doUnmock('#modules/fares/words/words.ts')
  vi.doUnmock('#modules/mail/words/words.ts')
  vi.doUnmock('#modules/accounts/words/words.ts')
  vi.doUnmock('#modules/gtfs/words/words.ts')
  vi.doUnmock('#modules/realtime/words/words.ts')
  vi.doUnmock('#modules/enquiries/words/words.ts')
  vi.doUnmock('#bank/pages/sentences.ts')
  vi.doUnmock('#modules/content/sources.server.ts')
  vi.doUnmock('#modules/documents/render-pdf.server.ts')
})

/** Names that are the same in every language: people, places, companies and standards. */
const names = [
  ...Object.values(LANGUAGES).map(({ name }) => name),
  ...textsIn({ ...operator, address: null }),
  ...textsIn([exampleTicket().from, exampleTicket().to, exampleReceipt().cards]),
  'Ada Lovelace',
  'Grace Hopper',
  'Anna Georgiou',
  'Anna Example',
  'localhost',
]

/** Time for making a year of departures, and for the purchases. */
const WITH_A_TIMETABLE = 180_000

let ask: Awaited<ReturnType<typeof openSite>>
let shop: Shop
beforeAll(async () => {
  ask = await openSite()
  shop = await openShop(MADE_UP)
  const places = await Promise.all([
    db.selectFrom('stopNames').selectAll().where('locale', '=', MADE_UP).execute(),
    db.selectFrom('areaNames').selectAll().where('locale', '=', MADE_UP).execute(),
    db.selectFrom('routeNames').selectAll().where('locale', '=', MADE_UP).execute(),
    db.selectFrom('periodNames').selectAll().where('locale', '=', MADE_UP).execute(),
  ])
  names.push(...textsIn(places))
  return () => shop.close()
}, WITH_A_TIMETABLE)

function filesOf(locale: string): string[] {
  return SITE_ROUTES.filter(({ id }) => id.startsWith(`${locale}/`)).map(({ file }) => file)
}

async function open(address: string, cookie = ''): Promise<{ status: number; html: string }> {
  const url = new URL(localePath(MADE_UP, address), 'http://localhost:3000')
  const response = await ask(new Request(url, { headers: { cookie } }))
  return { status: response.status, html: await response.text() }
}

/** The readable text of a page: visible, spoken, and shown by search engines. */
function readable(html: string): string {
  const page = html
    .replaceAll(/<(script|style)\b.*?<\/\1>|<button[^>]*aria-hidden.*?<\/button>/gs, ' ')
    .replaceAll(/<wbr\/?>/g, '')
  const said = page.matchAll(/\b(?:alt|title|aria-label|placeholder)="([^"]*)"/g)
  const shown = page.matchAll(/<meta (?:name="description"|property="og:title") content="([^"]*)"/g)
  const words = [...said, ...shown].map(([, text]) => text)
  return unescaped([page.replaceAll(/<[^>]*>/g, ' '), ...words].join(' '))
}

function unescaped(html: string): string {
  const signs: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#x27': "'",
    nbsp: ' ',
  }
  return html.replaceAll(/&([\w#]+);/g, (all, sign: string) => signs[sign] ?? all)
}

describe('an added language', () => {
  test('has every address of the site, an entry in the sitemap and one in the language switch', async () => {
    expect(LOCALES).toEqual(['en', 'el', MADE_UP])
    expect(filesOf(MADE_UP)).toEqual(filesOf('en'))
    const sitemap = await ask(new Request('http://localhost:3000/sitemap.xml'))
    expect(await sitemap.text()).toMatch(/hreflang="qps" href="[^"]*\/qps\/faq"/)
    const english = await ask(new Request('http://localhost:3000/faq'))
    expect(await english.text()).toMatch(/href="\/faq\?language=qps"[^>]*>.*?Ɋpš<\/a>/s)
  })

  test.each(Object.keys(SCREENS))('covers every page: %s', async (pattern) => {
    for (const { address, cookie } of shop.visitsTo(pattern)) {
      const { status, html } = await open(address, cookie)
      expect([address, status]).toEqual([address, pattern === '*' ? 404 : 200])
      expect(html).toContain('<html lang="qps">')
      expect(html).toContain(inMadeUp('Skip to main content'))
      expect({ address, others: wordsOfOthers(readable(html), names) }).toEqual({
        address,
        others: [],
      })
    }
  })

  test('covers every mail in the language of its reader', () => {
    const letters = lettersInLanguageOf(MADE_UP)
    expect(letters.length).toBeGreaterThan(20)
    for (const [name, { subject, text, html }] of letters) {
      for (const form of [subject, text, readable(html)]) {
        expect({ name, others: wordsOfOthers(form, [...names, ...WRITTEN.split('\n')]) }).toEqual({
          name,
          others: [],
        })
      }
    }
  })

  const { read } = openReader()

  test('covers tickets, receipts and credit notes', async () => {
    const documents = [
      await printTickets([exampleTicket({ locale: MADE_UP, wheelchairUsers: 1 })]),
      await printReceipt(exampleReceipt({ locale: MADE_UP })),
      await printReceipt(exampleNote(MADE_UP)),
    ]
    for (const pages of await Promise.all(documents.map(read))) {
      const text = pages.join(' ')
      expect(text).toMatch(/9,00\s€/)
      expect(wordsOfOthers(text, names)).toEqual([])
    }
  })
})
