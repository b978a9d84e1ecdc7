import {
  checkInvariants,
  PROMISES,
} from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { compareWithProvider } from '#modules/bookkeeping/settlement/compare-with-provider.server.ts'
import { listProviders } from '#modules/bookkeeping/settlement/settlement-report.server.ts'
import { findUnknownCaptures } from '#modules/bookkeeping/settlement/unknown-captures.server.ts'
import { compareFeed } from '#modules/gtfs/write/compare-feed.server.ts'
import type { PaymentProvider } from '#modules/payments/provider.ts'
import { findProvider } from '#modules/payments/providers.server.ts'
import { now } from '#platform/clock.server.ts'
import { openDatabaseForCommand } from '#platform/database/site-database.server.ts'
import { connect, db as siteDatabase } from '#platform/db.server.ts'
import { env, leaveIfUnset } from '#platform/settings/env.server.ts'

import { rememberOwnBank } from './own-bank.ts'

/*
 * npm run invariants [-- --ask-provider]: checks the invariants on the database in use and, with
 * the option, compares the records of all its providers with ours, and asks them for captures that it
 * does not know. It lists the invariants it checked, so that silence is never mistaken for success.
 */

/** Days for which a provider is asked for money that the database does not know. */
const DAYS_BACK = 31

const database = await Promise.try(() => openDatabaseForCommand(env().DATA_DIR)).catch(leaveIfUnset)
const db = connect(database.directUrl, { patient: true })
const isToAsk = process.argv.includes('--ask-provider')
/** Providers whose captures cannot be compared with the books. */
const unlisted: string[] = []
try {
  const breaches = await checkInvariants(db, { now: now() })
  breaches.push(...(await compareFeed(db, now())))
  if (isToAsk) breaches.push(...(await askProviders()))
  for (const [id, promise] of Object.entries(PROMISES)) {
    const own = breaches.filter((breach) => breach.startsWith(`${id}:`))
    const isAsked = id !== 'I4' || isToAsk
    const isHalfAsked = id === 'I4' && unlisted.length > 0
    const found = isHalfAsked ? `holds as far as ${unlisted.join(', ')} can be asked` : 'holds'
    const said = own.length === 0 ? found : `BROKEN, ${own.length} times`
    console.log(`${id.padEnd(4)} ${isAsked ? said : 'not asked (--ask-provider)'}: ${promise}`)
  }
  for (const breach of breaches) console.error(breach)
  console.log(breaches.length === 0 ? 'All that was asked holds.' : `${breaches.length} breaches.`)
  process.exitCode = breaches.length === 0 ? 0 : 1
} finally {
  await Promise.all([db.destroy(), siteDatabase.destroy()])
  await database.stop()
}

async function askProviders(): Promise<string[]> {
  rememberOwnBank()
  const answers = (await listProviders()).map(async (provider) => {
    const bank = findProvider(provider, 'job')
    if (!bank) return [`I4: ${provider} has no keys here, and cannot be asked`]
    return [...(await compareWithProvider(db, bank)), ...(await askForUnknown(bank))]
  })
  return (await Promise.all(answers)).flat()
}

/** Only reports it: the settlement, or `npm run admin -- payment recover`, makes refunds of it. */
async function askForUnknown(bank: PaymentProvider): Promise<string[]> {
  const since = now().subtract({ hours: 24 * DAYS_BACK })
  const found = await findUnknownCaptures(bank, { since, now: now() })
  if (!found.ok && found.reason === 'no-list') {
    console.log(`${bank.id} has no list of captures: look for lost money in its portal.`)
    unlisted.push(bank.id)
    return []
  }
  if (!found.ok) return [`I4: ${bank.id} does not list its captures now`]
  const ours = found.unknown.filter(({ names }) => names !== null)
  return ours.map(({ capture, snapshot }) => {
    const { merchantRef, providerRef } = capture
    return `I4: ${bank.id} captured ${snapshot.captured} for ${merchantRef} (${providerRef}), and the database does not know it`
  })
}
