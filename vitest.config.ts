import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

import { DEEP_TESTS, TESTS } from './test/deep.ts'
import { LastLines } from './test/fixtures/last-lines.ts'
import { TEST_LIMIT_MILLISECONDS } from './test/fixtures/one-limit.ts'

/** A cache of compiled code for all test files and for the programs that they start. */
process.env.NODE_COMPILE_CACHE ??= resolve('build/compiled')

/** The numbered cases of docs/faults.md, which a deep run tells with the other providers too. */
const EDGE_CASES = [
  'modules/orders/settlement/{edge-cases-*,power-cut,race}.server.test.ts',
  'modules/orders/checkout/{checkout,two-tabs}.server.test.ts',
  'modules/orders/self-service/{cancel,edge-cases}.server.test.ts',
  'modules/support/{decide-payment,decide-refund,returned-refund}.server.test.ts',
  'test/simulation/notice-flood.test.ts',
]

/** Whether this run has the long stories, and whether it has the others. */
const isDeep = TESTS !== 'daily'
const isDaily = TESTS !== 'deep'

/** Each worker has about ten connections, and the server accepts two hundred. */
const MAX_WORKERS = 8

/** Rules and operations. Journeys in a browser have their own configuration, in e2e/. */
export default defineConfig({
  test: {
    globalSetup: 'test/fixtures/global-setup.ts',
    /** Processes are reused; fresh-modules.ts isolates the files from each other. */
    isolate: false,
    setupFiles: [
      'test/fixtures/fresh-modules.ts',
      'test/fixtures/describe-processes.ts',
      'test/fixtures/own-clock.ts',
      'test/fixtures/own-database.ts',
      'test/fixtures/temporal-values.ts',
    ],
    /** A style sheet that a page refers to has an address, as in the build; the others stay empty. */
    css: { include: [/\.css\?url$/] },
    /** Vitest sets its own MODE. Faults that tests provoke on purpose are not logged. */
    env: { MODE: 'demonstration', LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
    testTimeout: TEST_LIMIT_MILLISECONDS,
    hookTimeout: TEST_LIMIT_MILLISECONDS,
    reporters: ['default', new LastLines()],
    /** Workers wait for their databases half of the time; Vitest by default leaves a core free. */
    maxWorkers: Math.min(availableParallelism() + 1, MAX_WORKERS),
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: isDaily ? ['**/*.test.{ts,tsx}'] : DEEP_TESTS,
          exclude: [
            '**/node_modules/**',
            '**/build/**',
            '**/*-with-{stripe,jcc}.server.test.ts',
            'modules/orders/settlement/edge-cases-switch.server.test.ts',
            ...(isDeep ? [] : DEEP_TESTS),
          ],
          env: { BANK_SECRET_BEFORE: 'the-secret-of-last-year' },
        },
      },
      {
        extends: true,
        test: {
          name: 'stripe',
          include: [
            ...(isDeep ? EDGE_CASES : []),
            ...(isDaily ? ['modules/**/*-with-stripe.server.test.ts'] : []),
          ],
          env: {
            PAYMENT_PROVIDER: 'stripe',
            STRIPE_KEY: 'sk_test_keyOfTheWorld',
            STRIPE_WEBHOOK_SECRET: 'whsec_secretOfTheWorld',
            STRIPE_WEBHOOK_SECRET_BEFORE: 'whsec_secretOfLastYear',
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'jcc',
          exclude: [
            ...configDefaults.exclude,
            'modules/orders/settlement/edge-cases-found-page.server.test.ts',
          ],
          include: [
            ...(isDeep ? [...EDGE_CASES, 'modules/support/disputes.server.test.ts'] : []),
            ...(isDaily ? ['modules/**/*-with-jcc.server.test.ts'] : []),
          ],
          env: {
            PAYMENT_PROVIDER: 'jcc',
            JCC_USER: 'world-api',
            JCC_PASSWORD: 'password of the world',
            JCC_CALLBACK_TOKEN: 'token-of-the-world',
            JCC_CALLBACK_TOKEN_BEFORE: 'token-of-last-year',
          },
        },
      },
    ],
  },
})
