import { beforeAll, describe, expect, test } from 'vitest'

import { listTopQuestions } from '#app/site/home/top-questions.server.ts'
import { placeholdersIn } from '#modules/content/figures.ts'
import { splitFrontMatter } from '#modules/content/front-matter.ts'
import type { Content } from '#modules/content/render-markdown.ts'
import { listContent, readSource } from '#modules/content/sources.server.ts'
import { ENQUIRY_KINDS, FORMS } from '#modules/enquiries/forms.ts'
import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { NOTICE_HOURS } from '#modules/rules/rules.ts'
import { now } from '#platform/clock.server.ts'
import { LOCALES, localePath, type Locale } from '#platform/locale.ts'
import { openPage } from '#test/fixtures/open-page.ts'

import { checkTexts, readText } from './read-text.server.ts'
import { listServices } from './service-texts.server.ts'

const names = await listContent('en')

beforeAll(() => loadSeed(now()))

async function read<Value>(locale: Locale, reading: () => Promise<Value>): Promise<Value> {
  return (await openPage<Value>(reading, localePath(locale, '/about'))).shown
}

function wholeText({ title, description, lead, sections }: Content): string {
  const parts = sections.flatMap((section) => [section, ...section.parts])
  return [title, description, lead, ...parts.map((part) => part.heading + part.html)].join('\n')
}

test('every text is valid, and every placeholder in it has a value', async () => {
  await expect(checkTexts()).resolves.toBeUndefined()
})

describe.each(names)('%s', (name) => {
  test('has the same headings, figures, numbers and links in every language', async () => {
    const [first, ...others] = await Promise.all(
      LOCALES.map(async (locale) => outlineOf(await readSource(locale, name))),
    )
    for (const other of others) expect(other).toEqual(first)
  })

  test('is a complete page in every language, without gaps', async () => {
    for (const locale of LOCALES) {
      const text = wholeText(await read(locale, () => readText(name)))
      expect(text).not.toMatch(/\{\{|\}\}|undefined|TODO/)
      expect(text).not.toMatch(/ec\.europa\.eu\/(consumers\/)?odr/)
    }
  })

  test('uses Greek punctuation in Greek', async () => {
    const source = await readSource('el', name)
    const { body, title, description } = splitFrontMatter(source)
    const prose = [title, description, body].join('\n').replaceAll(/\]\([^)]*\)|\{[^}]*\}/g, '')
    expect(prose).not.toMatch(/["“”?]|€\d/)
    expect(prose).toMatch(/[Α-Ωα-ω]/)
  })
})

/** Fixed numbers: of laws and standards, and one bus at night as an example. */
const FOREIGN_NUMBERS = [
  /181\/2011|57\([IΙ]\)\/2024|2019\/882|EN 301 549|WCAG\)? 2\.2|6\(1\)|9\(2\)|85\([IΙ]\)\/2017|250 (?:km|χλμ)|\b14-day|\b14 ημερών/g,
  /\b320 pixels?|\b20 (?:November|Νοεμβρίου) 2026|01:30/g,
]

test('no text contains a hard-coded figure', async () => {
  for (const locale of LOCALES) {
    for (const name of names) {
      const source = await readSource(locale, name)
      const words = source.replaceAll(/\{[^}]*\}|\]\([^)]*\)|^\d+\. /gm, '')
      const typed = FOREIGN_NUMBERS.reduce((rest, known) => rest.replaceAll(known, ''), words)
      expect({ name, locale, typed: typed.match(/\S*\d\S*/g) }).toMatchObject({ typed: null })
    }
  }
})

/** Everything in a text that must not differ between languages. */
function outlineOf(source: string) {
  const links = [...source.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target)
  const words = source
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/\{\{[^}]*\}\}|\{#[^}]*\}/g, '')
    .replaceAll(/^\d+\. /gm, '')
  return {
    headings: [...source.matchAll(/^(#+) .*\{#(.*)\}$/gm)].map(([, level, id]) => `${level}${id}`),
    figures: placeholdersIn(source).toSorted(),
    asked: [...source.matchAll(/\{\{[^}]*\}\}/g)].length,
    numbers: [...words.matchAll(/\d+/g)].map(([number]) => number).toSorted(),
    // The Ministry has a page in each language.
    links: links.map((target) => target.replace('/mtcw/en/', '/mtcw/')).toSorted(),
    items: [...source.matchAll(/^(?:- |\d+\. |\|)/gm)].length,
  }
}

test('the fares in the FAQ match the timetable, formatted for the language', async () => {
  const english = wholeText(await read('en', () => readText('faq')))
  expect(english).toContain('<th scope="row">Nicosia – Larnaca Airport</th>')
  expect(english).toMatch(/Nicosia – Larnaca Airport<\/th><td class="number">€9\.00/)
  const greek = wholeText(await read('el', () => readText('faq')))
  expect(greek).toMatch(/Λευκωσία – Αεροδρόμιο Λάρνακας<\/th><td class="number">9,00\u00A0€/)
  expect(greek).toContain('1,00\u00A0€')
})

test('the cancellation deadline in the texts is the one the program enforces', async () => {
  const text = await read('en', () => readText('terms'))
  const rule = text.sections.find(({ id }) => id === 'cancelling')
  expect(rule?.html).toContain(`Until ${NOTICE_HOURS} hours before`)
})

test('every stop is described where travellers look for it', async () => {
  const [where] = await read('en', listTopQuestions)
  expect(where?.question).toBe('Where exactly is the stop?')
  for (const stop of ['Larnaca International Airport', 'Paphos International Airport', 'Nicosia']) {
    expect(where?.html).toContain(stop)
  }
})

test('every departure stop has a link to its place on a map', async () => {
  const { sections } = await read('en', () => readText('faq'))
  const map = sections.flatMap(({ parts }) => parts).find(({ id }) => id === 'map')
  expect(map?.html.match(/openstreetmap\.org/g)).toHaveLength(7)
  expect(map?.html).toContain('mlat=34.87060&amp;mlon=33.60650#map=18/34.87060/33.60650')
})

test('the top questions exist in every language', async () => {
  for (const locale of LOCALES) expect(await read(locale, listTopQuestions)).toHaveLength(6)
})

test('each service has a text, and no heading has the id of a form field', async () => {
  for (const locale of LOCALES) {
    expect(await read(locale, listServices)).toHaveLength(ENQUIRY_KINDS.length - 1)
  }
  for (const kind of ENQUIRY_KINDS) {
    const name = kind === 'contact' ? kind : `service-${kind}`
    const { sections } = await read('en', () => readText(name))
    const fields = FORMS[kind].flatMap((group) => group.fields.map((field): string => field.name))
    expect(sections.filter(({ id }) => fields.includes(id))).toEqual([])
  }
})

test('every link between texts leads to an existing heading', async () => {
  const pages: Record<string, string> = {
    '/terms-and-conditions': 'terms',
    '/privacy': 'privacy',
    '/passenger-rights': 'passenger-rights',
    '/faq': 'faq',
  }
  for (const name of names) {
    for (const [, page = '', id] of (await readSource('en', name)).matchAll(
      /\]\((\/[^)#]*)#([^)]*)\)/g,
    )) {
      const { sections } = await read('en', () => readText(pages[page] ?? page))
      expect(sections.flatMap((one) => [one, ...one.parts]).map((one) => one.id)).toContain(id)
    }
  }
})
