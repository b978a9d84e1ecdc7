import { OnPaper } from '#app/components/on-paper.tsx'
import { RouteSummary } from '#app/components/route-summary.tsx'
import { readTimetables, viewRoute } from '#app/components/timetable-view.server.ts'
import type { Handle } from '#app/http/handle.ts'
import { pageMeta } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { listPlaces } from '#modules/timetable/list-places.server.ts'
import { company } from '#operator'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'
import { siteHost } from '#platform/settings/env.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { Route } from './+types/page'
import { listRouteDepartures } from './departures.server.ts'
import styles from './timetables.css?inline'

export const handle = { styles, keep: 'timetable' } satisfies Handle

export const meta: Route.MetaFunction = () => {
  const { timetables } = translation().messages
  return pageMeta(`${timetables.title} · ${company().name}`, timetables.description)
}

export async function loader() {
  const moment = now()
  const timetables = await readTimetables(dateInCyprus(moment))
  const places = await listPlaces(translation().locale)
  const routes = timetables.map(async (timetable) => ({
    ...viewRoute(timetable),
    next: await listRouteDepartures(timetable, { places, now: moment, most: 3 }),
  }))
  return { routes: await Promise.all(routes), host: siteHost() }
}

export default function Timetables({ loaderData }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { common, timetables } = messages
  const { routes, host } = loaderData
  return (
    <div className="wrap section-end">
      <PageHeader
        title={timetables.title}
        intro={routes.length > 0 ? timetables.intro : timetables.none}
        crumbs={[
          { label: common.home, href: localePath(locale, paths.home()) },
          { label: timetables.title },
        ]}
        crumbsLabel={common.breadcrumbs}
      />
      <ul className="routes">
        {routes.map((route) => (
          <li key={route.routeId}>
            <RouteSummary route={route} />
          </li>
        ))}
      </ul>
      <p className="soft small not-printed planners">
        {timetables.planners.feeds}{' '}
        <a href={paths.realtime('trip-updates.pb')}>{timetables.planners.updates}</a>,{' '}
        <a href={paths.realtime('alerts.pb')}>{timetables.planners.alerts}</a>
      </p>
      <OnPaper host={host} />
    </div>
  )
}
