import { translation } from '#app/i18n/translation.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import type { Program } from '#platform/actor.ts'

const STAFF = 'staff:'

/**
 * The actors of some entries of the audit as people read them, by their text in the audit: a
 * colleague by the present name, a traveller, or the part of the program that acted.
 */
export async function nameActors(actors: readonly string[]): Promise<(actor: string) => string> {
  const { audit } = translation().messages.office
  const staffIds = actors.flatMap((actor) =>
    actor.startsWith(STAFF) ? [actor.slice(STAFF.length)] : [],
  )
  const names = await listStaffNames(staffIds)
  return (actor) => {
    const [kind = '', ...rest] = actor.split(':')
    const name = rest.join(':') || kind
    if (kind === 'staff') return names.get(name) ?? audit.formerMember
    if (kind === 'traveller') return audit.traveller
    if (kind === 'admin' || kind === 'desk') return audit.console(name)
    return audit.program(audit.programs[name as Program] ?? name)
  }
}
