import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { notFound } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction, type Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Facts } from '#app/ui/parts.tsx'
import { findOpenTillOf } from '#modules/payments/till/till.server.ts'
import {
  changeRoles,
  dismissMember,
  endMemberSessions,
  resumeMember,
  stopReset,
  suspendMember,
} from '#modules/staff/access/change-member.server.ts'
import { findMember } from '#modules/staff/people/list-members.server.ts'
import { ROLES } from '#modules/staff/people/roles.ts'
import * as paths from '#paths'
import { countEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/one'
import { changeMember, resend, rolesIn } from './actions.server.ts'
import { RoleChoices } from './role-choices.tsx'
import { viewMember, type MemberView } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.staff.title) }]

export async function loader({ params }: Route.LoaderArgs) {
  const seen = await countEntries(`staff:${params.id}`)
  const member = await findMember(params.id, now())
  if (!member) throw notFound()
  const till = await findOpenTillOf(params.id)
  return { member: viewMember(member), seen, openTill: till?.sessionId }
}

export const action = officeAction('/office/staff/:id', {
  roles: (press) =>
    changeMember(press, (asked) => changeRoles(asked, rolesIn(press.form)), 'roles'),
  suspend: (press) => changeMember(press, suspendMember),
  resume: (press) => changeMember(press, resumeMember),
  leave: (press) => changeMember(press, dismissMember),
  'end-sessions': (press) => changeMember(press, endMemberSessions),
  resend,
  'stop-reset': (press) => changeMember(press, stopReset),
})

export default function StaffMember({ loaderData, actionData }: Route.ComponentProps) {
  const { office, common } = translation().messages
  const { staff, roles } = office
  const { member, seen, openTill } = loaderData
  const answer = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <>
      <p>
        <PageLink to={paths.officeStaff()}>{staff.backToList}</PageLink>
      </p>
      <h1>{member.name}</h1>
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      <Facts
        facts={[
          { name: staff.email, value: member.email },
          { name: staff.roles, value: member.roles.map((role) => roles[role]).join(', ') },
          { name: staff.state, value: staff.states[member.state] },
          { name: staff.factors, value: member.factors },
          { name: staff.lastSeen, value: member.lastSeen },
          { name: staff.openSessions, value: member.sessions },
        ]}
      />
      {useMay()('staff.edit') && (
        <Acts member={member} seen={seen} openTill={openTill} answer={answer} />
      )}
    </>
  )
}

type ActsProps = {
  member: MemberView
  seen: number
  /** The session of the till that the member has open. */
  openTill: string | undefined
  answer: Refused | undefined
}

function Acts(props: ActsProps) {
  const { member } = props
  if (member.state === 'left') {
    return <p className="soft">{translation().messages.office.staff.hasLeft}</p>
  }
  return (
    <>
      {member.link?.kind === 'reset' && <ResetForm {...props} />}
      {member.state === 'invited' && <InvitationForm {...props} />}
      <RolesForm {...props} />
      {member.sessions > 0 && <SessionsForm {...props} />}
      {member.state === 'suspended' ? <ResumeForm {...props} /> : <SuspendForm {...props} />}
      <LeaveForm {...props} />
    </>
  )
}

function ResetForm({ member, seen }: ActsProps) {
  const { staff } = translation().messages.office
  const { from = '', until = '' } = member.link ?? {}
  return (
    <ActForm intent="stop-reset" seen={seen} className="card stack">
      <h2>{staff.resetTitle}</h2>
      <p>{staff.resetBetween(from, until)}</p>
      <div className="row">
        <Button>{staff.stopReset}</Button>
      </div>
    </ActForm>
  )
}

function InvitationForm({ member, seen }: ActsProps) {
  const { staff } = translation().messages.office
  return (
    <ActForm intent="resend" seen={seen} confirm="L1" className="card stack">
      <h2>{staff.resendTitle}</h2>
      <p>{member.link ? staff.invitedUntil(member.link.until) : staff.invitationOver}</p>
      <ActButton>{staff.resend}</ActButton>
    </ActForm>
  )
}

function RolesForm({ member, seen, answer }: ActsProps) {
  const { staff } = translation().messages.office
  const error = answer?.problems.find(({ fieldId }) => fieldId === 'roles')?.sentence
  const typed = typedIn('roles', answer)
  return (
    <ActForm intent="roles" seen={seen} confirm="L2" className="card stack">
      <h2>{staff.rolesTitle}</h2>
      <p className="soft">{staff.rolesIntro}</p>
      <RoleChoices
        chosen={typed ? ROLES.filter((role) => typed[`role-${role}`]) : member.roles}
        error={error}
      />
      <ReasonField intent="roles" answer={answer} />
      <ActButton>{staff.saveRoles}</ActButton>
    </ActForm>
  )
}

function SessionsForm({ member, seen }: ActsProps) {
  const { staff } = translation().messages.office
  return (
    <ActForm intent="end-sessions" seen={seen} confirm="L1" className="card stack">
      <h2>{staff.endTitle}</h2>
      <p>{staff.endIntro(member.sessions)}</p>
      <ActButton>{staff.end}</ActButton>
    </ActForm>
  )
}

function SuspendForm({ member, seen, answer }: ActsProps) {
  const { staff } = translation().messages.office
  return (
    <ActForm intent="suspend" seen={seen} confirm="L2" className="card stack">
      <h2>{staff.suspendTitle}</h2>
      <p className="soft">{staff.suspendIntro}</p>
      <ReasonField intent="suspend" answer={answer} />
      <ActButton>{staff.suspend(member.name)}</ActButton>
    </ActForm>
  )
}

function ResumeForm({ member, seen }: ActsProps) {
  const { staff } = translation().messages.office
  return (
    <ActForm intent="resume" seen={seen} confirm="L2" className="card stack">
      <h2>{staff.resumeTitle}</h2>
      <p className="soft">{staff.resumeIntro}</p>
      <ActButton>{staff.resume(member.name)}</ActButton>
    </ActForm>
  )
}

function LeaveForm({ member, seen, openTill, answer }: ActsProps) {
  const { staff } = translation().messages.office
  return (
    <ActForm intent="leave" seen={seen} confirm="L2" className="card stack">
      <h2>{staff.leaveTitle}</h2>
      <p className="soft">{staff.leaveIntro}</p>
      {openTill && <OpenTill sessionId={openTill} name={member.name} />}
      <ReasonField intent="leave" answer={answer} />
      <ActButton>{staff.leave(member.name)}</ActButton>
    </ActForm>
  )
}

/** A till is counted by its seller, so one who has left can never close it. */
function OpenTill({ sessionId, name }: { sessionId: string; name: string }) {
  const { staff } = translation().messages.office
  return (
    <Notice tone="warning" title={staff.tillOpen(name)}>
      <p>{staff.tillFirst}</p>
      <p>
        <PageLink to={paths.officeTillSession(sessionId)}>{staff.toTill}</PageLink>
      </p>
    </Notice>
  )
}

type ReasonFieldProps = { intent: string; answer: Refused | undefined }

function ReasonField({ intent, answer }: ReasonFieldProps) {
  const { staff } = translation().messages.office
  return (
    <TextField
      id={`reason-${intent}`}
      label={staff.reason}
      hint={staff.reasonHint}
      name="reason"
      defaultValue={typedIn(intent, answer)?.['reason']}
    />
  )
}

/** The fields of the form of this act as they were sent; undefined unless it was refused. */
function typedIn(intent: string, answer: Refused | undefined) {
  return answer?.intent === intent ? answer.typed : undefined
}
