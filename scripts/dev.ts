import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { startBank } from '#bank/bank.ts'
import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { now } from '#platform/clock.server.ts'
import { openSiteDatabase } from '#platform/database/site-database.server.ts'
import { startWorkers } from '#platform/jobs/jobs.server.ts'
import { env } from '#platform/settings/env.server.ts'
import { prepareDatabase } from '#platform/start/prepare-database.server.ts'

import { JOBS } from '../jobs.ts'

/*
 * The site during development: everything server.ts starts, with pages that reload on every change.
 */
process.env.PORT ??= '3000'
process.env.SITE_URL ??= `http://localhost:${process.env.PORT}`
const port = Number(process.env.PORT)
process.env.BANK_URL ??= `http://127.0.0.1:${port + 1}`
const { DATA_DIR, HOST, BANK_KEY, BANK_SECRET } = env()

const database = await openSiteDatabase(DATA_DIR)
await prepareDatabase(
  database,
  JOBS.map(({ job }) => job),
)
await loadSeed(now())
const bank = await startBank({
  port: port + 1,
  host: HOST,
  databaseFile: join(DATA_DIR, 'sandbox-bank.sqlite'),
  key: BANK_KEY,
  secret: BANK_SECRET,
  control: true,
})
const jobs = await startWorkers(database.directUrl, JOBS)

const options = ['dev', '--port', String(port), ...process.argv.slice(2)]
const site = spawn('react-router', options, { stdio: 'inherit' })
process.on('SIGINT', () => site.kill('SIGINT'))
process.on('SIGTERM', () => site.kill('SIGTERM'))
site.once('exit', () => void stop())

async function stop(): Promise<void> {
  await jobs.stop()
  await bank.stop()
  await database.stop()
  process.exit()
}
