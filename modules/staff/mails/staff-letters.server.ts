import type { Letter, OwedMail, WriteLetter } from '#modules/mail/deliver.server.ts'
import type { StaffMailKind } from '#modules/mail/kinds.ts'
import { staffMail } from '#modules/staff/mails/staff-mail.ts'
import { findInvitation } from '#modules/staff/people/invite.server.ts'
import * as paths from '#paths'
import { db } from '#platform/db.server.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { env, siteOrigin } from '#platform/settings/env.server.ts'

/** The facts of a letter and the address of its button; undefined if its reason is gone. */
type Facts = { name: string; device?: string | null; path: string } | undefined

/** The letters to staff. Each is about a link, a session or a member, by its id. */
export const STAFF_LETTERS: Record<StaffMailKind, WriteLetter> = {
  'staff-invitation': toStaff(findLink),
  'staff-log-in': toStaff(findLogIn),
  'staff-access-changed': toStaff(async (staffId) => {
    const name = await findName(staffId)
    return name === undefined ? undefined : { name, path: paths.officeMe() }
  }),
  'staff-recovery-code': toStaff(async (staffId) => {
    const name = await findName(staffId)
    return name === undefined ? undefined : { name, path: paths.office() }
  }),
  'staff-reset': toStaff(async (staffId) => {
    const name = await findName(staffId)
    return name === undefined ? undefined : { name, path: paths.officeMember(staffId) }
  }),
}

function toStaff(find: (about: string, now: Temporal.Instant) => Promise<Facts>): WriteLetter {
  return async (mail: OwedMail, now): Promise<Letter | undefined> => {
    const facts = await find(mail.proofId ?? '', now)
    if (!facts) return undefined
    const locale = mail.locale as Locale
    const content = staffMail({
      kind: mail.kind as StaffMailKind,
      name: facts.name,
      device: facts.device ?? '',
      url: siteOrigin() + localePath(locale, facts.path),
      locale,
      demonstration: env().MODE === 'demonstration',
    })
    return { ...content, attachments: [], language: locale, visitor: mail.visitor ?? '' }
  }
}

async function findLink(token: string, now: Temporal.Instant): Promise<Facts> {
  const invited = await findInvitation(token, now)
  return invited && { name: invited.name, path: paths.officeInvitation(token) }
}

async function findLogIn(sessionId: string): Promise<Facts> {
  const session = await db
    .selectFrom('staffSessions')
    .innerJoin('staff', 'staff.id', 'staffSessions.staffId')
    .select(['staff.name', 'staffSessions.device'])
    .where('staffSessions.id', '=', sessionId)
    .executeTakeFirst()
  return session && { ...session, path: paths.officeMe() }
}

async function findName(staffId: string): Promise<string | undefined> {
  const member = await db
    .selectFrom('staff')
    .select('name')
    .where('id', '=', staffId)
    .executeTakeFirst()
  return member?.name
}
