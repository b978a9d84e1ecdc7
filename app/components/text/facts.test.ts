import { afterEach, describe, expect, test, vi } from 'vitest'

import type { Figure } from '#modules/content/figures.ts'
import { readSource } from '#modules/content/sources.server.ts'
import type { IncidentKind } from '#modules/incidents/incident/incident-states.ts'
import type { IncidentMailKind } from '#modules/mail/kinds.ts'
import type { SaleChannel } from '#modules/orders/order/sale-channel.ts'
import { operator } from '#operator'
import { LOCALES, localePath, type Locale } from '#platform/locale.ts'
import { openPage } from '#test/fixtures/open-page.ts'

import { settledFigures } from './placeholders.server.ts'

/*
 * Capabilities of the program, and the public texts about them. A new capability does not compile until a text has
 * a place for it, and a text that denies one fails.
 */

afterEach(() => {
  vi.restoreAllMocks()
})

/** The heading under which a text says it, and the words or the placeholder by which it does. */
type Said = { text: 'faq' | 'terms'; id: string; says: Record<Locale, RegExp> }

function saidIn(text: Said['text'], id: string) {
  return (en: RegExp, el = en): Said => ({ text, id, says: { en, el } })
}
const inPayment = saidIn('terms', 'payment')
const inChanges = saidIn('terms', 'we-change')
const inAnnouncements = saidIn('faq', 'announcements')

/** What the passengers of a bus that does not run as it was sold may choose. */
const CHOICES: Record<IncidentKind, Said> = {
  'not-running': saidIn('terms', 'we-cancel')(/we cancel a departure/, /ακυρώσουμε ένα δρομολόγιο/),
  'smaller-bus': inChanges(/Smaller bus/, /Μικρότερο λεωφορείο/),
  retimed: inChanges(/\{\{new-time-minutes\}\}/),
  late: inChanges(/\{\{late-choice-minutes\}\}/),
  'stop-closed': inChanges(/\{\{near-stop-kilometres\}\}/),
  'stop-moved': inChanges(/Moved stop/, /Μεταφορά στάσης/),
}

/** Mails that take back an earlier one, or tell what the first one offers. */
type News = Exclude<IncidentMailKind, 'new-offers' | 'seats-kept' | 'stop-reopened' | 'smaller-bus'>

const MAILS: Record<News, Said> = {
  'departure-cancelled': inAnnouncements(/we cancel your bus/, /ακυρώσουμε το δρομολόγιό/),
  retimed: inAnnouncements(/change its time/, /αλλάξει η ώρα/),
  'stop-closed': inAnnouncements(/close or move your stop/, /η στάση σας καταργηθεί/),
  'stop-moved': inAnnouncements(/close or move your stop/, /ή μεταφερθεί/),
  'running-late': inAnnouncements(/\{\{told-from-minutes\}\}/),
}

/** How a booking is paid for, by the channel of its sale. */
const SALES: Record<SaleChannel, Said> = {
  web: inPayment(/Online you pay by card/, /Μέσω διαδικτύου πληρώνετε με κάρτα/),
  phone: inPayment(/the link we email to you/, /τον σύνδεσμο που σας στέλνουμε/),
  counter: inPayment(/in cash or on their card terminal/, /με μετρητά ή στο τερματικό/),
  'on-board': inPayment(/\{\{pay-the-driver-terms\}\}/),
}

describe.each(LOCALES)('in %s', (locale) => {
  test.each([...Object.entries(CHOICES), ...Object.entries(MAILS), ...Object.entries(SALES)])(
    'the texts say what the program does: %s',
    async (_, { text, id, says }) => {
      expect(await readPart(locale, text, id)).toMatch(says[locale])
    },
  )

  test('a traveller who asks about a late bus is not sent to the telephone', async () => {
    for (const id of ['late-bus', 'long-delay', 'announcements']) {
      const answer = await readPart(locale, 'faq', id)
      expect(answer).not.toContain('{{phone}}')
      expect(answer).toMatch(/\{\{(?:told-from|late-choice)-minutes\}\}/)
    }
  })

  test('drivers take cash in the texts where they sell, and nothing where they do not', async () => {
    const offered = { en: /only in cash/i, el: /μόνο με μετρητά/i }[locale]
    const denied = { en: /neither cash|Nothing is paid/, el: /ούτε μετρητά|δεν γίνονται/ }[locale]
    for (const sells of [true, false]) {
      vi.spyOn(operator, 'sellsOnBoard', 'get').mockReturnValue(sells)
      for (const sentence of await readSentences(locale)) {
        expect(offered.test(sentence)).toBe(sells)
        expect(denied.test(sentence)).toBe(!sells)
      }
    }
  })
})

test('only the two sentences that follow the operator speak of paying the driver', async () => {
  expect(await readPart('en', 'faq', 'pay-on-board')).toBe('{{pay-the-driver}}')
  expect(await readPart('el', 'faq', 'pay-on-board')).toBe('{{pay-the-driver}}')
  for (const text of ['faq', 'terms', 'about'] as const) {
    expect(await readSource('en', text)).not.toMatch(/drivers? takes? |nothing is paid/i)
    expect(await readSource('el', text)).not.toMatch(/οδηγοί δεν δέχονται|γίνονται πληρωμές/i)
  }
})

/** The answer or the rule below a heading. */
async function readPart(locale: Locale, text: string, id: string): Promise<string> {
  const [, after = ''] = (await readSource(locale, text)).split(`{#${id}}`)
  return (after.split(/^#+ /m)[0] ?? '').trim()
}

async function readSentences(locale: Locale): Promise<string[]> {
  const { shown } = await openPage<Figure[]>(
    () => {
      const { 'pay-the-driver': answer, 'pay-the-driver-terms': rule } = settledFigures()
      return Promise.resolve([answer ?? '', rule ?? ''])
    },
    localePath(locale, '/about'),
  )
  return shown.map((figure) => (typeof figure === 'string' ? figure : figure.markdown))
}
