import { describe, expect, test } from 'vitest'

import { readSettings, SettingsError } from './env.server.ts'

/* Settings that cannot work are told by their names, all at once, before a port is opened. */

const STRIPE = { STRIPE_KEY: 'sk_test_keyOfTheTests', STRIPE_WEBHOOK_SECRET: 'whsec_secretOfTests' }
const JCC = {
  JCC_USER: 'halcyon-api',
  JCC_PASSWORD: 'a password',
  JCC_CALLBACK_TOKEN: 'token-of-the-portal',
}
const LIVE = {
  MODE: 'live',
  SMTP_URL: 'smtps://user:secret-of-mail@mail.example',
  OPERATIONS_EMAIL: 'operations@halcyon.example',
  DATABASE_URL: 'postgres://halcyon:secret-of-database@db.example/halcyon',
  SITE_URL: 'https://halcyon.example',
  SESSION_SECRET: 'secret-of-sessions-that-is-long-enough',
}
const LIVE_STRIPE = { ...STRIPE, STRIPE_KEY: 'rk_live_keyOfTheTests', PAYMENT_PROVIDER: 'stripe' }
const LIVE_JCC = { ...JCC, PAYMENT_PROVIDER: 'jcc' }

function problemsOf(environment: Record<string, string | undefined>): readonly string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.problems
  }
}

/** The settings that are named, in their order. */
function namesOf(environment: Record<string, string | undefined>): string[] {
  return problemsOf(environment).map((problem) => problem.split(':')[0] ?? '')
}

describe('nothing but what is said', () => {
  test('is needed by a demonstration, which pays at the sandbox bank', () => {
    expect(readSettings({})).toMatchObject({ MODE: 'demonstration', PAYMENT_PROVIDER: 'sandbox' })
  })

  test('an empty setting is one that is not there', () => {
    expect(problemsOf({ STRIPE_KEY: '', JCC_USER: '', STRIPE_WEBHOOK_SECRET: '' })).toEqual([])
  })
})

describe('each company has all of its settings, or none', () => {
  test.each<[string, Record<string, string | undefined>, string[]]>([
    ['Stripe', { ...STRIPE, PAYMENT_PROVIDER: 'stripe' }, []],
    [
      'Stripe without a key',
      { PAYMENT_PROVIDER: 'stripe' },
      ['STRIPE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ],
    [
      'a key without the secret of notices',
      { STRIPE_KEY: STRIPE.STRIPE_KEY },
      ['STRIPE_WEBHOOK_SECRET'],
    ],
    ['JCC', { ...JCC, PAYMENT_PROVIDER: 'jcc' }, []],
    [
      'JCC by its certificate',
      { ...JCC, JCC_CALLBACK_TOKEN: undefined, JCC_CALLBACK_CERTIFICATE: '/etc/jcc.pem' },
      [],
    ],
    [
      'JCC without anything',
      { PAYMENT_PROVIDER: 'jcc' },
      ['JCC_USER', 'JCC_PASSWORD', 'JCC_CALLBACK_TOKEN'],
    ],
    ['a user of JCC without a password', { ...JCC, JCC_PASSWORD: undefined }, ['JCC_PASSWORD']],
    ['a password without a user', { ...JCC, JCC_USER: undefined }, ['JCC_USER']],
    ['both, with one of them chosen', { ...STRIPE, ...JCC, PAYMENT_PROVIDER: 'jcc' }, []],
    ['both, and the sandbox bank chosen', { ...STRIPE, ...JCC }, []],
  ])('%s', (_what, environment, expected) => {
    expect(namesOf(environment)).toEqual(expected)
  })
})

describe('what a key looks like', () => {
  test.each(['sk_test_keyOfTheTests', 'rk_test_keyOfTheTests'])('%s is one', (key) => {
    expect(namesOf({ ...STRIPE, STRIPE_KEY: key })).toEqual([])
  })

  test.each(['pk_test_keyOfTheTests', 'keyOfTheTests', 'sk_test_', 'whsec_keyOfTheTests'])(
    '%s is none',
    (key) => {
      expect(namesOf({ ...STRIPE, STRIPE_KEY: key })).toEqual(['STRIPE_KEY'])
    },
  )

  test('and a secret of notices begins as Stripe’s do', () => {
    const wrong = {
      STRIPE_WEBHOOK_SECRET: STRIPE.STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET_BEFORE: 'before',
    }
    expect(new Set(namesOf({ ...STRIPE, ...wrong }))).toEqual(
      new Set(['STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET_BEFORE']),
    )
  })
})

describe('real money and pretended', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['live with Stripe', { ...LIVE, ...LIVE_STRIPE }, []],
    ['live with JCC', { ...LIVE, ...LIVE_JCC }, []],
    ['live with both', { ...LIVE, ...LIVE_JCC, ...LIVE_STRIPE }, []],
    ['live with the sandbox bank', LIVE, ['PAYMENT_PROVIDER']],
    [
      'live with a key for tests',
      { ...LIVE, ...STRIPE, PAYMENT_PROVIDER: 'stripe' },
      ['STRIPE_KEY'],
    ],
    [
      'live with JCC, and a key of Stripe for tests',
      { ...LIVE, ...LIVE_JCC, ...STRIPE },
      ['STRIPE_KEY'],
    ],
    ['a demonstration with a live key', LIVE_STRIPE, ['STRIPE_KEY']],
    [
      'a demonstration with a live key that is not chosen',
      { ...LIVE_STRIPE, PAYMENT_PROVIDER: 'sandbox' },
      ['STRIPE_KEY'],
    ],
    [
      'live, and a fake of Stripe',
      { ...LIVE, ...LIVE_STRIPE, STRIPE_URL: 'http://127.0.0.1:1' },
      ['STRIPE_URL'],
    ],
    [
      'live, and a fake of JCC',
      { ...LIVE, ...LIVE_JCC, JCC_URL: 'http://127.0.0.1:1' },
      ['JCC_URL'],
    ],
    [
      'live, and a control of the bank',
      { ...LIVE, ...LIVE_JCC, SANDBOX_CONTROL: '1' },
      ['SANDBOX_CONTROL'],
    ],
    [
      'live at an address of http',
      { ...LIVE, ...LIVE_JCC, SITE_URL: 'http://halcyon.example' },
      ['SITE_URL'],
    ],
  ])('%s', (_what, environment, expected) => {
    expect(namesOf(environment)).toEqual(expected)
  })

  test('a demonstration may speak with fakes, and only over http', () => {
    expect(
      namesOf({ STRIPE_URL: 'http://127.0.0.1:4000', JCC_URL: 'http://127.0.0.1:4001' }),
    ).toEqual([])
    expect(namesOf({ STRIPE_URL: 'ftp://127.0.0.1' })).toEqual(['STRIPE_URL'])
  })

  test('live without anything says all that it lacks', () => {
    expect(namesOf({ MODE: 'live' })).toEqual([
      'PAYMENT_PROVIDER',
      'SMTP_URL',
      'OPERATIONS_EMAIL',
      'DATABASE_URL',
      'SITE_URL',
      'SESSION_SECRET',
    ])
  })
})

test('no message has a secret in it, however wrong it is', () => {
  const secrets = {
    STRIPE_KEY: 'pk_live_secretOne',
    STRIPE_WEBHOOK_SECRET: 'secretTwo',
    STRIPE_WEBHOOK_SECRET_BEFORE: 'secretThree',
    JCC_CALLBACK_TOKEN: 'secretFour',
    JCC_CALLBACK_TOKEN_BEFORE: 'secretFive',
    BANK_KEY: 'secretSix',
    BANK_SECRET: 'secretSeven',
    SESSION_SECRET: 'secretEight',
    SMTP_URL: 'http://user:secretNine@mail.example',
    DATABASE_URL: 'mysql://user:secretTen@db.example',
  }
  const problems = problemsOf(secrets)
  expect(new Set(namesOf(secrets))).toEqual(new Set(Object.keys(secrets)))
  expect(problems.join('\n')).not.toMatch(/secret[A-Z]/)
  expect(new SettingsError(problems).message).not.toMatch(/secret[A-Z]/)
})
