import { checkInvariants } from '#modules/orders/check-invariants.server.ts'
import { getProvider } from '#modules/payments/providers.server.ts'
import { now } from '#platform/clock.server.ts'
import { connect } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'
import { openSiteDatabase } from '#platform/site-database.server.ts'

/*
 * npm run invariants [-- --ask-provider]: looks whether everything that must hold does hold in the
 * database in use, and with the option, whether the provider's record agrees with ours.
 */
const database = await openSiteDatabase(env().DATA_DIR)
const db = connect(database.url, { patient: true })
const isToAsk = process.argv.includes('--ask-provider')
const bank = isToAsk ? getProvider(env().PAYMENT_PROVIDER, 'job') : undefined
try {
  const breaches = await checkInvariants(db, { now: now(), ...(bank && { bank }) })
  for (const breach of breaches) console.error(breach)
  console.log(breaches.length === 0 ? 'All invariants hold.' : `${breaches.length} breaches.`)
  process.exitCode = breaches.length === 0 ? 0 : 1
} finally {
  await db.destroy()
  await database.stop()
}
