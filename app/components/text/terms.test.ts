import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { fillInMarkdown, placeholdersIn, type Placeholders } from '#modules/content/figures.ts'
import { readSource } from '#modules/content/sources.server.ts'
import { TERMS_DIGESTS, TERMS_VERSION } from '#modules/orders/order/terms-version.ts'
import { LOCALES, localePath, type Locale } from '#platform/locale.ts'
import { openPage } from '#test/fixtures/open-page.ts'

import { settledFigures } from './placeholders.server.ts'

/** Facts about the company and the tax rate: changing one does not change the terms. */
const NOT_OURS = (
  'name legal-name address company-number vat-number licence vat-percent ' +
  'phone phone-digits email hours-from hours-until'
).split(' ')

/**
 * The accepted wording: the text with its rules filled in, so that another fee or deadline changes
 * the wording. Line breaks do not matter.
 */
async function wordingOf(locale: Locale): Promise<string> {
  const source = await readSource(locale, 'terms')
  const { shown } = await openPage<Placeholders>(
    () => settledFigures(),
    localePath(locale, '/about'),
  )
  const left = NOT_OURS.map((name): [string, string] => [name, name])
  const wording = fillInMarkdown(source, { ...shown, ...Object.fromEntries(left) })
  return wording.replaceAll(/\s+/g, ' ').trim()
}

function digestOf(wording: string): string {
  return createHash('sha256').update(wording).digest('hex').slice(0, 16)
}

test.each(LOCALES)('the terms in %s match the version that people accept', async (locale) => {
  const digest = digestOf(await wordingOf(locale))
  const whatToDo =
    `The wording of content/${locale}/terms.md, or a rule it states, is not that of version ` +
    `${TERMS_VERSION}. In modules/orders/order/terms-version.ts raise TERMS_VERSION to the date from which the ` +
    `new wording holds, and set the digest of ${locale} to '${digest}'. Only while nobody has ` +
    'accepted a version may its digest change without it.'
  expect(digest === TERMS_DIGESTS[locale] ? '' : whatToDo).toBe('')
})

test('only company facts that the terms name may change without a new version', async () => {
  const asked = placeholdersIn(await readSource('en', 'terms'))
  expect(NOT_OURS.filter((name) => !asked.includes(name))).toEqual([])
})
