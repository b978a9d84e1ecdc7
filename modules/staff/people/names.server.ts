import { db } from '#platform/db.server.ts'

/** The names of members of staff by their ids, for pages that tell who did something. */
export async function listStaffNames(staffIds: readonly string[]): Promise<Map<string, string>> {
  if (staffIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(staffIds)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** All members of staff there have ever been, by name, for a filter of what they did. */
export async function listAllNames(): Promise<{ staffId: string; name: string }[]> {
  return db.selectFrom('staff').select(['id as staffId', 'name']).orderBy('name').execute()
}
