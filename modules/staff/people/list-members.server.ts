import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

import { ENROLMENT_MINUTES } from './limits.ts'
import { ROLES, type Role, type StaffState } from './roles.ts'

export type Member = {
  staffId: string
  name: string
  email: string
  locale: Locale
  state: StaffState
  roles: readonly Role[]
  passkeys: number
  hasAuthenticator: boolean
  /** Last act or page; null if there is no session. */
  lastActAt: Temporal.Instant | null
  sessions: number
  /**
   * When a link that was not used yet can be used, and until when. A reset that was opened counts until
   * the end of its last step, since it can be stopped until then.
   */
  link: {
    kind: 'invitation' | 'reset'
    usableFrom: Temporal.Instant
    until: Temporal.Instant
  } | null
}

/** All members of staff: those who can sign in first, then by name. A company has dozens, not thousands. */
export async function listMembers(now: Temporal.Instant): Promise<Member[]> {
  return select(now, sql`true`)
}

export async function findMember(
  staffId: string,
  now: Temporal.Instant,
): Promise<Member | undefined> {
  const [member] = await select(now, sql`staff.id = ${staffId}`)
  return member
}

/** The ids of the members who drive for the company. */
export async function listDriverIds(): Promise<string[]> {
  const rows = await db
    .selectFrom('staffRoles')
    .select('staffId')
    .where('role', '=', 'driver')
    .execute()
  return rows.map(({ staffId }) => staffId)
}

type Row = Omit<Member, 'link'> & {
  linkKind: 'invitation' | 'reset' | null
  usableFrom: Temporal.Instant | null
  until: Temporal.Instant | null
}

async function select(now: Temporal.Instant, condition: ReturnType<typeof sql>): Promise<Member[]> {
  const { rows } = await sql<Row>`
    select staff.id as staff_id, name, email, locale, state,
      array(select role from staff_roles where staff_roles.staff_id = staff.id) as roles,
      (select count(*) from staff_passkeys where staff_passkeys.staff_id = staff.id) as passkeys,
      exists (select from staff_authenticators where staff_authenticators.staff_id = staff.id)
        as has_authenticator,
      (select max(last_act_at) from staff_sessions where staff_sessions.staff_id = staff.id)
        as last_act_at,
      (select count(*) from staff_sessions
        where staff_sessions.staff_id = staff.id and staff_sessions.expires_at > ${now}) as sessions,
      link.kind as link_kind, link.usable_from, link.until
    from staff
    left join (
      select *, coalesce(opened_at + make_interval(mins => ${ENROLMENT_MINUTES}), expires_at) as until
      from staff_invitations
    ) as link on link.staff_id = staff.id and link.accepted_at is null
      and (link.opened_at is null or link.kind = 'reset') and link.revoked_at is null and link.until > ${now}
    where ${condition}
    order by state = 'active' desc, name, staff.id`.execute(db)
  return rows.map(({ linkKind, usableFrom, until, roles, ...member }) => ({
    ...member,
    roles: ROLES.filter((role) => roles.includes(role)),
    link: linkKind && usableFrom && until ? { kind: linkKind, usableFrom, until } : null,
  }))
}
