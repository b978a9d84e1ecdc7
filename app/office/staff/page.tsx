import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction, type Refused } from '#app/office/act.server.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { listMembers } from '#modules/staff/people/list-members.server.ts'
import { ROLES } from '#modules/staff/people/roles.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES, localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { invite } from './actions.server.ts'
import { RoleChoices } from './role-choices.tsx'
import { viewMember, type MemberView } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.staff.title) }]

export async function loader() {
  const members = await listMembers(now())
  return { members: members.map(viewMember) }
}

export const action = officeAction('/office/staff', { invite })

export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { office, common } = messages
  const { staff, roles } = office
  const answer = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <>
      <h1>{staff.title}</h1>
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      <DataTable
        caption={staff.title}
        isCaptionHidden
        address={localePath(locale, paths.officeStaff())}
        rows={loaderData.members}
        rowKey={({ staffId }) => staffId}
        empty={staff.empty}
        columns={[
          {
            key: 'name',
            head: staff.name,
            kind: 'name',
            cell: nameOf,
          },
          { key: 'email', head: staff.email, cell: ({ email }) => email },
          {
            key: 'roles',
            head: staff.roles,
            cell: (member) => member.roles.map((role) => roles[role]).join(', '),
          },
          { key: 'state', head: staff.state, cell: ({ state }) => staff.states[state] },
          { key: 'factors', head: staff.factors, cell: ({ factors }) => factors },
          { key: 'seen', head: staff.lastSeen, cell: ({ lastSeen }) => lastSeen },
        ]}
      />
      {useMay()('staff.edit') && <InviteForm answer={answer} />}
    </>
  )
}

function nameOf({ staffId, name }: MemberView) {
  return <PageLink to={paths.officeMember(staffId)}>{name}</PageLink>
}

function InviteForm({ answer }: { answer: Refused | undefined }) {
  const { locale, messages } = translation()
  const { staff } = messages.office
  const typed = answer?.typed
  const errorAt = (fieldId: string) =>
    answer?.problems.find((problem) => problem.fieldId === fieldId)?.sentence
  return (
    <ActForm intent="invite" confirm="L2" className="card stack">
      <h2>{staff.inviteTitle}</h2>
      <p className="soft">{staff.inviteIntro}</p>
      <TextField
        label={staff.name}
        name="name"
        autoComplete="off"
        defaultValue={typed?.['name']}
        error={errorAt('name')}
        required
      />
      <TextField
        label={staff.email}
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={typed?.['email']}
        error={errorAt('email')}
        required
      />
      <RoleChoices
        chosen={ROLES.filter((role) => typed?.[`role-${role}`])}
        error={errorAt('roles')}
      />
      <SelectField label={staff.language} name="locale" defaultValue={typed?.['locale'] ?? locale}>
        {LOCALES.map((one) => (
          <option key={one} value={one}>
            {LANGUAGES[one].name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={staff.reason}
        hint={staff.reasonHint}
        name="reason"
        defaultValue={typed?.['reason']}
      />
      <ActButton kind="action">{staff.invite}</ActButton>
    </ActForm>
  )
}
