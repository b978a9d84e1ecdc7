import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'

import type { CheckView } from './view.server.ts'

/** What will be made, before anything is made. */
export function Check({ check }: { check: CheckView }) {
  const words = translation().messages.office.extraBus
  const { time, date, isCharter, seats, wheelchairs, calls, besides } = check
  return (
    <section id="check" className="card stack" aria-labelledby="check-title">
      <h2 id="check-title">{words.checkTitle}</h2>
      <Facts
        facts={[
          { name: words.date, value: date },
          { name: words.seats, value: seats },
          { name: words.wheelchairs, value: wheelchairs },
        ]}
      />
      <p>{sayWhoSees(check)}</p>
      {besides.length > 0 && <Besides besides={besides} />}
      <DataTable
        caption={isCharter ? words.stopsOfCharter : words.stops}
        columns={columns()}
        rows={calls}
        rowKey={({ position }) => String(position)}
        empty={words.noStops}
        address={paths.officeNewDeparture()}
      />
      <ActForm intent="add" confirm="L1" className="stack">
        <ActButton kind="action">{words.add(time)}</ActButton>
      </ActForm>
    </section>
  )
}

function sayWhoSees({ isCharter, soldUntil }: CheckView): string {
  const words = translation().messages.office.extraBus
  if (isCharter) return words.notSold
  return soldUntil === null ? words.tooLate : words.sold(soldUntil)
}

function Besides({ besides }: Pick<CheckView, 'besides'>) {
  const words = translation().messages.office.extraBus
  return (
    <Notice tone="warning">
      <p>
        {words.besides(besides.length)}{' '}
        {besides.slice(0, 1).map((departureId) => (
          <PageLink key={departureId} to={paths.officeDeparture(departureId)}>
            {words.seeBeside}
          </PageLink>
        ))}
      </p>
    </Notice>
  )
}

function columns(): Column<CheckView['calls'][number]>[] {
  const words = translation().messages.office.extraBus
  return [
    { key: 'time', head: words.stopTime, kind: 'name', cell: ({ time }) => time },
    ...LOCALES.map((locale) => ({
      key: locale,
      head: words.stop(LANGUAGES[locale].name),
      cell: ({ names }: CheckView['calls'][number]) => <span lang={locale}>{names[locale]}</span>,
    })),
  ]
}
