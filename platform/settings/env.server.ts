import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { z } from 'zod'

import { CRASH_POINTS } from '#platform/crash-points.ts'

import { ownBankKeys } from './bank-keys.server.ts'
import { fillFromFiles, SECRETS } from './secret-files.server.ts'
import { listUnsafeSettings } from './unsafe-settings.server.ts'

/*
 * Every setting of the program, read once. Invalid settings are reported together, without secrets,
 * before a port is opened.
 */

const port = z.coerce.number().int().min(0).max(65_535)
const onOff = z.enum(['on', 'off']).default('on')
const optional = z.string().min(1).optional()
/** The embedded database has 250 connections, of which a process takes up to 28 in a rush. */
const MAX_WORKERS_BY_CORES = 8
const workers = z
  .string()
  .regex(/^(?:cores|[1-9]|[1-5]\d|6[0-4])$/, 'a number from 1 to 64, or “cores”')
  .default('1')
  .transform((given) =>
    given === 'cores' ? Math.min(availableParallelism(), MAX_WORKERS_BY_CORES) : Number(given),
  )

const Settings = z.object({
  MODE: z.enum(['demonstration', 'live']).default('demonstration'),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** 0 takes any free port, for the site and for the bank. */
  PORT: port.default(3000),
  /** Port for Prometheus, of the site and of the jobs; without it there are no metrics. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** The address that visitors use, if it is not the port itself: behind a proxy, and always live. */
  SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('data'),
  /** The file that remembers who was erased, kept out of every backup; below DATA_DIR by default. */
  ERASED_LIST: optional,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The owner of the tables, for the start alone: openSiteDatabase removes it again. */
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The database itself, if DATABASE_URL is a pooler in transaction mode. */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** For how long a start waits for a database that does not answer yet. */
  DATABASE_WAIT_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  /** Most connections of one process: for pages, for the office, and for each kind of log-in. */
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(500).default(10),
  DATABASE_OFFICE_CONNECTIONS: z.coerce.number().int().min(1).max(500).default(4),
  DATABASE_LOGIN_CONNECTIONS: z.coerce.number().int().min(1).max(500).default(5),
  JOBS: onOff,
  /** Processes that serve the pages. With more than one, another keeps the rest: ARCHITECTURE.md. */
  WORKERS: workers,
  /** Seconds from SIGTERM until the port closes, in which /readyz says so and each response closes its connection. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(5),
  /** The folder with script files and fonts of the last releases; below DATA_DIR by default. */
  ASSETS_KEPT: optional,
  /** Gives a demonstration the past of a company, once, after it is open; `npm start` asks for it. */
  DEMONSTRATION_COMPANY: z.enum(['on', 'off']).default('off'),
  /** Number of our proxies before the site, each of which appends to X-Forwarded-For. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().default('tickets@halcyon.example'),
  OPERATIONS_EMAIL: z.email().optional(),
  /** The provider for new payments. Those begun with another continue while its keys are set. */
  PAYMENT_PROVIDER: z.enum(['sandbox', 'stripe', 'jcc']).default('sandbox'),
  /** A sandbox bank that runs elsewhere; otherwise the site starts its own. */
  BANK_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The origin of the bank's pages, if browsers reach them through a proxy. */
  BANK_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  /** Where the site's own bank sends its callbacks, if SITE_URL is not on this machine. */
  BANK_SHOP_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Generated for each installation if not set: see bank-keys.server.ts. */
  BANK_KEY: z.string().min(16).default(''),
  BANK_SECRET: z.string().min(16).default(''),
  /** The old secret, still accepted on webhooks while a new one is rolled out. */
  BANK_SECRET_BEFORE: z.string().min(16).optional(),
  STRIPE_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w{8,}$/, 'a secret or restricted key of Stripe')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').min(16).optional(),
  STRIPE_WEBHOOK_SECRET_BEFORE: z.string().startsWith('whsec_').min(16).optional(),
  JCC_USER: optional,
  JCC_PASSWORD: optional,
  /** The way in which JCC signs its callbacks: with a shared token, or a certificate, named by its file. */
  JCC_CALLBACK_TOKEN: z.string().min(16).optional(),
  JCC_CALLBACK_TOKEN_BEFORE: z.string().min(16).optional(),
  JCC_CALLBACK_CERTIFICATE: optional,
  JCC_CALLBACK_CERTIFICATE_BEFORE: optional,
  /** For tests: the addresses of fakes of Stripe and JCC. */
  STRIPE_URL: z.url({ protocol: /^http$/ }).optional(),
  JCC_URL: z.url({ protocol: /^http$/ }).optional(),
  /** Opens the bank's control interface, by which tests make cards fail and callbacks go astray. */
  SANDBOX_CONTROL: z.enum(['0', '1']).default('0'),
  /** Signs the cookies of logged-in travellers; a demonstration generates its own. */
  SESSION_SECRET: z.string().min(32).optional(),
  /**
   * On: the office can be entered without a password from any address; otherwise from this machine
   * alone. Live mode refuses it.
   */
  OFFICE_DEMONSTRATION: z.enum(['on', 'off']).default('off'),
  /**
   * The routes of at most 50 km, by their ids in the feed and parted by commas: Regulation (EC) No
   * 561/2006, Article 3(a), exempts regular services on them from its driving and rest times.
   */
  ROUTES_UP_TO_50_KM: z
    .string()
    .default('')
    .transform((ids) =>
      ids
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  /** VAT included in fares: passenger transport by intercity bus in Cyprus. */
  VAT_PERCENT: z.coerce.number().min(0).max(50).default(9),
  /** For tests: a file with the milliseconds by which all our clocks are shifted. */
  CLOCK_FILE: optional,
  /** For tests: the place where the program crashes. See crash-points.ts. */
  CRASH_AT: z.enum(CRASH_POINTS).optional(),
  /** Time limit of a job; after it the worker counts as dead and the job is retried. */
  JOB_SECONDS: z.coerce.number().int().min(1).max(3600).default(30),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

export type Settings = z.infer<typeof Settings>
/** The names of all settings, for the tests that hold the documents to them. */
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape)
/** The settings that a program keeps after its start. */
type KeptSettings = Omit<Settings, 'DATABASE_OWNER_URL'>

/** Settings that cannot work. `problems` names each setting and its fault, never its value. */
export class SettingsError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`These settings cannot work:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Ends a program whose settings cannot work with a sentence. Any other fault is thrown on. */
export function leaveIfUnset(error: unknown): never {
  if (!(error instanceof SettingsError)) throw error
  process.stderr.write(`${error.message}\n`)
  return process.exit(1)
}

/** `isWorker`: whether another process, which knows the owner of the tables, has prepared them. */
type Whose = { isWorker?: boolean }

/** @throws {SettingsError} with every problem at once */
export function readSettings(
  environment: Record<string, string | undefined>,
  { isWorker = false }: Whose = {},
): Settings {
  const filled = fillFromFiles(environment, SECRETS)
  const given = Object.fromEntries(Object.entries(filled.given).filter(([, value]) => value !== ''))
  const read = Settings.safeParse(given)
  const found = read.success
    ? listConflicts(read.data, { isWorker })
    : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  // A secret whose file is at fault is missing as well, which need not be said twice.
  const isSaid = (problem: string) =>
    filled.problems.some((said) => said.startsWith(problem.replace(/:.*/s, '_FILE:')))
  const problems = [...filled.problems, ...found.filter((problem) => !isSaid(problem))]
  if (problems.length > 0 || !read.success) throw new SettingsError(problems)
  return read.data
}

function listConflicts(settings: Settings, whose: Whose): string[] {
  const isLive = settings.MODE === 'live'
  return [
    ...listDatabaseProblems(settings),
    ...listPaymentProblems(settings),
    ...(isLive ? listLiveProblems(settings, whose) : listDemonstrationProblems(settings)),
  ]
}

function listDatabaseProblems(settings: Settings): string[] {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_DIRECT_URL } = settings
  return listProblems([
    DATABASE_OWNER_URL &&
      !DATABASE_URL &&
      'DATABASE_OWNER_URL: owns the tables of a database that DATABASE_URL does not name',
    DATABASE_DIRECT_URL &&
      !DATABASE_URL &&
      'DATABASE_DIRECT_URL: leads past a pooler that DATABASE_URL does not name',
  ])
}

function listPaymentProblems(settings: Settings): string[] {
  const { PAYMENT_PROVIDER, STRIPE_KEY, JCC_USER, JCC_PASSWORD } = settings
  const isStripe = PAYMENT_PROVIDER === 'stripe' || STRIPE_KEY !== undefined
  const isJcc = PAYMENT_PROVIDER === 'jcc' || JCC_USER !== undefined || JCC_PASSWORD !== undefined
  return listProblems([
    isStripe && !STRIPE_KEY && 'STRIPE_KEY: paying with Stripe needs it',
    isStripe &&
      !settings.STRIPE_WEBHOOK_SECRET &&
      'STRIPE_WEBHOOK_SECRET: without it no notice of Stripe can be believed',
    isJcc && !JCC_USER && 'JCC_USER: paying with JCC needs it',
    isJcc && !JCC_PASSWORD && 'JCC_PASSWORD: paying with JCC needs it',
    isJcc &&
      !settings.JCC_CALLBACK_TOKEN &&
      !settings.JCC_CALLBACK_CERTIFICATE &&
      'JCC_CALLBACK_TOKEN: without it, or JCC_CALLBACK_CERTIFICATE, no callback can be believed',
  ])
}

/** A demonstration must never charge a real card. */
function listDemonstrationProblems({ STRIPE_KEY }: Settings): string[] {
  return listProblems([
    STRIPE_KEY?.includes('_live_') && 'STRIPE_KEY: takes real money, so a demonstration refuses it',
  ])
}

/**
 * Live mode refuses the sandbox bank and the mailbox, a clock that can be moved, and unsafe
 * settings.
 */
function listLiveProblems(settings: Settings, { isWorker }: Whose): string[] {
  return listProblems([
    settings.PAYMENT_PROVIDER === 'sandbox' &&
      'PAYMENT_PROVIDER: the sandbox bank takes no real money, so live mode refuses it',
    !settings.SMTP_URL && 'SMTP_URL: live mode needs a mail server',
    !settings.OPERATIONS_EMAIL && 'OPERATIONS_EMAIL: live mode needs somebody to alert',
    !settings.DATABASE_URL && 'DATABASE_URL: live mode needs a database of its own',
    !settings.DATABASE_OWNER_URL &&
      !isWorker &&
      'DATABASE_OWNER_URL: live mode needs the role that owns the tables, which is not the site’s',
    !settings.SITE_URL?.startsWith('https:') && 'SITE_URL: live mode needs an https address',
    !settings.SESSION_SECRET &&
      'SESSION_SECRET: live mode needs a key that the database does not hold',
    settings.OFFICE_DEMONSTRATION === 'on' &&
      'OFFICE_DEMONSTRATION: opens the office to anybody, so live mode refuses it',
    settings.BANK_ORIGIN && 'BANK_ORIGIN: the sandbox bank is for demonstrations only',
    settings.BANK_SHOP_URL && 'BANK_SHOP_URL: the sandbox bank is for demonstrations only',
    settings.CLOCK_FILE && 'CLOCK_FILE: live mode lives by the true clock',
    settings.CRASH_AT && 'CRASH_AT: is for tests only',
    settings.STRIPE_KEY?.includes('_test_') && 'STRIPE_KEY: is for tests, so live mode refuses it',
    settings.STRIPE_URL && 'STRIPE_URL: is for tests only',
    settings.JCC_URL && 'JCC_URL: is for tests only',
    settings.SANDBOX_CONTROL === '1' && 'SANDBOX_CONTROL: is for tests only',
    ...listUnsafeSettings(settings),
  ])
}

function listProblems(problems: readonly unknown[]): string[] {
  return problems.filter((problem) => typeof problem === 'string')
}

let settings: KeptSettings | undefined

/** The settings of this program, read at the first call. */
export function env(): KeptSettings {
  return (settings ??= withBankKeys(
    withoutOwner(readSettings(process.env, { isWorker: cluster.isWorker })),
  ))
}

function withoutOwner({ DATABASE_OWNER_URL: _owner, ...kept }: Settings): KeptSettings {
  return kept
}

function withBankKeys(read: KeptSettings): KeptSettings {
  const { MODE, BANK_KEY, BANK_SECRET, DATA_DIR } = read
  if (MODE === 'live' || (BANK_KEY && BANK_SECRET)) return read
  const own = ownBankKeys(DATA_DIR)
  return { ...read, BANK_KEY: BANK_KEY || own.key, BANK_SECRET: BANK_SECRET || own.secret }
}

let openedAt: string | undefined

/** The address at which visitors reach the site, without a trailing slash. */
export function siteOrigin(): string {
  if (openedAt) return openedAt
  const { SITE_URL, PORT } = env()
  return new URL(SITE_URL ?? `http://localhost:${PORT}`).origin
}

/** The same without the scheme, as people type it. */
export function siteHost(): string {
  return new URL(siteOrigin()).host
}

/** Called once by the server, which alone knows the port it was given. */
export function rememberOrigin(origin: string): void {
  openedAt = origin
}
