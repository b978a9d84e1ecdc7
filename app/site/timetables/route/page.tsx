import { OnPaper } from '#app/components/on-paper.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { RouteMap } from '#app/components/route-map/route-map.tsx'
import { viewLine } from '#app/components/route-map/view.server.ts'
import {
  RouteCode,
  RouteFacts,
  RouteName,
  Spans,
  StateBadge,
} from '#app/components/route-summary.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { isListed } from '#app/http/is-listed.server.ts'
import { pageMeta } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { listRouteDepartures } from '#app/site/timetables/departures.server.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Clock, Details, Line } from '#app/ui/parts.tsx'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { BE_THERE_MINUTES } from '#modules/rules/rules.ts'
import { listPlaces } from '#modules/timetable/list-places.server.ts'
import { findTimetable, type RouteTimetable } from '#modules/timetable/list-timetables.server.ts'
import { company } from '#operator'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'
import { siteHost } from '#platform/settings/env.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { Route } from './+types/page'
import { BusTrips } from './bus-trips.tsx'
import { Exceptions, PeriodTimetable } from './period-timetable.tsx'
import styles from './route.css?inline'
import { listSoldTrips } from './sold-trips.server.ts'
import { viewSchedule } from './view.server.ts'

export const handle = { styles, keep: 'timetable' } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { timetables, schedule } = translation().messages
  const { name } = loaderData.route
  return pageMeta(`${name} · ${timetables.title} · ${company().name}`, schedule.description(name))
}

export async function loader({ params }: Route.LoaderArgs) {
  const moment = now()
  const today = dateInCyprus(moment)
  const timetable = found(await findTimetable(params.id, translation().locale, today))
  const places = await listPlaces(translation().locale)
  return {
    ...viewSchedule(timetable, places, moment),
    next: await listRouteDepartures(timetable, { places, now: moment, most: 3 }),
    map: await viewLine(timetable, today),
    sold: await soldTrips(timetable, moment),
    host: siteHost(),
  }
}

/** A demonstration publishes no offers to search engines. */
function soldTrips(timetable: RouteTimetable, moment: Temporal.Instant) {
  return isListed() ? listSoldTrips(timetable, moment) : undefined
}

type Loaded = Route.ComponentProps['loaderData']

export default function Schedule({ loaderData }: Route.ComponentProps) {
  const { route, current, coming, past, exceptions, sold } = loaderData
  const { schedule } = translation().messages
  return (
    <div className="wrap section-end">
      {sold && <BusTrips code={route.code} name={route.name} {...sold} />}
      <Top {...loaderData} />
      <div className="columns schedule">
        <div className="stack stack-large">
          {current ? <Current period={current} /> : <p>{schedule.noPeriod}</p>}
          <Exceptions exceptions={exceptions} heading="h2" />
        </div>
        <aside className="stack stack-large" aria-label={route.name}>
          <Fares fares={loaderData.fares} />
          <OnTheMap {...loaderData} />
        </aside>
        <Stops stops={loaderData.stops} accessNotKnown={loaderData.accessNotKnown} />
        <div className="stack stack-large not-printed">
          <MorePeriods title={schedule.comingPeriods} periods={coming} />
          <MorePeriods title={schedule.pastPeriods} periods={past} />
        </div>
      </div>
      <OnPaper host={loaderData.host} />
    </div>
  )
}

function Top({ route, bookFrom, bookTo, next }: Loaded) {
  const { locale, messages } = translation()
  const { common, home, timetables, schedule } = messages
  const query = new URLSearchParams({ from: bookFrom, to: bookTo })
  return (
    <div className="schedule-top">
      <div className="stack">
        <PageHeader
          title={<RouteName name={route.name} />}
          crumbs={[
            { label: common.home, href: localePath(locale, paths.home()) },
            { label: timetables.title, href: localePath(locale, paths.timetables()) },
            { label: route.code },
          ]}
          crumbsLabel={common.breadcrumbs}
        />
        <p className="row">
          <RouteCode code={route.code} />
          <StateBadge state={route.isActive ? 'active' : 'inactive'} />
        </p>
        <RouteFacts route={route} />
      </div>
      <section className="next on-brand not-printed">
        {next.length > 0 && <h2>{home.nextDepartures}</h2>}
        <ul className="board">
          {next.map((row) => (
            <NextDeparture key={row.departureId} row={row} />
          ))}
        </ul>
        <PageLink className={buttonClass('action', true)} to={paths.bookNow(query)}>
          {schedule.book}
        </PageLink>
      </section>
    </div>
  )
}

/** Like a departure board, but for one destination, which the page names. */
function NextDeparture({ row }: { row: Loaded['next'][number] }) {
  const { home } = translation().messages
  const { time, dateTime, day, late, stopNews, isStopClosed, to } = row
  const isSaleOver = !to && !isStopClosed
  const notes = [late, ...stopNews, isSaleOver ? home.bookingClosed : null].filter(Boolean)
  const when = (
    <>
      <Clock time={time} dateTime={dateTime} />
      <span>
        {day}
        {notes.map((note) => (
          <span key={note} className="small departure-note">
            {note}
          </span>
        ))}
      </span>
    </>
  )
  return (
    <li>
      {to ? (
        <PageLink className="departure" to={to}>
          {when}
          <Icon name="chevron" />
        </PageLink>
      ) : (
        <div className="departure soft">{when}</div>
      )}
    </li>
  )
}

function Current({ period }: { period: NonNullable<Loaded['current']> }) {
  const { schedule } = translation().messages
  return (
    <section className="stack">
      <div>
        <h2>{period.name}</h2>
        <p className="soft">{period.validity}</p>
      </div>
      <PeriodTimetable period={period} />
      <p className="soft small not-printed">
        {schedule.bookHint} {schedule.print}
      </p>
    </section>
  )
}

function MorePeriods({ title, periods }: { title: string; periods: Loaded['coming'] }) {
  if (periods.length === 0) return null
  return (
    <section className="stack">
      <h2>{title}</h2>
      <div>
        {periods.map((period) => (
          <Details key={period.key} summary={<PeriodName period={period} />}>
            <div className="stack">
              <dl className="facts route-facts">
                <Spans spans={period.spans} />
              </dl>
              <PeriodTimetable period={period} />
            </div>
          </Details>
        ))}
      </div>
    </section>
  )
}

function PeriodName({ period }: { period: Loaded['coming'][number] }) {
  return (
    <span className="period-name">
      <span>{period.name}</span>
      <StateBadge state={period.state} />
      <span className="soft small">{period.validity}</span>
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
          <caption className={fares.length === 1 ? 'visually-hidden' : 'label'}>
            {pairs.map((pair) => (
              <div key={pair}>{pair}</div>
            ))}
          </caption>
          <tbody>
            {PASSENGER_CATEGORIES.map((category, place) => (
              <tr key={category}>
                <th scope="row">{common.categories[category].fare}</th>
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

function Stops({ stops, accessNotKnown }: Pick<Loaded, 'stops' | 'accessNotKnown'>) {
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
              {isInaccessible && (
                <p className="small inaccessible">
                  <Icon name="wheelchair" />
                  {schedule.notAccessible}
                </p>
              )}
            </>
          ),
        }))}
      />
      {accessNotKnown && <p className="soft small">{accessNotKnown}</p>}
      <p className="soft small">{schedule.beThere(BE_THERE_MINUTES)}</p>
    </section>
  )
}
