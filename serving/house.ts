import { join } from 'node:path'

import { startBank } from '#bank/bank.ts'
import { keepFirstEdition } from '#modules/company/company-editions.server.ts'
import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { rememberAddress } from '#modules/payments/providers.server.ts'
import { keepTicketKeys } from '#modules/tickets/ticket-keys.server.ts'
import { keepAssets } from '#platform/answers/kept-assets.server.ts'
import { now } from '#platform/clock.server.ts'
import type { DatabaseAddresses } from '#platform/cluster/messages.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { mostOfSite, warnOfShortage } from '#platform/database/find-shortage.server.ts'
import { openSiteDatabase } from '#platform/database/site-database.server.ts'
import { keepTryingToStart } from '#platform/jobs/jobs.server.ts'
import type { Settings } from '#platform/settings/env.server.ts'
import { prepareDatabase } from '#platform/start/prepare-database.server.ts'

import { isCompanyWanted, startCompanyLater } from '../demonstration/start-later.ts'
import { JOBS } from '../jobs.ts'

/*
 * The parts of the site that exist once, however many processes serve its pages: the database, the
 * sandbox bank, the jobs, and the past of a demonstration.
 */

const ASSETS = 'build/client/assets'

/** A part that was started, to be stopped when the program ends. */
export type Part = { stop: () => Promise<void> }
/** Parts in the order of their start, which is the reverse of that of their end. */
type Running = Part[]

/** Opens the database with its tables and queues and, in demonstration mode, the timetable. */
export async function openDatabase(
  settings: Settings,
  running: Running,
): Promise<DatabaseAddresses> {
  const database = await openSiteDatabase(settings.DATA_DIR)
  running.push(database)
  await prepareDatabase(
    database,
    JOBS.map(({ job }) => job),
  )
  await warnOfShortage(database, mostOfSite(settings))
  crashPoint('start:after-migrating')
  await keepFirstEdition(now())
  await keepTicketKeys(now())
  if (settings.MODE === 'demonstration') await loadSeed(now())
  const { url, directUrl } = database
  return { url, directUrl }
}

/** The sandbox bank, beside the site and on its own origin, unless one runs elsewhere. */
export async function openBank(settings: Settings, running: Running): Promise<string | undefined> {
  if (settings.PAYMENT_PROVIDER !== 'sandbox' || settings.BANK_URL) return undefined
  const bank = await startBank({
    port: settings.PORT === 0 ? 0 : settings.PORT + 1,
    host: settings.HOST,
    databaseFile: join(settings.DATA_DIR, 'sandbox-bank.sqlite'),
    key: settings.BANK_KEY,
    secret: settings.BANK_SECRET,
    pageOrigin: settings.BANK_ORIGIN && new URL(settings.BANK_ORIGIN).origin,
    shopUrl: settings.BANK_SHOP_URL,
    control: settings.SANDBOX_CONTROL === '1',
  })
  running.push(bank)
  rememberAddress('sandbox', bank.origin)
  return bank.origin
}

type Opened = { databaseUrl: string; origin: string }

/** Starts all that needs the address of the site, and for which no visitor should wait. */
export function openTheRest(settings: Settings, running: Running, opened: Opened): void {
  if (settings.JOBS === 'on') running.push(beginJobs(opened.databaseUrl))
  if (isCompanyWanted(settings)) running.push(startCompanyLater(opened))
  void keepAssets({ folder: assetsKept(settings), assets: ASSETS })
}

/** The folder with the script files and fonts of this release and others. */
export function assetsKept({ ASSETS_KEPT, DATA_DIR }: Settings): string {
  return ASSETS_KEPT ?? join(DATA_DIR, 'assets')
}

function beginJobs(databaseUrl: string): Part {
  const stopping = new AbortController()
  const jobs = keepTryingToStart(databaseUrl, JOBS, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await (await jobs)?.stop()
    },
  }
}
