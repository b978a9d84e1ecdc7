import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/all'
import { showTills, type TillRow } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.tills.title) }]

export async function loader({ url }: Route.LoaderArgs) {
  return showTills(url.searchParams.get('after') ?? '')
}

export default function Tills({ loaderData }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { till, tills: all } = messages.office
  const { tills, next } = loaderData
  const columns: Column<TillRow>[] = [
    { key: 'opened', head: till.openedAt, kind: 'name', cell: linkOf },
    { key: 'seller', head: till.seller, cell: ({ seller }) => seller },
    { key: 'closed', head: till.closedAt, cell: ({ closedAt }) => closedAt ?? till.stillOpen },
    { key: 'float', head: till.floatShort, kind: 'number', cell: ({ float }) => float },
    {
      key: 'counted',
      head: till.countedShort,
      kind: 'number',
      cell: (row) => row.count?.counted ?? '–',
    },
    {
      key: 'difference',
      head: till.difference,
      kind: 'number',
      cell: (row) => row.count?.difference ?? '–',
    },
  ]
  return (
    <>
      <h1>{all.title}</h1>
      <DataTable
        caption={all.title}
        isCaptionHidden
        columns={columns}
        rows={tills}
        rowKey={({ sessionId }) => sessionId}
        name="till"
        rowTone={({ count }) => (count && !count.agrees ? 'warning' : undefined)}
        empty={till.none}
        address={localePath(locale, paths.officeTills())}
        pages={{
          label: till.pages,
          ...(next && { next: { text: till.earlier, after: next } }),
        }}
      />
      <p className="soft small">{till.noRegister}</p>
    </>
  )
}

function linkOf({ sessionId, openedAt }: TillRow) {
  return <PageLink to={paths.officeTillSession(sessionId)}>{openedAt}</PageLink>
}
