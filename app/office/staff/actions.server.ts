import { textIn } from '#app/http/read-form.server.ts'
import { hasMailbox, identifyVisitor } from '#app/http/visitor-key.server.ts'
import { explain } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { MemberOutcome } from '#modules/staff/access/change-member.server.ts'
import {
  inviteMember,
  resendInvitation,
  type InvitationOutcome,
} from '#modules/staff/people/invite.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import { ROLES, type Role } from '#modules/staff/people/roles.ts'
import * as paths from '#paths'
import { dateAndTime } from '#platform/format/moments.ts'
import { LOCALES } from '#platform/locale.ts'
import { tidyEmail } from '#platform/text/email.ts'
import { oneLine } from '#platform/text/lines.ts'

export function rolesIn(form: FormData): Role[] {
  return ROLES.filter((role) => textIn(form, `role-${role}`) !== '')
}

/** The browser in whose mailbox a demonstration shows the mail with the link. */
function mailboxOf(request: Request) {
  if (!hasMailbox()) return { mailbox: {}, keep: (answer: Response) => answer }
  const { visitor, headers } = identifyVisitor(request)
  const keep = (answer: Response) => {
    for (const one of headers.getSetCookie()) answer.headers.append('Set-Cookie', one)
    return answer
  }
  return { mailbox: { visitor }, keep }
}

export async function invite({ form, by, request, now }: Press) {
  const locale = textIn(form, 'locale')
  const reason = oneLine(textIn(form, 'reason'))
  const { mailbox, keep } = mailboxOf(request)
  const outcome = await inviteMember({
    by,
    name: oneLine(textIn(form, 'name')),
    email: tidyEmail(textIn(form, 'email')),
    roles: rolesIn(form),
    locale: LOCALES.find((one) => one === locale) ?? translation().locale,
    ...(reason && { reason }),
    ...mailbox,
    now,
  })
  if (outcome.ok) return keep(done(paths.officeMember(outcome.staffId)))
  return refused([problemOf(outcome)], form)
}

function problemOf(refusal: Extract<InvitationOutcome, { ok: false }>): FormProblem {
  const { refusals, office } = translation().messages
  switch (refusal.reason) {
    case 'no-role':
      return { fieldId: 'roles', sentence: office.staff.refusals[refusal.reason] }
    case 'member-known':
      return { fieldId: 'email', sentence: office.staff.refusals[refusal.reason] }
    case 'own-name-missing':
      return { fieldId: 'name', sentence: office.staff.refusals[refusal.reason] }
    case 'own-email-missing':
    case 'email-malformed':
      return { fieldId: 'email', sentence: explain(refusals, refusal) }
    case 'name-too-long':
    case 'name-with-site':
      return { fieldId: 'name', sentence: explain(refusals, refusal) }
    default:
      return refusal satisfies never
  }
}

export async function resend({ form, by, params, request, now }: Press) {
  const staffId = params['id'] ?? ''
  const { mailbox, keep } = mailboxOf(request)
  const outcome = await resendInvitation({ by, staffId, ...mailbox, now })
  if (outcome.ok) return keep(done(paths.officeMember(staffId)))
  const sentence = translation().messages.office.staff.refusals[outcome.reason]
  return refused([{ fieldId: 'content', sentence }], form)
}

type Change = (asked: {
  by: Press['by']
  staffId: string
  seen: number | undefined
  reason?: string
  now: Temporal.Instant
}) => Promise<MemberOutcome>

/** Carries out a change of the member whose page it is. */
export async function changeMember(press: Press, change: Change, fieldId = 'content') {
  const { form, by, params, seen, now } = press
  const staffId = params['id'] ?? ''
  const reason = oneLine(textIn(form, 'reason'))
  const outcome = await change({ by, staffId, seen, ...(reason && { reason }), now })
  if (outcome.ok) return done(paths.officeMember(staffId))
  return refused([{ fieldId, sentence: await sentenceOf(outcome) }], form)
}

async function sentenceOf(outcome: Extract<MemberOutcome, { ok: false }>): Promise<string> {
  const { locale, messages } = translation()
  const { staff } = messages.office
  if (outcome.reason !== 'changed-meanwhile') return staff.refusals[outcome.reason]
  const newest = outcome.entries.at(-1)
  const staffId = newest?.actor.replace(/^staff:/, '') ?? ''
  const names = await listStaffNames([staffId])
  const time = newest ? dateAndTime(newest.enteredAt, locale) : ''
  return staff.changedMeanwhile(names.get(staffId) ?? newest?.actor ?? '', time)
}
