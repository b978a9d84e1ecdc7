import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'

import { MESSAGES } from '#app/i18n/messages.ts'
import { provideTranslation } from '#app/i18n/translation.ts'
import { sayUsual } from '#modules/incidents/incident/told-reason.ts'
import type { Locale } from '#platform/locale.ts'

import { ToldReasonFields } from './told-reason-fields.tsx'

let locale: Locale
beforeEach(() => {
  locale = 'en'
  provideTranslation(() => ({ locale, messages: MESSAGES[locale] }))
})

type Props = Parameters<typeof ToldReasonFields>[0]

const show = (refused?: Props['refused'], present: Props['present'] = null) =>
  renderToStaticMarkup(<ToldReasonFields kind="stop-closed" refused={refused} present={present} />)

test('no reason is told at first, and what passengers read is there in every language', () => {
  expect(show()).toContain('<option value="">Give no reason</option>')
  expect(show()).toContain('<option value="roadworks">There are roadworks on the route.</option>')
  expect(show()).not.toContain('selected')
  expect(show()).not.toContain('value="driver-ill"')
  locale = 'el'
  expect(show()).toContain(
    '<option value="roadworks">Εκτελούνται οδικά έργα στη διαδρομή.</option>',
  )
  expect(show()).toContain('<div lang="en">There are roadworks on the route.</div>')
})

test('a refused form keeps what was chosen and typed, and opens the own words', () => {
  expect(show()).not.toContain('<details class="details" open')
  const page = show({
    intent: 'change-stop',
    problems: [{ fieldId: 'told-el', sentence: 'Write it in Greek.' }],
    typed: { told: 'event', 'told-en': 'A "race" & more', 'told-el': '' },
  })
  expect(page).toContain('<option value="event" selected="">')
  expect(page).toContain('<details class="details" open="">')
  expect(page).toContain('value="A &quot;race&quot; &amp; more"')
  expect(page).toContain('Write it in Greek.')
})

test('a form that changes the reason begins with the one that is told', () => {
  const usual = show(undefined, sayUsual('event'))
  expect(usual).toContain('<option value="event" selected="">')
  expect(usual).not.toContain('<option value="">')
  expect(usual).not.toContain('<details class="details" open')
  const own = show(undefined, { en: 'A race.', el: 'Αγώνας δρόμου.' })
  expect(own).toContain('<option value="">As written below</option>')
  expect(own).toContain('<details class="details" open="">')
  expect(own).toContain('value="Αγώνας δρόμου."')
})
