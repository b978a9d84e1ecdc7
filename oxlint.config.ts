import { readdirSync } from 'node:fs'
import { defineConfig, type OxlintOverride } from 'oxlint'

/** The modules in the order of the journey: each may use those before it, none after it. */
const MODULES = [
  'content',
  'timetable',
  'fares',
  'seats',
  'offers',
  'payments',
  'tickets',
  'documents',
  'mail',
  'orders',
  'notifications',
  'support',
  'incidents',
  'enquiries',
  'privacy',
  'accounts',
  'bookkeeping',
  'gtfs',
]

/** The floors of modules/orders, from the ground up: each may use those below it, none above it. */
const FLOORS_OF_ORDERS = [
  'order',
  'apply',
  'policy',
  'settlement',
  'reads',
  'cart',
  'checkout',
  'self-service',
]

const SCREENS_OF_SITE = readdirSync('app/site')

type Pattern = { group: string[]; message: string }

const SAME_FOLDER = {
  group: ['../**'],
  message: 'Reach another folder by its # name, so every crossing is easy to see.',
}
const SERVER_COMPONENTS = {
  group: ['react-server-dom-*', 'react-server-dom-*/**'],
  message: 'Pages are made by loaders and plain React; its server protocol has no place here.',
}
const WEB = {
  group: ['#app/**', 'react', 'react/**', 'react-router', 'react-router/**'],
  message: 'The business must run without a web page.',
}
const SERVER = {
  group: ['**/*.server.ts', 'node:**', 'pg', 'kysely', 'kysely/**'],
  message: 'A file without .server in its name runs anywhere, the browser included.',
}
const BANK = {
  group: ['#app/**', '#modules/**', '#platform/*db.server.ts', '#platform/*database.server.ts'],
  message: 'The bank is another company: it knows us by its API alone.',
}
const UNPLACED = {
  group: ['#modules/**'],
  message: 'Give the new module its place in MODULES first.',
}
const BUSINESS = {
  group: ['#app/**', '#modules/**'],
  message: 'Plumbing serves any website; it does not know buses.',
}
const OPERATIONS = {
  group: ['**/*.server.ts'],
  message: 'The tables take their unions from pure files, since operations import the tables.',
}
const DATABASE = {
  group: ['#platform/*database.server.ts', '#platform/db.server.ts', '#db/**', 'pg', 'kysely'],
  message: 'Pages ask modules; only modules talk to the database.',
}
const SCREENS = {
  group: ['#app/site/**', '#app/endpoints/**'],
  message: 'What screens share does not know them.',
}
const DESIGN_SYSTEM = {
  group: ['#modules/**', '#app/{components,site,http,i18n}/**', '**/*.server.ts'],
  message: 'app/ui is the design system: no buses, no data.',
}

export default defineConfig({
  plugins: [
    'eslint',
    'typescript',
    'unicorn',
    'oxc',
    'react',
    'jsx-a11y',
    'import',
    'promise',
    'vitest',
  ],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    eqeqeq: 'error',
    'no-console': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'react/react-in-jsx-scope': 'off',
    'typescript/no-floating-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'no-restricted-imports': ['error', { patterns: [SERVER_COMPONENTS] }],
    'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
  },
  overrides: [
    {
      files: [
        'app/{root,entry.server}.tsx',
        'app/routes.ts',
        'app/{site,endpoints,office}/**',
        'app/http/not-found.ts',
        '*.config.ts',
        'test/**',
        'e2e/**',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['{art,scripts}/**'], rules: { 'no-console': 'off' } },
    {
      // A journey is one story, and what runs in the page can reach nothing outside of it.
      files: ['e2e/**'],
      rules: {
        'max-lines-per-function': 'off',
        'unicorn/consistent-function-scoping': 'off',
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
      },
    },
    mayNotImport(['sandbox-bank/**'], BANK),
    mayNotImport(['platform/**'], BUSINESS, SERVER),
    mayNotImport(['platform/**/*.server.{ts,test.ts}'], BUSINESS),
    mayNotImport(['db/types.ts'], OPERATIONS),
    mayNotImport(['app/**'], DATABASE),
    mayNotImport(['app/{components,http,i18n}/**'], DATABASE, SERVER, SCREENS),
    mayNotImport(['app/{components,http}/**/*.server.{ts,test.ts}'], DATABASE, SCREENS),
    ...SCREENS_OF_SITE.map((screen) =>
      mayNotImport([`app/site/${screen}/**`], DATABASE, {
        group: ['#app/site/**', `!#app/site/${screen}/**`],
        message: 'A screen knows no other screen: what two of them use is in app/components.',
      }),
    ),
    // A test may follow a visitor from screen to screen.
    mayNotImport(['app/**/*.test.{ts,tsx}'], DATABASE),
    mayNotImport(['app/ui/**'], DESIGN_SYSTEM),
    mayNotImport(['modules/**'], WEB, SERVER, UNPLACED),
    mayNotImport(['modules/**/*.server.{ts,test.ts}'], WEB, UNPLACED),
    ...MODULES.flatMap((module) => inModule(`modules/${module}`, laterModules(module))),
    ...FLOORS_OF_ORDERS.flatMap((floor, place) =>
      inModule(`modules/orders/${floor}`, laterModules('orders'), {
        group: FLOORS_OF_ORDERS.slice(place + 1).map((name) => `#modules/orders/${name}/**`),
        message: `The floors of orders, from the ground up: ${FLOORS_OF_ORDERS.join(', ')}.`,
      }),
    ),
    // A test may go on to the end of the story: to the mail, the refund and the invariants.
    mayNotImport(['modules/**/*.test.ts'], WEB),
  ],
  ignorePatterns: ['build', 'data', '.react-router'],
})

/** What the files of one folder may not import, be they pure or not. */
function inModule(folder: string, ...patterns: Pattern[]): OxlintOverride[] {
  return [
    mayNotImport([`${folder}/**`], WEB, SERVER, ...patterns),
    mayNotImport([`${folder}/**/*.server.{ts,test.ts}`], WEB, ...patterns),
  ]
}

function laterModules(module: string): Pattern {
  return {
    group: MODULES.slice(MODULES.indexOf(module) + 1).map((name) => `#modules/${name}/**`),
    message: `Modules are used in booking order: ${MODULES.join(', ')}.`,
  }
}

/** For a file, the last entry that matches it is the one that counts. */
function mayNotImport(files: string[], ...patterns: Pattern[]): OxlintOverride {
  const used = [SAME_FOLDER, SERVER_COMPONENTS, ...patterns].filter(({ group }) => group.length > 0)
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: used }] } }
}
