import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { Watch } from '#app/components/payment-watch.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/one'
import { draftAction } from './actions.server.ts'
import { Preview } from './preview.tsx'
import { PublishForm } from './publish-form.tsx'
import { showDraft, type DraftView } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: tabTitle(loaderData?.name ?? translation().messages.office.timetable.title) },
]

export async function loader({ params }: Route.LoaderArgs) {
  return found(await showDraft(params.id, now()))
}

export const action = draftAction

/** A draft: what it would change, and its publication. */
export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { common, office } = translation().messages
  const { timetable } = office
  const { draftId, name, state, stateText, refusal, preview } = loaderData
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  const isDraft = state === 'draft'
  return (
    <div className="stack">
      <p className="not-printed">
        <PageLink to={paths.officeTimetable()}>{timetable.title}</PageLink>
      </p>
      <h1>{name}</h1>
      <ErrorSummary title={common.errorSummary} problems={refused?.problems ?? []} />
      <p>
        {stateText}
        {state !== 'published' && (
          <>
            {' · '}
            <a href={paths.officeDraftFeed(draftId)}>{timetable.draft.download}</a>
          </>
        )}
      </p>
      {refusal && <Notice tone="warning">{refusal}</Notice>}
      <Waiting draft={loaderData} />
      {preview && <Preview preview={preview} />}
      {isDraft && preview && <PublishForm draft={loaderData} refused={refused} />}
      <Acts draft={loaderData} />
    </div>
  )
}

/** While a job is at work: polls with script, and has a link to look again. */
function Waiting({ draft: { draftId, isBusy, preview, stateText } }: { draft: DraftView }) {
  const { draft } = translation().messages.office.timetable
  if (!isBusy) return null
  return (
    <div>
      {!preview && <p>{draft.working}</p>}
      <Watch
        stateOf={paths.officeDraftState(draftId)}
        watching={preview ? stateText : ''}
        done={draft.ready}
      />
      <PageLink to={paths.officeDraft(draftId)}>{draft.lookAgain}</PageLink>
    </div>
  )
}

function Acts({ draft: { state, preview, isOld } }: { draft: DraftView }) {
  const { draft } = translation().messages.office.timetable
  const may = useMay()
  if (state === 'scheduled') {
    return may('timetable.publish') ? (
      <ActForm intent="unschedule">
        <ActButton>{draft.unschedule}</ActButton>
      </ActForm>
    ) : null
  }
  if (state !== 'draft' || !may('timetable.draft')) return null
  return (
    <div className="row">
      {preview && (
        <ActForm intent="preview">
          <Button kind={isOld ? 'action' : 'quiet'}>{draft.again}</Button>
        </ActForm>
      )}
      <ActForm intent="discard">
        <Button kind="quiet">{draft.discard}</Button>
      </ActForm>
    </div>
  )
}
