import { sql } from 'kysely'

import { invariants, type Invariant } from './narrow.server.ts'

/* The invariants of staff; see check-invariants.server.ts. */

const query = sql<{ breach: string }>

export function invariantsOfStaff(): Invariant[] {
  return [
    // I13: somebody can let the others in.
    ...invariants('everything', [
      query`
      select format('I13: no owner of %s active members can sign in', count(*)) as breach
      from staff where state = 'active'
      having count(*) > 0 and not exists (
        select from staff owner
        join staff_roles on staff_roles.staff_id = owner.id and role = 'owner'
        where owner.state = 'active' and (
          exists (select from staff_authenticators where staff_authenticators.staff_id = owner.id)
          or exists (select from staff_passkeys where staff_passkeys.staff_id = owner.id)))`,
    ]),
    // I22: the audit names people, and they stay.
    ...invariants('night', [
      query`
      select format('I22: %s is in the audit, and is no member of staff', actor) as breach
      from (select distinct actor from audit_entries where actor like 'staff:%') as named
      where not exists (select from staff where id = substring(actor from 7))`,
    ]),
  ]
}
