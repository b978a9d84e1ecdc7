import { expect, test } from 'vitest'

import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#modules/rules/kept.ts'

import { commonPasswords } from './common-passwords.ts'
import { checkPassword, readPassword } from './passwords.ts'

const ANNA = { name: 'Anna Karayianni', email: 'a.karayianni@example.com' }
const check = (password: string) => checkPassword(readPassword(password), ANNA)

test('a password has 8 letters or more, in any script, and 128 at most', () => {
  expect(check('')).toEqual({ ok: false, reason: 'password-missing' })
  expect(check('vq7-kpw')).toMatchObject({
    reason: 'password-too-short',
    least: MIN_PASSWORD_LENGTH,
  })
  expect(check('vq7-kpwz')).toBeUndefined()
  expect(check('ξυστ💧ρβ')).toMatchObject({ reason: 'password-too-short' })
  expect(check('ξυστ💧ρβω')).toBeUndefined()
  const sentence = 'seven green buses wait for no one '
  expect(check(sentence.repeat(4).slice(0, MAX_PASSWORD_LENGTH))).toBeUndefined()
  expect(check(sentence.repeat(4).slice(0, MAX_PASSWORD_LENGTH + 1))).toMatchObject({
    reason: 'password-too-long',
    most: MAX_PASSWORD_LENGTH,
  })
})

test.each([
  'password',
  'Password2024!',
  'p@55w0rd',
  'iloveyou1',
  'Κωδικός1',
  'κύπρος1960',
  'Larnaca2026',
  'halcyonbus',
  'Halcyon2026!',
  'omonia1948',
  'Aa123456',
  'a1234567',
  '123456789a',
  '12qwaszx',
  'maverick',
  'larnacaairport',
  'paphos-airport-2026',
  'αεροδρόμιολάρνακας',
  'qwertyuiop',
  'poiuytrewq',
  'asdfghjkl;',
  '1q2w3e4r',
  'aaaaaaaaa',
  'abcabcabc',
  '12345678',
  '99123456',
  '25/12/1990',
  'Karayianni1!',
  'a.karayianni@example.com',
  'AnnaKarayianni',
])('%s is easy to guess', (password) => {
  expect(check(password)).toEqual({ ok: false, reason: 'password-guessable' })
})

test.each([
  'correct horse battery',
  'tram-oval-73-kiwi',
  'το λεωφορείο των εννιά',
  'x9!mQ2#v',
  'nicosia tram to larnaca',
])('%s is not', (password) => expect(check(password)).toBeUndefined())

test('the same letters from another keyboard are the same password', () => {
  expect(readPassword('κωδικο\u0301ς')).toBe(readPassword('κωδικ\u03CCς'))
})

test('more than forty thousand common ones are known, each as it is compared', () => {
  const common = commonPasswords()
  expect(common.size).toBeGreaterThan(40_000)
  const odd = [...common].filter((word) => /\p{Lu}|\p{M}/u.test(word.normalize('NFD')))
  expect(odd).toEqual([])
})
