import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction, type Refused } from '#app/office/act.server.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Facts } from '#app/ui/parts.tsx'

import type { Route } from './+types/page'
import {
  authenticator,
  endOne,
  endOthers,
  passkey,
  password,
  preferences,
  recoveryCodes,
  removeFactor,
} from './actions.server.ts'
import { CodesSection, FactorsSection } from './factors.tsx'
import { OFFER } from './offer.ts'
import { PasswordSection, PreferencesSection, SessionsSection } from './sections.tsx'
import { viewMe, type MeView, type SetUp } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.me.title) }]

const SET_UPS: readonly SetUp[] = ['authenticator', 'recovery-codes']

export function loader({ context, url }: Route.LoaderArgs) {
  const wanted = url.searchParams.get('set-up')
  const setUp = SET_UPS.find((one) => one === wanted) ?? null
  return viewMe(staffOf(context), setUp)
}

export const action = officeAction('/office/me', {
  'end-session': endOne,
  'end-others': endOthers,
  preferences,
  password,
  authenticator,
  passkey,
  'remove-factor': removeFactor,
  'recovery-codes': recoveryCodes,
})

export default function Me({ loaderData, actionData }: Route.ComponentProps) {
  const { office, common } = translation().messages
  const answer: Refused | undefined =
    actionData && 'problems' in actionData ? actionData : undefined
  const errorAt = (fieldId: string) =>
    answer?.problems.find((problem) => problem.fieldId === fieldId)?.sentence
  const view = withOffer(loaderData, answer)
  return (
    <>
      <h1>{office.me.title}</h1>
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      <Facts
        facts={[
          { name: office.staff.name, value: view.member.name },
          { name: office.staff.email, value: view.member.email },
          {
            name: office.staff.roles,
            value: view.member.roles.map((role) => office.roles[role]).join(', '),
          },
        ]}
      />
      <FactorsSection view={view} errorAt={errorAt} />
      <CodesSection view={view} errorAt={errorAt} />
      <SessionsSection view={view} />
      <PasswordSection errorAt={errorAt} />
      <PreferencesSection view={view} />
    </>
  )
}

/** The secrets of a form that came back, in place of new ones. */
function withOffer(view: MeView, answer: Refused | undefined): MeView {
  const offer = answer?.typed[OFFER]
  if (!offer) return view
  return answer.intent === 'authenticator'
    ? { ...view, newAuthenticator: JSON.parse(offer) as MeView['newAuthenticator'] }
    : { ...view, newCodes: JSON.parse(offer) as MeView['newCodes'] }
}
