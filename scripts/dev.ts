import { spawn } from 'node:child_process'

import { migrate } from '#platform/migrate.server.ts'
import { openSiteDatabase } from '#platform/site-database.server.ts'

/* The site while one works on it: the database, and pages that follow every change. */
const port = process.env.PORT ?? '3000'
const database = await openSiteDatabase(process.env.DATA_DIR ?? 'data')
await migrate(database.url)

process.env.SITE_URL ??= `http://localhost:${port}`
const options = ['dev', '--port', port, ...process.argv.slice(2)]
const site = spawn('react-router', options, { stdio: 'inherit' })
process.on('SIGINT', () => site.kill('SIGINT'))
process.on('SIGTERM', () => site.kill('SIGTERM'))
site.once('exit', () => void database.stop())
