import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { Route } from './+types/page'
import { PeriodPicker } from './period-picker.tsx'
import { readPeriod } from './period.ts'
import { REPORTS } from './report.ts'
import { showPeriod } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.reports.title) }]

export function loader({ url }: Route.LoaderArgs) {
  return { period: showPeriod(readPeriod(url.searchParams, dateInCyprus(now()))) }
}

/** The list of reports, for the period that is chosen. */
export default function Reports({ loaderData: { period } }: Route.ComponentProps) {
  const { title, intro, names, about } = translation().messages.office.reports
  return (
    <div className="stack stack-large">
      <PageHeader title={title} intro={intro} />
      <PeriodPicker period={period} path={paths.officeReports()} />
      <ul className="stack">
        {REPORTS.map((name) => (
          <li key={name}>
            <PageLink to={paths.officeReport(name, period.query)}>
              <strong>{names[name]}</strong>
            </PageLink>
            <p className="soft">{about[name]}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
