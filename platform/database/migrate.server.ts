import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { crashPoint } from '#platform/crash-point.server.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { SettingsError } from '#platform/settings/env.server.ts'

import { prepareAlone } from './prepare-alone.server.ts'

const FOLDER = join(import.meta.dirname, '../../db/migrations')

/** `newer`: a newer release has migrated the database, and this one works on it as it is. */
export type Schema = 'ours' | 'newer'

/**
 * Brings the tables up to date. Programs that start together wait for each other here.
 *
 * @throws {SettingsError} if a newer release has taken away what this one needs
 */
export function migrate(owner: Database): Promise<Schema> {
  return prepareAlone(owner, async (tx) => {
    const ours = await readMigrations()
    const later = laterThan(Object.keys(ours), await listExecuted(tx))
    // A migration that was run is not run again, so those of a newer release need only a name.
    const theirs = Object.fromEntries(later.map((name) => [name, { async up() {} }]))
    const provider = { getMigrations: async () => ({ ...ours, ...theirs }) }
    const { error } = await new Migrator({ db: tx, provider }).migrateToLatest()
    if (error) throw error
    return later.length > 0 ? 'newer' : 'ours'
  })
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

/** The names of all migrations of this database; none before the first start. */
async function listExecuted(tx: Tx): Promise<string[]> {
  const table = sql.lit(DEFAULT_MIGRATION_TABLE)
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${table}) is not null as "isThere"`.execute(tx)
  if (!rows[0]?.isThere) return []
  const names = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
  return (await names.execute(tx)).rows.map(({ name }) => name)
}

/**
 * Migrations of a newer release, which come after all of ours. A release only adds to the tables of
 * the one before, so that both run side by side; what takes something away names the first release
 * that works without it, by its last migration: `0052_needs_0049_drop_old_column.sql`.
 *
 * @throws {SettingsError} if one of them takes away what this release needs
 */
export function laterThan(ours: readonly string[], executed: readonly string[]): string[] {
  const last = ours.toSorted().at(-1) ?? ''
  const later = executed.filter((name) => name > last)
  const refusing = later.find((name) => last < (/^\d+_needs_(\d+)_/.exec(name)?.[1] ?? ''))
  if (refusing) {
    throw new SettingsError([
      `DATABASE_URL: a newer release has migrated it (${refusing}) and taken away what this one needs; start that release or a later one`,
    ])
  }
  return later
}
