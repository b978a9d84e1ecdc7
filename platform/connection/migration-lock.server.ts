import { sql, type Kysely } from 'kysely'

/** The number that Kysely locks, so that releases with its own lock and we exclude each other. */
const MIGRATION_LOCK = 3_853_314_791_062_309_107n

/**
 * Takes the lock of the migrations until the end of the transaction. Kysely locks for the session,
 * which a pooler hands to others: the lock then stays, and no program starts.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as Kysely hands a database to an adapter
export async function lockMigrations(tx: Kysely<any>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
}
