import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import * as paths from '#paths'

import type { Route } from './+types/page'
import { showNotices, type NoticeRow } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.notices.title) }]

export async function loader() {
  return { rows: await showNotices() }
}

export default function Page({ loaderData }: Route.ComponentProps) {
  const { notices } = translation().messages.office
  return (
    <div className="stack">
      <h1>{notices.title}</h1>
      <p className="soft">{notices.within}</p>
      {useMay()('notices.edit') && (
        <p>
          <PageLink className={buttonClass('action')} to={paths.officeNotice('new')}>
            {notices.add}
          </PageLink>
        </p>
      )}
      <DataTable
        caption={notices.title}
        isCaptionHidden
        columns={columns()}
        rows={loaderData.rows}
        rowKey={({ noticeId }) => noticeId}
        empty={notices.empty}
        address={paths.officeNotices()}
      />
    </div>
  )
}

function columns(): Column<NoticeRow>[] {
  const { columns: heads, states } = translation().messages.office.notices
  return [
    {
      key: 'text',
      head: heads.text,
      kind: 'name',
      cell: ({ noticeId, text }) => <PageLink to={paths.officeNotice(noticeId)}>{text}</PageLink>,
    },
    { key: 'state', head: heads.state, cell: ({ state }) => states[state] },
    { key: 'place', head: heads.place, cell: ({ place }) => place },
    { key: 'from', head: heads.from, cell: ({ from }) => from },
    { key: 'until', head: heads.until, cell: ({ until }) => until },
    { key: 'by', head: heads.by, cell: ({ by }) => by },
  ]
}
