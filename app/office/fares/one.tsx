import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/one'
import { fareDraftAction } from './actions.server.ts'
import { fareColumns, pairColumn } from './fare-columns.ts'
import styles from './fares.css?inline'
import { GridForm } from './grid-form.tsx'
import { showDraft, type DraftView, type StepRow } from './view.server.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: tabTitle(loaderData?.title ?? translation().messages.office.fares.title) },
]

export async function loader({ params }: Route.LoaderArgs) {
  return found(await showDraft(params.id, now()))
}

export const action = fareDraftAction

/** A draft of fares: what it would change, its publication, and its grid. */
export default function Page({ loaderData: draft, actionData }: Route.ComponentProps) {
  const { common, office } = translation().messages
  const { fares } = office
  const may = useMay()
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <div className="stack">
      <p className="not-printed">
        <PageLink to={paths.officeFares()}>{fares.title}</PageLink>
      </p>
      <h1>{draft.title}</h1>
      <ErrorSummary title={common.errorSummary} problems={refused?.problems ?? []} />
      <Preview draft={draft} />
      {draft.grid.length > 0 && may('fares.draft') && (
        <GridForm rows={draft.grid} refused={refused} />
      )}
      {may('fares.draft') && (
        <ActForm intent="discard">
          <Button kind="quiet">{fares.draft.discard}</Button>
        </ActForm>
      )}
    </div>
  )
}

function Preview({ draft: { steps, holes, effects, edition, seen } }: { draft: DraftView }) {
  const { draft: words } = translation().messages.office.fares
  const may = useMay()
  return (
    <section className="card stack" aria-labelledby="preview">
      <h2 id="preview">{words.preview}</h2>
      {steps.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <>
          <p>{words.effects(effects)}</p>
          {holes.length > 0 && (
            <Notice tone="warning">
              <ul>
                {holes.map((hole) => (
                  <li key={hole}>{hole}</li>
                ))}
              </ul>
            </Notice>
          )}
          <DataTable
            caption={words.changes}
            columns={stepColumns()}
            rows={steps}
            rowKey={({ id }) => id}
            empty={words.nothing}
            address=""
          />
          {may('fares.publish') && (
            <ActForm intent="publish" confirm="L2" seen={seen} className="stack">
              {edition !== null && <input type="hidden" name="edition" value={edition} />}
              <ActButton kind="action">{words.publish}</ActButton>
            </ActForm>
          )}
        </>
      )}
    </section>
  )
}

function stepColumns(): Column<StepRow>[] {
  const { from } = translation().messages.office.fares
  return [
    pairColumn(),
    { key: 'from', head: from, cell: (row) => row.from },
    ...fareColumns<StepRow>(({ texts }, category) => texts[category] || '–'),
  ]
}
