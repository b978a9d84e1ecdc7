import { readdirSync } from 'node:fs'
import { defineConfig, type OxlintOverride } from 'oxlint'

/** The modules in the order of a booking: each may import those before it, none after it. */
const MODULES = [
  'rules',
  'approvals',
  'content',
  'timetable',
  'company',
  'dispatch',
  'notices',
  'fares',
  'seats',
  'fleet',
  'offers',
  'payments',
  'mail',
  'tickets',
  'documents',
  'orders',
  'notifications',
  'support',
  'sales',
  'incidents',
  'enquiries',
  'boarding',
  'privacy',
  'accounts',
  'bookkeeping',
  'gtfs',
  'pricing',
  'realtime',
  'staff',
]

/**
 * The rooms of the platform, from the ground up: each may import those before it, none after it. A
 * room is a folder, or a file that stands alone.
 */
const ROOMS = [
  // Values, which know nothing of a program.
  'actor.ts',
  'card-numbers.ts',
  'clock.server.ts',
  'crash-points.ts',
  'greek-hours.ts',
  'html.ts',
  'ids.ts',
  'ids.server.ts',
  'invariant.ts',
  'languages.ts',
  'locale.ts',
  'money.ts',
  'amount.ts',
  'sealed.server.ts',
  'time.ts',
  'text',
  'typed-time.ts',
  'worded.ts',
  'format',
  // A program, and what it tells of itself.
  'settings',
  'crash-point.server.ts',
  'log.server.ts',
  'metrics',
  // A request, the database that it asks, and the answer.
  'requests',
  'connection',
  'db.server.ts',
  'transaction.server.ts',
  'write-together.server.ts',
  'keyed-hash.server.ts',
  'audit.server.ts',
  'list-audit.server.ts',
  'answers',
  // Several processes, and the work beside the visitors.
  'cluster',
  'database',
  'jobs',
  'mail',
  'watch',
  'limits',
  'look-often.server.ts',
  'worker.server.ts',
  'images',
  'sheets',
  'start',
]

/** The floors of the large modules, from the ground up: each may import those below it, none above it. */
const FLOORS: Record<string, string[]> = {
  orders: [
    'order',
    'apply',
    'policy',
    'settlement',
    'reads',
    'cart',
    'checkout',
    'self-service',
    'office',
  ],
  incidents: ['incident', 'choices', 'reads', 'departures', 'times', 'stops', 'office', 'letters'],
  boarding: ['package', 'words', 'verdict', 'phone', 'devices', 'counts', 'lists'],
  bookkeeping: ['figures', 'settlement', 'invariants'],
  gtfs: ['feed', 'words', 'timetable', 'fares', 'check', 'write', 'import'],
  staff: ['words', 'people', 'mails', 'keys', 'sign-in', 'access'],
}

const SCREENS_OF_SITE = readdirSync('app/site')
const SCREENS_OF_OFFICE = readdirSync('app/office', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)

type Pattern = { group: string[]; message: string }

const SAME_FOLDER = {
  group: ['../**'],
  message: 'Import from another folder by its # name, so that every crossing is easy to see.',
}
const SERVER_COMPONENTS = {
  group: ['react-server-dom-*', 'react-server-dom-*/**'],
  message: 'Pages use loaders and plain React; the protocol of server components is not used.',
}
const WEB = {
  group: ['#app/**', '#phone/**', 'react', 'react/**', 'react-router', 'react-router/**'],
  message: 'Modules must run without the website.',
}
const SERVER = {
  group: ['**/*.server.ts', 'node:**', 'pg', 'kysely', 'kysely/**'],
  message: 'A file without .server in its name must also run in the browser.',
}
const BANK = {
  group: [
    '#app/**',
    '#modules/**',
    '#phone/**',
    '#platform/{db,transaction,write-together}.server.ts',
    '#platform/{connection,database,start}/**',
  ],
  message: 'The bank is another company: it knows the site only through its API.',
}
const UNPLACED = {
  group: ['#modules/**'],
  message: 'Add the new module to MODULES first.',
}
const BUSINESS = {
  group: ['#app/**', '#modules/**', '#phone/**', '#paths'],
  message: 'platform/ serves any website; it knows no buses.',
}
const UNPLACED_ROOM = {
  group: ['#platform/**', './**'],
  message: 'Add the new room to ROOMS first.',
}
const OPERATIONS = {
  group: ['**/*.server.ts'],
  message: 'The tables take their unions from pure files, since operations import the tables.',
}
const DATABASE = {
  group: [
    '#platform/database/*database.server.ts',
    '#platform/start/**',
    '#platform/db.server.ts',
    '#db/**',
    'pg',
    'kysely',
  ],
  message: 'Pages call modules; only modules query the database.',
}
const SCREENS = {
  group: ['#app/{site,endpoints,office}/**'],
  message: 'Code shared by screens must not import a screen.',
}
const PARTS_OF_SCREENS = {
  group: ['#app/components/**'],
  message: 'app/i18n stands below app/http, and that below app/components.',
}
const BELOW_ALL = {
  group: [...PARTS_OF_SCREENS.group, '#app/http/**'],
  message: PARTS_OF_SCREENS.message,
}
const OFFICE = {
  group: [
    '#app/office/**',
    '#app/components/office/**',
    '#app/permissions.ts',
    '#modules/staff/**',
    '#phone/**',
  ],
  message: 'The office is the company; the site for travellers never imports it.',
}
const SITE = {
  group: ['#app/site/**'],
  message: 'The office and the site share app/components, never a screen.',
}
const DESIGN_SYSTEM = {
  group: ['#modules/**', '#paths', '#app/{components,site,http,i18n}/**', '**/*.server.ts'],
  message: 'app/ui is the design system: no buses, no data.',
}

const PHONE = {
  group: ['#app/**', '!#app/i18n/**', '!#app/ui/**', '#test/**'],
  message: 'The phone is an app of its own: it knows the site by its sentences and design system.',
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
    // A tagged template runs a statement of the bank's database.
    'no-unused-expressions': ['error', { allowTaggedTemplates: true }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    // The compiler checks it, and knows the scripts whose query makes them an address (app/live).
    'import/default': 'off',
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
        '*.config.ts',
        'test/**',
        'e2e/**',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['{art,scripts}/**'], rules: { 'no-console': 'off' } },
    {
      // A journey is one long function, and a function that runs in the page cannot use outer ones.
      files: ['e2e/**'],
      rules: {
        'max-lines-per-function': 'off',
        'unicorn/consistent-function-scoping': 'off',
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
      },
    },
    mayNotImport(['sandbox-bank/**'], BANK),
    mayNotImport(['platform/**'], BUSINESS, UNPLACED_ROOM),
    ...ROOMS.flatMap(inRoom),
    mayNotImport(['platform/**/*.test.ts'], BUSINESS, SERVER),
    mayNotImport(['platform/**/*.server.test.ts'], BUSINESS),
    mayNotImport(['db/types.ts'], OPERATIONS),
    mayNotImport(['app/**'], DATABASE),
    mayNotImport(['app/components/**'], DATABASE, SERVER, SCREENS),
    mayNotImport(['app/components/**/*.server.ts'], DATABASE, SCREENS),
    mayNotImport(['app/http/**'], DATABASE, SERVER, SCREENS, PARTS_OF_SCREENS),
    mayNotImport(['app/http/**/*.server.ts'], DATABASE, SCREENS, PARTS_OF_SCREENS),
    mayNotImport(['app/i18n/**'], DATABASE, SERVER, SCREENS, BELOW_ALL),
    ...SCREENS_OF_SITE.map((screen) =>
      mayNotImport([`app/site/${screen}/**`], DATABASE, OFFICE, {
        group: ['#app/site/**', `!#app/site/${screen}/**`],
        message: 'A screen must not import another screen; move shared parts to app/components.',
      }),
    ),
    ...SCREENS_OF_OFFICE.map((screen) =>
      mayNotImport([`app/office/${screen}/**`], DATABASE, SITE, {
        group: SCREENS_OF_OFFICE.filter((other) => other !== screen).map(
          (other) => `#app/office/${other}/**`,
        ),
        message: 'A screen must not import another screen; move shared parts to app/components.',
      }),
    ),
    // A test may follow a visitor from screen to screen.
    mayNotImport(['app/**/*.test.{ts,tsx}'], DATABASE),
    mayNotImport(['app/ui/**'], DESIGN_SYSTEM),
    mayNotImport(['phone/**'], PHONE, SERVER),
    mayNotImport(['phone/**/*.test.{ts,tsx}']),
    mayNotImport(['modules/**'], WEB, SERVER, UNPLACED),
    mayNotImport(['modules/**/*.server.{ts,test.ts}'], WEB, UNPLACED),
    ...MODULES.flatMap((module) => inModule(`modules/${module}`, laterModules(module))),
    ...Object.entries(FLOORS).flatMap(([module, floors]) =>
      floors.flatMap((floor, place) =>
        inModule(`modules/${module}/${floor}`, laterModules(module), {
          group: floors.slice(place + 1).map((name) => `#modules/${module}/${name}/**`),
          message: `A floor of ${module} may only import lower ones of: ${floors.join(', ')}.`,
        }),
      ),
    ),
    // A test may go on to the end of the story: to the mail, the refund and the invariants.
    mayNotImport(['modules/**/*.test.ts'], WEB),
  ],
  ignorePatterns: ['build', 'data', '.react-router'],
})

/** The imports forbidden in one folder, for pure files and for others. */
function inModule(folder: string, ...patterns: Pattern[]): OxlintOverride[] {
  return [
    mayNotImport([`${folder}/**`], WEB, SERVER, ...patterns),
    mayNotImport([`${folder}/**/*.server.{ts,test.ts}`], WEB, ...patterns),
  ]
}

/** The imports forbidden in one room of the platform, whose files that stand alone import by `./`. */
function inRoom(room: string, place: number): OxlintOverride[] {
  const isFile = room.endsWith('.ts')
  const later = {
    group: ROOMS.slice(place + 1).flatMap((name) => {
      const files = name.endsWith('.ts') ? name : `${name}/**`
      return isFile ? [`#platform/${files}`, `./${files}`] : [`#platform/${files}`]
    }),
    message: 'A room of the platform may only import earlier ones of ROOMS in oxlint.config.ts.',
  }
  const files = `platform/${isFile ? room : `${room}/**`}`
  const onServer = isFile ? files : `${files}/*.server.ts`
  return [
    ...(isFile && room.endsWith('.server.ts')
      ? []
      : [mayNotImport([files], BUSINESS, SERVER, later)]),
    ...(isFile && !room.endsWith('.server.ts') ? [] : [mayNotImport([onServer], BUSINESS, later)]),
  ]
}

function laterModules(module: string): Pattern {
  return {
    group: MODULES.slice(MODULES.indexOf(module) + 1).map((name) => `#modules/${name}/**`),
    message: `A module may only import earlier ones of: ${MODULES.join(', ')}.`,
  }
}

/** If several entries match a file, only the last one applies. */
function mayNotImport(files: string[], ...patterns: Pattern[]): OxlintOverride {
  const used = [SAME_FOLDER, SERVER_COMPONENTS, ...patterns].filter(({ group }) => group.length > 0)
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: used }] } }
}
