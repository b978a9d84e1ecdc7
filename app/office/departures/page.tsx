import type { DepartureRow } from '#app/components/office/departure-row.server.ts'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { DateField, SelectField } from '#app/ui/field.tsx'
import { FilterBar } from '#app/ui/filter-bar.tsx'
import { LoadBars } from '#app/ui/load-bar.tsx'
import { Badge } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { withQuery } from '#app/ui/with-query.ts'
import { DEPARTURE_FILTERS } from '#modules/seats/departure-filters.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { makeDeparturesView, type DeparturesView } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.departures.title) }]

export async function loader({ url }: Route.LoaderArgs): Promise<DeparturesView> {
  return makeDeparturesView(url.searchParams, now())
}

export default function Page({ loaderData }: Route.ComponentProps) {
  const { title, day, dayBefore, dayAfter, isToday, chosen, rows, next } = loaderData
  const words = translation().messages.office.departures
  const path = localePath(translation().locale, paths.officeDepartures())
  const address = addressOf(path, loaderData)
  return (
    <>
      <PageHeader title={words.titleOf(title)} />
      {useMay()('departures.extra') && (
        <p className="not-printed">
          <PageLink
            className={buttonClass()}
            to={paths.officeNewDeparture(new URLSearchParams({ date: day }))}
          >
            {words.add}
          </PageLink>
        </p>
      )}
      <nav className="row" aria-label={words.day}>
        <a href={withQuery(address, { day: dayBefore })} rel="prev">
          {words.dayBefore}
        </a>
        {!isToday && <a href={withQuery(address, { day: null })}>{words.today}</a>}
        <a href={withQuery(address, { day: dayAfter })} rel="next">
          {words.dayAfter}
        </a>
      </nav>
      <FilterBar
        action={path}
        summary={words.filter}
        submit={words.show}
        clear={
          chosen.route || chosen.state || chosen.full
            ? { href: withQuery(path, { day }), text: words.clear }
            : undefined
        }
      >
        <Filters {...loaderData} />
      </FilterBar>
      <DataTable
        caption={words.caption}
        isCaptionHidden
        name="departure"
        columns={columns()}
        rows={rows}
        rowKey={({ departureId }) => departureId}
        rowTone={({ tone }) => tone}
        empty={words.empty}
        address={address}
        pages={{ label: words.pages, next: next ? { text: words.next, after: next } : undefined }}
      />
    </>
  )
}

function Filters({ day, routes, chosen }: DeparturesView) {
  const words = translation().messages.office.departures
  return (
    <>
      <DateField name="day" label={words.day} defaultValue={day} />
      <SelectField name="route" label={words.route} defaultValue={chosen.route}>
        <option value="">{words.anyRoute}</option>
        {routes.map(({ routeId, name }) => (
          <option key={routeId} value={routeId}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField name="state" label={words.state} defaultValue={chosen.state}>
        <option value="">{words.anyState}</option>
        {DEPARTURE_FILTERS.map((state) => (
          <option key={state} value={state}>
            {words.states[state]}
          </option>
        ))}
      </SelectField>
      <Choice type="checkbox" name="full" value="yes" defaultChecked={chosen.full}>
        {words.full}
      </Choice>
    </>
  )
}

function columns(): Column<DepartureRow>[] {
  const words = translation().messages.office.departures
  return [
    {
      key: 'time',
      head: words.time,
      kind: 'name',
      cell: ({ departureId, time }) => (
        <PageLink to={paths.officeDeparture(departureId)}>{time}</PageLink>
      ),
    },
    {
      key: 'journey',
      head: words.journey,
      cell: ({ routeName, way }) => `${routeName} ${way}`,
    },
    {
      key: 'load',
      head: words.load,
      cell: ({ legs, label }) => <LoadBars legs={legs} label={label} />,
    },
    {
      key: 'state',
      head: words.state,
      cell: ({ states, expected }) => (
        <>
          {states.map(({ text, tone }) => (
            <Badge key={text} tone={tone}>
              {text}
            </Badge>
          ))}{' '}
          {expected}
        </>
      ),
    },
  ]
}

/** The address of this list with what was chosen. */
function addressOf(path: string, { day, isToday, chosen }: DeparturesView): string {
  return withQuery(path, {
    day: isToday ? null : day,
    route: chosen.route || null,
    state: chosen.state || null,
    full: chosen.full ? 'yes' : null,
  })
}
