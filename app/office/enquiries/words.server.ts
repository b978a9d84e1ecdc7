import { listStaffNames } from '#modules/staff/people/names.server.ts'

/** Names of the people behind these entries of the audit, by the entry: "staff:<id>". */
export async function namesOf(
  actors: readonly (string | null)[],
): Promise<(actor: string | null) => string> {
  const ids = actors.flatMap((actor) => actor?.replace(/^staff:/, '') ?? [])
  const names = await listStaffNames(ids)
  return (actor) => (actor && (names.get(actor.replace(/^staff:/, '')) ?? actor)) || ''
}
