import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { crashPoint } from './crash-point.server.ts'
import type { Database } from './db.server.ts'

const FOLDER = join(import.meta.dirname, '../db/migrations')

/** Brings the tables up to date. Programs that start together wait for each other here. */
export async function migrate(owner: Database): Promise<void> {
  const migrator = new Migrator({ db: owner, provider: { getMigrations: readMigrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** The migrations are SQL files, run in the order of their names; a merged one never changes. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'))
  return Object.fromEntries(files.map((file) => [file, migrationFrom(file)]))
}

function migrationFrom(file: string): Migration {
  return {
    async up(db) {
      await sql.raw(await readFile(join(FOLDER, file), 'utf8')).execute(db)
      crashPoint('start:while-migrating')
    },
  }
}
