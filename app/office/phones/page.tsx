import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import * as paths from '#paths'

import type { Route } from './+types/page'
import * as acts from './actions.server.ts'
import { showPhones, type ConflictRow, type PhoneRow } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.phones.title) }]

export const loader = () => showPhones()

export const action = officeAction('/office/phones', acts)

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { common, office } = translation().messages
  const { phones } = office
  const mayDecide = useMay()('phones.decide')
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <div className="stack">
      <PageHeader title={phones.title} intro={phones.intro} />
      <ErrorSummary title={common.errorSummary} problems={refused?.problems ?? []} />
      <Conflicts conflicts={loaderData.conflicts} mayDecide={mayDecide} />
      <section id="phones" tabIndex={-1} className="stack">
        <DataTable
          caption={phones.caption}
          columns={columns(mayDecide)}
          rows={loaderData.phones}
          rowKey={({ deviceNo }) => String(deviceNo)}
          rowTone={({ isBlocked }) => (isBlocked ? 'danger' : undefined)}
          empty={phones.empty}
          address={paths.officePhones()}
        />
        <p>{phones.blockHint}</p>
      </section>
    </div>
  )
}

function columns(mayDecide: boolean): Column<PhoneRow>[] {
  const { phones } = translation().messages.office
  return [
    { key: 'phone', head: phones.phone, kind: 'name', cell: ({ name }) => name },
    { key: 'used-by', head: phones.usedBy, cell: ({ usedBy }) => usedBy },
    { key: 'seen', head: phones.seen, cell: ({ seen }) => seen },
    { key: 'list', head: phones.list, cell: ({ list }) => list },
    { key: 'state', head: phones.state, cell: ({ state }) => state },
    ...(mayDecide ? [{ key: 'act', head: phones.act, cell: Trust }] : []),
  ]
}

function Trust({ deviceNo, name, isBlocked }: PhoneRow) {
  const { phones } = translation().messages.office
  const words = isBlocked ? phones.unblock : phones.block
  return (
    <ActForm intent={isBlocked ? 'unblock' : 'block'}>
      <input type="hidden" name="phone" value={deviceNo} />
      <Button aria-label={`${words}: ${name}`}>{words}</Button>
    </ActForm>
  )
}

type ConflictsProps = { conflicts: ConflictRow[]; mayDecide: boolean }

function Conflicts({ conflicts, mayDecide }: ConflictsProps) {
  const { phones } = translation().messages.office
  return (
    <section id="conflicts" tabIndex={-1} className="stack" aria-labelledby="conflicts-title">
      <h2 id="conflicts-title">{phones.conflicts}</h2>
      {conflicts.length === 0 ? <p>{phones.noConflicts}</p> : <p>{phones.settleHint}</p>}
      {conflicts.map((conflict) => (
        <Conflict key={conflict.bookingId} conflict={conflict} mayDecide={mayDecide} />
      ))}
    </section>
  )
}

function Conflict({ conflict, mayDecide }: { conflict: ConflictRow; mayDecide: boolean }) {
  const { phones } = translation().messages.office
  const { bookingId, departureId, tooMany, text, bus, counts } = conflict
  return (
    <article className="card stack">
      <h3>{text}</h3>
      <p>
        <PageLink to={paths.officeManifest(departureId)}>{bus}</PageLink>
      </p>
      <ul>
        {counts.map((count) => (
          <li key={count.key}>{count.text}</li>
        ))}
      </ul>
      {mayDecide && (
        <ActForm intent="settle">
          <input type="hidden" name="booking" value={bookingId} />
          <input type="hidden" name="too-many" value={tooMany} />
          <Button aria-label={`${phones.settle}: ${text}`}>{phones.settle}</Button>
        </ActForm>
      )}
    </article>
  )
}
