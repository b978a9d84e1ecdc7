import { data } from 'react-router'

import { PageLink } from '#app/components/page-link.tsx'
import { ActivityBadge, RouteCode, RouteFacts } from '#app/components/route-summary.tsx'
import { BusTrips } from '#app/components/bus-trips.tsx'
import { RouteMap } from '#app/components/route-map/route-map.tsx'
import { PeriodTimetable } from '#app/components/period-timetable.tsx'
import type { Handle } from '#app/handle.ts'
import { isListed } from '#app/is-listed.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { pageMeta } from '#app/page-meta.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Details, Line } from '#app/ui/parts.tsx'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { BE_THERE_MINUTES } from '#modules/tickets/ticket.ts'
import { listPlaces } from '#modules/timetable/list-places.server.ts'
import { findTimetable, type RouteTimetable } from '#modules/timetable/list-timetables.server.ts'
import { operator } from '#operator'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { Route } from './+types/schedule'
import { listSoldTrips } from './sold-trips.server.ts'
import { viewLine } from './route-map-view.server.ts'
import { viewSchedule } from './schedule-view.server.ts'
import styles from './schedule.css?inline'

export const handle = { styles, keep: 'timetable' } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { timetables, schedule } = translation().messages
  const { name } = loaderData.route
  return pageMeta(`${name} · ${timetables.title} · ${operator.name}`, schedule.description(name))
}

export async function loader({ params }: Route.LoaderArgs) {
  const moment = now()
  const today = dateInCyprus(moment)
  const timetable = await findTimetable(params.id, translation().locale, today)
  if (!timetable) throw data(null, 404)
  const view = viewSchedule(timetable, await listPlaces(translation().locale))
  return {
    ...view,
    map: await viewLine(timetable, today),
    sold: await soldTrips(timetable, moment),
  }
}

/** A demonstration makes search engines no offers. */
function soldTrips(timetable: RouteTimetable, moment: Temporal.Instant) {
  return isListed() ? listSoldTrips(timetable, moment) : undefined
}

type Loaded = Route.ComponentProps['loaderData']

export default function Schedule({ loaderData }: Route.ComponentProps) {
  const { route, current, coming, past, sold } = loaderData
  const { schedule } = translation().messages
  return (
    <div className="wrap section-end">
      {sold && <BusTrips code={route.code} name={route.name} {...sold} />}
      <Top {...loaderData} />
      <div className="columns">
        <div className="stack stack-large">
          {current ? <PeriodTimetable period={current} /> : <p>{schedule.noPeriod}</p>}
          <Exceptions exceptions={loaderData.exceptions} />
          <MorePeriods title={schedule.comingPeriods} periods={coming} />
          <MorePeriods title={schedule.pastPeriods} periods={past} />
        </div>
        <aside className="stack stack-large" aria-label={route.name}>
          <Fares fares={loaderData.fares} />
          <OnTheMap {...loaderData} />
          <Stops stops={loaderData.stops} />
        </aside>
      </div>
    </div>
  )
}

function Top({ route, bookFrom, bookTo }: Loaded) {
  const { locale, messages } = translation()
  const { common, timetables, schedule } = messages
  const query = new URLSearchParams({ from: bookFrom, to: bookTo })
  return (
    <div className="schedule-top">
      <PageHeader
        title={route.name.replace(' – ', '\u00A0– ')}
        crumbs={[
          { label: common.home, href: localePath(locale, '/') },
          { label: timetables.title, href: localePath(locale, '/timetables') },
          { label: route.code },
        ]}
        crumbsLabel={common.breadcrumbs}
      />
      <p className="row">
        <RouteCode code={route.code} />
        <ActivityBadge isActive={route.isActive} />
      </p>
      <RouteFacts route={route} />
      <p>
        <PageLink className={buttonClass('action')} to={`/book-now?${query}`}>
          {schedule.book}
        </PageLink>
      </p>
    </div>
  )
}

function Exceptions({ exceptions }: Pick<Loaded, 'exceptions'>) {
  const { schedule } = translation().messages
  if (exceptions.length === 0) return null
  return (
    <section className="stack">
      <h2>{schedule.exceptions}</h2>
      <dl className="exceptions">
        {exceptions.map(({ key, date, sentences }) => (
          <div key={key}>
            <dt>{date}</dt>
            <dd className="soft figures">{sentences.join(' ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function MorePeriods({ title, periods }: { title: string; periods: Loaded['coming'] }) {
  if (periods.length === 0) return null
  return (
    <section className="stack not-printed">
      <h2>{title}</h2>
      <div>
        {periods.map((period) => (
          <Details key={period.key} summary={<PeriodName period={period} />}>
            <PeriodTimetable period={period} isNamed={false} />
          </Details>
        ))}
      </div>
    </section>
  )
}

function PeriodName({ period }: { period: Loaded['coming'][number] }) {
  return (
    <span>
      {period.name} <span className="soft small">{period.validity}</span>
    </span>
  )
}

function Fares({ fares }: Pick<Loaded, 'fares'>) {
  const { common, schedule } = translation().messages
  return (
    <section className="stack">
      <h2>{schedule.fares}</h2>
      {fares.map(({ pairs, byCategory }) => (
        <table className="table" key={pairs.join()}>
          <caption className={fares.length === 1 ? 'unseen' : 'label'}>
            {pairs.map((pair) => (
              <div key={pair}>{pair}</div>
            ))}
          </caption>
          <tbody>
            {PASSENGER_CATEGORIES.map((category, place) => (
              <tr key={category}>
                <th scope="row">{common.category[category]}</th>
                <td className="number">{byCategory[place]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p className="soft small">{schedule.faresNote}</p>
    </section>
  )
}

function OnTheMap({ route, map: view, stops }: Loaded) {
  const { map } = translation().messages
  if (view.lines.length === 0) return null
  return (
    <section className="stack">
      <h2>{map.heading}</h2>
      <RouteMap
        map={view}
        title={map.lineTitle(route.name)}
        description={map.describeLine(stops.map(({ name }) => name))}
      />
    </section>
  )
}

function Stops({ stops }: Pick<Loaded, 'stops'>) {
  const { schedule } = translation().messages
  return (
    <section className="stack">
      <h2>{schedule.stops}</h2>
      <Line
        stops={stops.map(({ stopId, name, directions, isInaccessible }) => ({
          key: stopId,
          label: (
            <>
              <strong>{name}</strong>
              {directions && <p className="soft small">{directions}</p>}
              {isInaccessible && <p className="small">{schedule.notAccessible}</p>}
            </>
          ),
        }))}
      />
      <p className="soft small">{schedule.beThere(BE_THERE_MINUTES)}</p>
    </section>
  )
}
