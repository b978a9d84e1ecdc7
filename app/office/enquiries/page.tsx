import { useLocation } from 'react-router'

import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { FilterBar } from '#app/ui/filter-bar.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { showList, type EnquiryRow } from './list.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.inbox.title) }]

export function loader({ url, context }: Route.LoaderArgs) {
  return showList(url, staffOf(context).staffId)
}

export default function Page({ loaderData }: Route.ComponentProps) {
  const { inbox } = translation().messages.office
  const { rows, last } = loaderData
  const { pathname, search } = useLocation()
  return (
    <div className="stack">
      <h1>{inbox.title}</h1>
      <Filters {...loaderData} />
      <DataTable
        caption={inbox.title}
        isCaptionHidden
        name="enquiry"
        columns={columns()}
        rows={rows}
        rowKey={({ reference }) => reference}
        rowTone={({ isOverdue, due }) => (isOverdue ? 'danger' : due ? 'warning' : undefined)}
        empty={inbox.empty}
        address={pathname + search}
        pages={{
          label: inbox.pages,
          ...(last && { next: { text: inbox.next, after: last } }),
        }}
      />
    </div>
  )
}

function columns(): Column<EnquiryRow>[] {
  const { inbox } = translation().messages.office
  const { columns: heads } = inbox
  return [
    {
      key: 'reference',
      head: heads.reference,
      kind: 'name',
      cell: ({ reference }) => <PageLink to={paths.officeEnquiry(reference)}>{reference}</PageLink>,
    },
    {
      key: 'due',
      head: heads.due,
      cell: ({ due, isOverdue }) => (
        <span className="whole">{isOverdue ? inbox.overdue(due) : due || '–'}</span>
      ),
    },
    { key: 'state', head: heads.state, cell: ({ state }) => inbox.states[state] },
    { key: 'about', head: heads.about, cell: ({ about }) => about },
    { key: 'message', head: heads.message, cell: ({ beginning }) => beginning || '–' },
    { key: 'writer', head: heads.writer, cell: ({ writer }) => writer },
    { key: 'assigned', head: heads.assigned, cell: ({ assigned }) => assigned || inbox.nobody },
    { key: 'waits', head: heads.waits, kind: 'number', cell: ({ waits }) => waits || '–' },
  ]
}

function Filters({ wish, states, abouts }: Route.ComponentProps['loaderData']) {
  const { locale, messages } = translation()
  const { inbox } = messages.office
  const { filters } = inbox
  const action = localePath(locale, paths.officeEnquiries())
  const isSet = wish.state !== '' || wish.about !== '' || wish.to !== ''
  return (
    <FilterBar
      action={action}
      summary={filters.title}
      submit={filters.show}
      clear={isSet ? { href: action, text: filters.clear } : undefined}
    >
      <SelectField label={filters.state} name="state" defaultValue={wish.state}>
        <option value="">{filters.toDo}</option>
        <option value="done">{filters.done}</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {inbox.states[state]}
          </option>
        ))}
      </SelectField>
      <SelectField label={filters.about} name="about" defaultValue={wish.about}>
        <option value="">{filters.all}</option>
        {abouts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label={filters.to} name="to" defaultValue={wish.to}>
        <option value="">{filters.everybody}</option>
        <option value="me">{filters.me}</option>
        <option value="nobody">{filters.nobody}</option>
      </SelectField>
    </FilterBar>
  )
}
