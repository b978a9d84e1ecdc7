import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/page'
import { showWaiting } from './view.server.ts'
import type { WaitingView } from './view.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.money.title) }]

export async function loader() {
  return { waiting: await showWaiting(now()) }
}

/** One worklist: payments and refunds that wait for a decision. */
export default function Money({ loaderData }: Route.ComponentProps) {
  const { money } = translation().messages.office
  return (
    <>
      <h1>{money.title}</h1>
      <DataTable
        caption={money.list.caption}
        columns={columns()}
        rows={loaderData.waiting}
        rowKey={({ id }) => id}
        rowTone={({ isGrave }) => (isGrave ? 'danger' : 'warning')}
        empty={money.list.empty}
        address={paths.officeMoney()}
      />
      <p>
        <PageLink to={paths.officeSettlement()}>{money.list.settlement}</PageLink>
      </p>
    </>
  )
}

function columns(): Column<WaitingView>[] {
  const { list } = translation().messages.office.money
  return [
    {
      key: 'booking',
      head: list.booking,
      kind: 'name',
      cell: ({ to, reference }) => <PageLink to={to}>{reference}</PageLink>,
    },
    { key: 'what', head: list.what, cell: ({ what }) => what },
    { key: 'why', head: list.why, cell: ({ why }) => why },
    { key: 'since', head: list.since, cell: ({ since }) => since },
    { key: 'sum', head: list.sum, kind: 'number', cell: ({ sum }) => sum },
    { key: 'to-do', head: list.toDo, cell: ({ toDo }) => toDo },
  ]
}
