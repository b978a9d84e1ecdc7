import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, officeAction } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { Badge, Notice } from '#app/ui/notice.tsx'
import { askForCheck } from '#modules/bookkeeping/invariants/ask-for-check.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { OFFICE_LOCALE } from '#platform/languages.ts'

import type { Route } from './+types/page'
import { showChecks } from './view.server.ts'
import type { HealthRow, InvariantRow } from './view.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.checks.title) }]

export async function loader({ url }: Route.LoaderArgs) {
  return { ...(await showChecks(now())), isAsked: url.searchParams.has('asked') }
}

export const action = officeAction('/office/checks', {
  async check({ by, now: moment }) {
    await askForCheck({ by, now: moment })
    return done(`${paths.officeChecks()}?asked`)
  },
})

/** Whether all that the company promises holds, as the program last looked. */
export default function Checks({ loaderData }: Route.ComponentProps) {
  const { checks } = translation().messages.office
  const { summary, everything, invariants, health, isAsked } = loaderData
  const may = useMay()
  return (
    <>
      <h1>{checks.title}</h1>
      <Notice tone={summary.tone} title={summary.text}>
        {everything !== '' && <p>{everything}</p>}
        {isAsked && <p>{checks.asked}</p>}
      </Notice>
      {may('checks.run') && (
        <ActForm intent="check">
          <Button>{checks.check}</Button>
        </ActForm>
      )}
      <DataTable
        caption={checks.invariants}
        columns={invariantColumns()}
        rows={invariants}
        rowKey={({ id }) => id}
        rowTone={({ breaches }) => (breaches ? 'danger' : undefined)}
        empty={checks.neverLooked}
        address={paths.officeChecks()}
      />
      <DataTable
        caption={checks.health.title}
        columns={healthColumns(may('money.see'))}
        rows={health}
        rowKey={({ key }) => key}
        empty=""
        address={paths.officeChecks()}
      />
    </>
  )
}

function invariantColumns(): Column<InvariantRow>[] {
  const { checks } = translation().messages.office
  return [
    { key: 'id', head: checks.id, kind: 'name', cell: ({ id }) => id },
    { key: 'promise', head: checks.promise, cell: ({ promise }) => promise },
    { key: 'found', head: checks.found, cell: Found },
  ]
}

function Found({ breaches, found, sentences }: InvariantRow) {
  if (breaches === null) return <>{found}</>
  return (
    <>
      <Badge tone={breaches === 0 ? 'positive' : 'danger'}>{found}</Badge>
      {sentences.map((sentence) => (
        <p key={sentence} lang={OFFICE_LOCALE}>
          {sentence}
        </p>
      ))}
    </>
  )
}

function healthColumns(maySeeMoney: boolean): Column<HealthRow>[] {
  const { health } = translation().messages.office.checks
  return [
    {
      key: 'name',
      head: health.what,
      kind: 'name',
      cell: ({ name, to }) => (to && maySeeMoney ? <PageLink to={to}>{name}</PageLink> : name),
    },
    {
      key: 'value',
      head: health.state,
      cell: ({ value, tone }) => (tone ? <Badge tone={tone}>{value}</Badge> : value),
    },
  ]
}
