import { describe, expect, test } from 'vitest'

import { LOCALES } from '#platform/locale.ts'

import { INCIDENT_KINDS } from './incident-states.ts'
import {
  chooseOther,
  chooseReason,
  MAX_REASON_LENGTH,
  sayUsual,
  USUAL_REASONS,
  usualOf,
} from './told-reason.ts'

const NOTHING = { en: '', el: '' }
const FIRE = { en: 'There is a fire near Kofinou.', el: 'Υπάρχει πυρκαγιά κοντά στην Κοφίνου.' }

describe('the reason that passengers are told', () => {
  test('is none, unless one was chosen or written', () => {
    for (const usual of ['', 'unknown', 'constructor']) {
      expect(chooseReason({ usual, own: NOTHING })).toEqual({ ok: true, toldReason: null })
    }
    expect(chooseReason({ usual: '', own: { en: ' ', el: '\u200B' } })).toMatchObject({
      toldReason: null,
    })
  })

  test('is a usual one in every language, and own words count instead', () => {
    expect(chooseReason({ usual: 'strike', own: NOTHING })).toEqual({
      ok: true,
      toldReason: { en: 'There is a strike.', el: 'Πραγματοποιείται απεργία.' },
    })
    expect(chooseReason({ usual: 'strike', own: FIRE })).toEqual({ ok: true, toldReason: FIRE })
  })

  test('is written in every language or in none', () => {
    for (const locale of LOCALES) {
      const own = { ...FIRE, [locale]: ' ' }
      const refusal = { ok: false, reason: 'language-missing', locale }
      expect(chooseReason({ usual: 'strike', own })).toEqual(refusal)
    }
  })

  test('is one line of 200 characters at most', () => {
    const el = 'α'.repeat(MAX_REASON_LENGTH)
    expect(chooseReason({ usual: '', own: { ...FIRE, el } })).toMatchObject({ ok: true })
    expect(chooseReason({ usual: '', own: { ...FIRE, el: `${el}α` } })).toEqual({
      ok: false,
      reason: 'reason-too-long',
      locale: 'el',
      most: 200,
    })
    const en = ' There is\r\na fire.\u202E\nBcc: all@example.com '
    expect(chooseReason({ usual: '', own: { ...FIRE, en } })).toMatchObject({
      toldReason: { en: 'There is a fire. Bcc: all@example.com' },
    })
  })
})

describe('a reason that was told', () => {
  test('gives way to a usual reason, although its own words are still in the form', () => {
    const usual = 'strike'
    expect(chooseOther({ usual, own: FIRE }, FIRE)).toMatchObject({ toldReason: sayUsual(usual) })
    const other = { ...FIRE, en: 'There is a fire near Lefkara.' }
    expect(chooseOther({ usual, own: other }, FIRE)).toMatchObject({ toldReason: other })
    expect(chooseOther({ usual: '', own: FIRE }, FIRE)).toMatchObject({ toldReason: FIRE })
    expect(chooseOther({ usual: '', own: NOTHING }, FIRE)).toMatchObject({ toldReason: null })
    const half = { ...FIRE, el: '' }
    expect(chooseOther({ usual, own: half }, FIRE)).toMatchObject({ reason: 'language-missing' })
  })

  test('is a usual one of its kind if it has the same words in every language', () => {
    expect(usualOf(sayUsual('strike'), 'not-running')).toBe('strike')
    expect(usualOf(sayUsual('strike'), 'stop-closed')).toBeUndefined()
    expect(usualOf({ ...FIRE, en: sayUsual('strike').en }, 'not-running')).toBeUndefined()
  })
})

test.each(INCIDENT_KINDS)('every reason proposed for %s is short enough and a sentence', (kind) => {
  for (const reason of USUAL_REASONS[kind]) {
    const words = sayUsual(reason)
    expect(chooseReason({ usual: '', own: words })).toEqual({ ok: true, toldReason: words })
    for (const locale of LOCALES) expect(words[locale]).toMatch(/^\p{Lu}.*\.$/u)
  }
})
