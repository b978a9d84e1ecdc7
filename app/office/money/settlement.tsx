import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { Badge } from '#app/ui/notice.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/settlement'
import { SETTLEMENT_TONES } from './settlement-tones.ts'
import { showSettledDays } from './settlement-view.server.ts'
import type { SettledView } from './view.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [
  { title: tabTitle(translation().messages.office.money.settlement.title) },
]

export function loader({ url }: Route.LoaderArgs) {
  return showSettledDays(url.searchParams)
}

/** Each day as our ledger and the providers have it. */
export default function Settlement({ loaderData }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { settlement } = messages.office.money
  const { rows, newer, older } = loaderData
  return (
    <>
      <h1>{settlement.title}</h1>
      <DataTable
        caption={settlement.caption}
        columns={columns()}
        rows={rows}
        rowKey={({ key }) => key}
        rowTone={({ state }) => (state === 'agrees' ? undefined : SETTLEMENT_TONES[state])}
        empty={settlement.empty}
        address={localePath(locale, paths.officeSettlement())}
        pages={{
          label: settlement.pages,
          earlier: newer ? { text: settlement.earlier, before: newer } : undefined,
          next: older ? { text: settlement.next, after: older } : undefined,
        }}
      />
    </>
  )
}

function columns(): Column<SettledView>[] {
  const { settlement } = translation().messages.office.money
  return [
    {
      key: 'day',
      head: settlement.day,
      kind: 'name',
      cell: ({ to, day }) => <PageLink to={to}>{day}</PageLink>,
    },
    { key: 'provider', head: settlement.provider, cell: ({ provider }) => provider },
    {
      key: 'state',
      head: settlement.state,
      cell: ({ state, stateText }) => <Badge tone={SETTLEMENT_TONES[state]}>{stateText}</Badge>,
    },
    { key: 'captured', head: settlement.captured, kind: 'number', cell: (row) => row.captured },
    { key: 'refunded', head: settlement.refunded, kind: 'number', cell: (row) => row.refunded },
    { key: 'fees', head: settlement.fees, kind: 'number', cell: (row) => row.fees },
    { key: 'compared', head: settlement.compared, kind: 'number', cell: (row) => row.compared },
  ]
}
