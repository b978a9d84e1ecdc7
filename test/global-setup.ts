import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

import { connect } from '#platform/db.server.ts'

import { JOBS } from '../jobs.ts'
import { beginNow } from './beginning.ts'
import { openScratchDatabase } from './scratch-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    superuser: string
    template: string
    clockFile: string
  }
}

/** Builds the template from the migrations, once per run; every test file gets a copy of its own. */
export default async function setup(project: TestProject) {
  const database = await openScratchDatabase(JOBS.map(({ job }) => job))
  const db = connect(database.url)
  const { rows } = await sql<{ serverVersion: string }>`show server_version`.execute(db)
  await db.destroy() // a template is copied only while nobody is connected to it
  process.stdout.write(`Tests run on PostgreSQL ${rows[0]?.serverVersion}.\n`)
  project.provide('superuser', database.superuser)
  project.provide('template', database.name)
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-'))
  const clockFile = join(folder, 'clock')
  beginNow(clockFile)
  project.provide('clockFile', clockFile)
  return async () => {
    rmSync(folder, { recursive: true })
    await database.stop()
  }
}
