import { describe, expect, test } from 'vitest'

import { readSettings, SettingsError } from './env.server.ts'

/* Settings that cannot work are reported by name, all at once, before a port is opened. */

const STRIPE = { STRIPE_KEY: 'sk_test_keyOfTheTests', STRIPE_WEBHOOK_SECRET: 'whsec_secretOfTests' }
const JCC = {
  JCC_USER: 'halcyon-api',
  JCC_PASSWORD: 'a password',
  JCC_CALLBACK_TOKEN: 'token-of-the-portal',
}
const LIVE = {
  MODE: 'live',
  TRUSTED_PROXIES: '1',
  SMTP_URL: 'smtps://user:secret-of-mail@mail.shuttle.cy',
  MAIL_FROM: 'tickets@shuttle.cy',
  OPERATIONS_EMAIL: 'operations@shuttle.cy',
  DATABASE_URL: 'postgres://halcyon:secret-of-database@db.shuttle.cy/halcyon?sslmode=verify-full',
  DATABASE_OWNER_URL:
    'postgres://halcyon_owner:secret-of-owner@db.shuttle.cy/halcyon?sslmode=verify-full',
  SITE_URL: 'https://shuttle.cy',
  SESSION_SECRET: 'q7Jx0vTnB2mLw9KcE4sYd8RzHf1GuPaN',
}
const LIVE_STRIPE = { ...STRIPE, STRIPE_KEY: 'rk_live_keyOfTheTests', PAYMENT_PROVIDER: 'stripe' }
const LIVE_JCC = { ...JCC, PAYMENT_PROVIDER: 'jcc' }

const database = 'postgres://halcyon:secret-of-database@'

function problemsOf(environment: Record<string, string | undefined>): readonly string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.problems
  }
}

/** The names of the settings reported, in order. */
function namesOf(environment: Record<string, string | undefined>): string[] {
  return problemsOf(environment).map((problem) => problem.split(':')[0] ?? '')
}

describe('required settings', () => {
  test('a demonstration needs none, and pays at the sandbox bank', () => {
    expect(readSettings({})).toMatchObject({ MODE: 'demonstration', PAYMENT_PROVIDER: 'sandbox' })
  })

  test('a demonstration may name a database of its own, but not only the owner of one', () => {
    const databases = {
      DATABASE_URL: `${database}db.cy/h`,
      DATABASE_OWNER_URL: `${database}db.cy/h`,
    }
    expect(problemsOf({ DATABASE_URL: databases.DATABASE_URL })).toEqual([])
    expect(problemsOf(databases)).toEqual([])
    expect(namesOf({ ...databases, DATABASE_URL: '' })).toEqual(['DATABASE_OWNER_URL'])
  })

  test('an empty setting counts as absent', () => {
    expect(problemsOf({ STRIPE_KEY: '', JCC_USER: '', STRIPE_WEBHOOK_SECRET: '' })).toEqual([])
  })
})

describe('each provider has all of its settings, or none', () => {
  test.each<[string, Record<string, string | undefined>, string[]]>([
    ['Stripe', { ...STRIPE, PAYMENT_PROVIDER: 'stripe' }, []],
    [
      'Stripe without a key',
      { PAYMENT_PROVIDER: 'stripe' },
      ['STRIPE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ],
    [
      'a key without the webhook secret',
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

describe('the form of a key', () => {
  test.each(['sk_test_keyOfTheTests', 'rk_test_keyOfTheTests'])('%s is valid', (key) => {
    expect(namesOf({ ...STRIPE, STRIPE_KEY: key })).toEqual([])
  })

  test.each(['pk_test_keyOfTheTests', 'keyOfTheTests', 'sk_test_', 'whsec_keyOfTheTests'])(
    '%s is refused',
    (key) => {
      expect(namesOf({ ...STRIPE, STRIPE_KEY: key })).toEqual(['STRIPE_KEY'])
    },
  )

  test('a webhook secret begins as Stripe’s do', () => {
    const wrong = {
      STRIPE_WEBHOOK_SECRET: STRIPE.STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET_BEFORE: 'before',
    }
    expect(new Set(namesOf({ ...STRIPE, ...wrong }))).toEqual(
      new Set(['STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET_BEFORE']),
    )
  })
})

/** Settings, and the names of those that are refused. */
const MONEY: [string, Record<string, string>, string[]][] = [
  ['live with Stripe', { ...LIVE, ...LIVE_STRIPE }, []],
  ['live with JCC', { ...LIVE, ...LIVE_JCC }, []],
  ['live with both', { ...LIVE, ...LIVE_JCC, ...LIVE_STRIPE }, []],
  ['live with the sandbox bank', LIVE, ['PAYMENT_PROVIDER']],
  ['live with a key for tests', { ...LIVE, ...STRIPE, PAYMENT_PROVIDER: 'stripe' }, ['STRIPE_KEY']],
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
  ['live, and a fake of JCC', { ...LIVE, ...LIVE_JCC, JCC_URL: 'http://127.0.0.1:1' }, ['JCC_URL']],
  [
    'live, and the bank’s control interface',
    { ...LIVE, ...LIVE_JCC, SANDBOX_CONTROL: '1' },
    ['SANDBOX_CONTROL'],
  ],
  [
    'live, and an office that anybody may enter',
    { ...LIVE, ...LIVE_JCC, OFFICE_DEMONSTRATION: 'on' },
    ['OFFICE_DEMONSTRATION'],
  ],
  ['a demonstration whose office anybody may enter', { OFFICE_DEMONSTRATION: 'on' }, []],
  [
    'live at an http address',
    { ...LIVE, ...LIVE_JCC, SITE_URL: 'http://halcyon.example' },
    ['SITE_URL'],
  ],
]

describe('real and pretended money', () => {
  test.each(MONEY)('%s', (_what, environment, expected) => {
    expect(namesOf(environment)).toEqual(expected)
  })

  test('a demonstration may talk to fake providers, over http only', () => {
    expect(
      namesOf({ STRIPE_URL: 'http://127.0.0.1:4000', JCC_URL: 'http://127.0.0.1:4001' }),
    ).toEqual([])
    expect(namesOf({ STRIPE_URL: 'ftp://127.0.0.1' })).toEqual(['STRIPE_URL'])
  })

  test('live mode without any settings lists all that it lacks', () => {
    expect(namesOf({ MODE: 'live' })).toEqual([
      'PAYMENT_PROVIDER',
      'SMTP_URL',
      'OPERATIONS_EMAIL',
      'DATABASE_URL',
      'DATABASE_OWNER_URL',
      'SITE_URL',
      'SESSION_SECRET',
      'TRUSTED_PROXIES',
      'MAIL_FROM',
    ])
  })
})

test('a process that serves pages beside others needs no owner, and the one that starts it does', () => {
  const without = { ...LIVE, ...LIVE_JCC, DATABASE_OWNER_URL: '' }
  expect(readSettings(without, { isWorker: true })).toMatchObject({ MODE: 'live' })
  expect(namesOf(without)).toEqual(['DATABASE_OWNER_URL'])
  expect(() => readSettings({ MODE: 'live' }, { isWorker: true })).toThrow(/DATABASE_URL/)
})

const live = { ...LIVE, ...LIVE_JCC, JCC_CALLBACK_TOKEN: 'h3Vb9xQz0LmT7kRw' }
/** Changes to valid settings, and the settings that live mode then reports. */
const SAFE_OR_NOT: [string, Record<string, string>, string[]][] = [
  ['no proxy before it', { TRUSTED_PROXIES: '0' }, ['TRUSTED_PROXIES']],
  ['a sandbox bank with a public address', { BANK_ORIGIN: 'https://bank.cy' }, ['BANK_ORIGIN']],
  ['a sandbox bank that calls it', { BANK_SHOP_URL: 'http://site:3000' }, ['BANK_SHOP_URL']],
  ['two proxies before it', { TRUSTED_PROXIES: '2' }, []],
  ['a database elsewhere, in plain', { DATABASE_URL: `${database}db.cy/h` }, ['DATABASE_URL']],
  [
    'a database elsewhere, with TLS switched off',
    { DATABASE_URL: `${database}db.cy/h?sslmode=disable` },
    ['DATABASE_URL'],
  ],
  [
    'a database elsewhere, its certificate unchecked',
    { DATABASE_URL: `${database}db.cy/h?sslmode=no-verify` },
    ['DATABASE_URL'],
  ],
  [
    'the same, with libpq’s meaning of "require"',
    { DATABASE_URL: `${database}db.cy/h?sslmode=require&uselibpqcompat=true` },
    ['DATABASE_URL'],
  ],
  [
    'a database elsewhere, named in the query string',
    { DATABASE_URL: `${database}localhost/h?host=db.cy` },
    ['DATABASE_URL'],
  ],
  ['a database elsewhere, with TLS', { DATABASE_URL: `${database}db.cy/h?sslmode=require` }, []],
  ['a database on this machine', { DATABASE_URL: `${database}127.0.0.1:5433/h` }, []],
  ['the same by name', { DATABASE_URL: `${database}localhost/h` }, []],
  ['a database on a socket', { DATABASE_URL: `${database}localhost/h?host=%2Frun%2Fpg` }, []],
  ['the same in short form', { DATABASE_URL: `${database}%2Frun%2Fpg/h` }, []],
  [
    'the owner of a database elsewhere, in plain',
    { DATABASE_OWNER_URL: `${database}db.cy/h` },
    ['DATABASE_OWNER_URL'],
  ],
  ['mail in plain', { SMTP_URL: 'smtp://mail.cy:25?requireTLS=false' }, ['SMTP_URL']],
  ['mail that never asks for TLS', { SMTP_URL: 'smtp://mail.cy?ignoreTLS=true' }, ['SMTP_URL']],
  [
    'mail to a server with an unchecked certificate',
    { SMTP_URL: 'smtps://mail.cy?tls.rejectUnauthorized=false' },
    ['SMTP_URL'],
  ],
  ['mail that requires TLS', { SMTP_URL: 'smtp://mail.cy:587' }, []],
  ['mail through this machine', { SMTP_URL: 'smtp://localhost:25?requireTLS=false' }, []],
  ['mail from an example', { MAIL_FROM: 'tickets@halcyon.example' }, ['MAIL_FROM']],
  ['alerts to an example', { OPERATIONS_EMAIL: 'me@mail.example.com' }, ['OPERATIONS_EMAIL']],
  ['alerts to nowhere', { OPERATIONS_EMAIL: 'me@office.invalid' }, ['OPERATIONS_EMAIL']],
  ['an address that only looks like an example', { MAIL_FROM: 'me@counterexample.com' }, []],
  ['a secret of one letter', { SESSION_SECRET: 'a'.repeat(64) }, ['SESSION_SECRET']],
  ['a secret of few letters', { SESSION_SECRET: 'abcd1234'.repeat(5) }, ['SESSION_SECRET']],
  [
    'a secret copied from an example',
    { SESSION_SECRET: 'changeme-0123456789-abcdefghijklmnop' },
    ['SESSION_SECRET'],
  ],
  ['a secret of hexadecimal digits', { SESSION_SECRET: '0123456789abcdef'.repeat(4) }, []],
  [
    'a callback token of one letter',
    { JCC_CALLBACK_TOKEN: 'x'.repeat(40) },
    ['JCC_CALLBACK_TOKEN'],
  ],
  [
    'the token before it, too',
    { JCC_CALLBACK_TOKEN_BEFORE: 'x'.repeat(40) },
    ['JCC_CALLBACK_TOKEN_BEFORE'],
  ],
]

describe('live mode refuses unsafe settings', () => {
  test.each(SAFE_OR_NOT)('%s', (_what, environment, expected) => {
    expect(namesOf({ ...live, ...environment })).toEqual(expected)
  })

  test('live mode reports all of them at once, and a demonstration accepts them', () => {
    const unsafe = {
      TRUSTED_PROXIES: '0',
      DATABASE_URL: `${database}db.cy/h`,
      DATABASE_OWNER_URL: `${database}db.cy/h`,
      SMTP_URL: 'smtp://mail.cy?requireTLS=false',
      MAIL_FROM: 'tickets@halcyon.example',
      OPERATIONS_EMAIL: 'operations@halcyon.example',
      SESSION_SECRET: 'a'.repeat(32),
    }
    const problems = problemsOf({ ...live, ...unsafe })
    expect(new Set(namesOf({ ...live, ...unsafe }))).toEqual(new Set(Object.keys(unsafe)))
    expect(problems.join('\n')).not.toMatch(/secret-of|db\.cy|mail\.cy|halcyon\.example|aaaa/)
    expect(problemsOf(unsafe)).toEqual([])
  })
})

test('no message contains a secret, however wrong the setting is', () => {
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
    DATABASE_OWNER_URL: 'mysql://user:secretEleven@db.example',
  }
  const problems = problemsOf(secrets)
  expect(new Set(namesOf(secrets))).toEqual(new Set(Object.keys(secrets)))
  expect(problems.join('\n')).not.toMatch(/secret[A-Z]/)
  expect(new SettingsError(problems).message).not.toMatch(/secret[A-Z]/)
})
