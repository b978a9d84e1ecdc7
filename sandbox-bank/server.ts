import { join } from 'node:path'
import { z } from 'zod'

import { ownBankKeys } from '#platform/settings/bank-keys.server.ts'
import { fillFromFiles } from '#platform/settings/secret-files.server.ts'

import { startBank } from './bank.ts'

/* Starts the bank alone, for a site that runs elsewhere: `node sandbox-bank/server.ts`. */

const Settings = z.object({
  /** It takes no real money, so it is a part of demonstrations alone. */
  MODE: z.literal('demonstration').default('demonstration'),
  BANK_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('data'),
  BANK_KEY: z.string().min(16).optional(),
  BANK_SECRET: z.string().min(16).optional(),
  BANK_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  BANK_SHOP_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_CONTROL: z.enum(['0', '1']).default('0'),
})

const { given, problems } = fillFromFiles(process.env, ['BANK_KEY', 'BANK_SECRET'])
if (problems.length > 0) throw new Error(problems.join('\n'))
const set = Object.entries(given).filter(([, value]) => value !== '')
const settings = Settings.parse(Object.fromEntries(set))

const { BANK_KEY, BANK_SECRET, BANK_ORIGIN, DATA_DIR } = settings
const own = BANK_KEY && BANK_SECRET ? undefined : ownBankKeys(DATA_DIR)

const bank = await startBank({
  port: settings.BANK_PORT,
  host: settings.HOST,
  databaseFile: join(DATA_DIR, 'sandbox-bank.sqlite'),
  key: BANK_KEY ?? own?.key ?? '',
  secret: BANK_SECRET ?? own?.secret ?? '',
  pageOrigin: BANK_ORIGIN && new URL(BANK_ORIGIN).origin,
  shopUrl: settings.BANK_SHOP_URL,
  control: settings.SANDBOX_CONTROL === '1',
})
process.stdout.write(`${JSON.stringify({ url: bank.origin })}\n`)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    void bank.stop().then(() => process.exit(0))
  })
}
