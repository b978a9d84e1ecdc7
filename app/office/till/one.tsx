import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import * as paths from '#paths'

import type { Route } from './+types/one'
import { correct } from './actions.server.ts'
import { Count, Entries } from './entries.tsx'
import { showSession } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.till.title) }]

export async function loader({ params }: Route.LoaderArgs) {
  return found(await showSession(params.id))
}

export const action = officeAction('/office/tills/:id', { correct })

export default function TillSession({ loaderData, actionData }: Route.ComponentProps) {
  const { office, common } = translation().messages
  const { till, tills } = office
  const answer = actionData && 'problems' in actionData ? actionData : undefined
  const mayCorrect = useMay()('till.correct')
  return (
    <div className="stack stack-large">
      <p>
        <PageLink to={paths.officeTills()}>{tills.title}</PageLink>
      </p>
      <h1>{till.oneTitle(loaderData.seller)}</h1>
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      <Count session={loaderData} />
      <Entries
        entries={loaderData.entries}
        address={paths.officeTillSession(loaderData.sessionId)}
      />
      {mayCorrect && loaderData.count && (
        <ActForm intent="correct" confirm="L1" className="card stack">
          <h2>{till.correctTitle}</h2>
          <TextField
            name="amount"
            label={till.moveAmount}
            hint={till.correctHint}
            autoComplete="off"
            defaultValue={answer?.typed.amount}
          />
          <TextField name="reason" label={till.reason} defaultValue={answer?.typed.reason} />
          <ActButton kind="action">{till.correct}</ActButton>
        </ActForm>
      )}
      <p className="soft small">{till.noRegister}</p>
    </div>
  )
}
