import { connect, type Database } from '#platform/db.server.ts'

/**
 * For what the site's role may not do: tables that are emptied, changed or taken away. Nothing else is
 * done as the owner, so that a right which the site lacks fails its tests.
 */
export async function asOwner<Value>(
  work: (owner: Database) => Promise<Value>,
  ownerUrl = process.env.DATABASE_OWNER_URL ?? '',
): Promise<Value> {
  const owner = connect(ownerUrl, { patient: true })
  return work(owner).finally(() => owner.destroy())
}
