import { checkInvariants, PROMISES } from '#modules/bookkeeping/check-invariants.server.ts'
import { compareWithProvider } from '#modules/bookkeeping/compare-with-provider.server.ts'
import { findProvider } from '#modules/payments/providers.server.ts'
import { now } from '#platform/clock.server.ts'
import { connect } from '#platform/db.server.ts'
import { env, leaveIfUnset } from '#platform/env.server.ts'
import { openDatabaseForCommand } from '#platform/site-database.server.ts'

import { rememberOwnBank } from './own-bank.ts'

/*
 * npm run invariants [-- --ask-provider]: checks the invariants on the database in use and, with
 * the option, compares the records of all its providers with ours. It lists the invariants it
 * checked, so that silence is never mistaken for success.
 */
const database = await openDatabaseForCommand(env().DATA_DIR).catch(leaveIfUnset)
const db = connect(database.directUrl, { patient: true })
const isToAsk = process.argv.includes('--ask-provider')
try {
  const breaches = await checkInvariants(db, { now: now() })
  if (isToAsk) breaches.push(...(await askProviders()))
  for (const [id, promise] of Object.entries(PROMISES)) {
    const own = breaches.filter((breach) => breach.startsWith(`${id}:`))
    const isAsked = id !== 'I4' || isToAsk
    const found = own.length === 0 ? 'holds' : `BROKEN, ${own.length} times`
    console.log(`${id.padEnd(4)} ${isAsked ? found : 'not asked (--ask-provider)'}: ${promise}`)
  }
  for (const breach of breaches) console.error(breach)
  console.log(breaches.length === 0 ? 'All that was asked holds.' : `${breaches.length} breaches.`)
  process.exitCode = breaches.length === 0 ? 0 : 1
} finally {
  await db.destroy()
  await database.stop()
}

/** Every provider with payments in this database, whichever is configured today. */
async function askProviders(): Promise<string[]> {
  rememberOwnBank()
  const rows = await db.selectFrom('payments').select('provider').distinct().execute()
  const answers = rows.map(async ({ provider }) => {
    const bank = findProvider(provider, 'job')
    return bank
      ? compareWithProvider(db, bank)
      : [`I4: ${provider} has no keys here, and cannot be asked`]
  })
  return (await Promise.all(answers)).flat()
}
