import { Fragment } from 'react'

import { translation } from '#app/i18n/translation.ts'
import { Badge } from '#app/ui/notice.tsx'
import * as paths from '#paths'

import type { BoardRow } from './departure-board.tsx'
import { PageLink } from './page-link.tsx'

type Facts = {
  duration: string | null
  fareFrom: string | null
  period: { spans: readonly Span[] } | null
}
type Span = { days: string; times: string }

type Summary = Facts & {
  routeId: string
  code: string
  name: string
  via: string[]
  isActive: boolean
  period: { name: string; validity: string; spans: Span[] } | null
  next: readonly BoardRow[]
}

/** One route in a list; the whole entry links to its timetable, and its next times to booking. */
export function RouteSummary({ route }: { route: Summary }) {
  const { schedule } = translation().messages
  const { period } = route
  return (
    <article className="route">
      <p className="row">
        <RouteCode code={route.code} />
        <StateBadge state={route.isActive ? 'active' : 'inactive'} />
      </p>
      <div>
        <h2>
          <PageLink to={paths.timetable(route.routeId)}>
            <RouteName name={route.name} />
          </PageLink>
        </h2>
        {route.via.length > 0 && <p className="soft small">{route.via.join(' · ')}</p>}
      </div>
      <RouteFacts route={route} />
      <p className="soft small">
        {period ? `${period.name}. ${period.validity}` : schedule.noPeriod}
      </p>
      <NextTimes rows={route.next} />
    </article>
  )
}

/** The hours of operation by days, the duration and the fare. */
export function RouteFacts({ route }: { route: Facts }) {
  const { schedule } = translation().messages
  const { duration, fareFrom, period } = route
  return (
    <dl className="facts route-facts">
      {period && <Spans spans={period.spans} />}
      {duration && (
        <div>
          <dt>{schedule.duration}</dt>
          <dd className="figures">{duration}</dd>
        </div>
      )}
      {fareFrom && (
        <div>
          <dt>{schedule.fareFrom}</dt>
          <dd className="figures">{fareFrom}</dd>
        </div>
      )}
    </dl>
  )
}

/** The first and last departure, with days that have the same ones grouped. */
export function Spans({ spans }: { spans: readonly Span[] }) {
  const { schedule } = translation().messages
  return spans.map(({ days, times }) => (
    <div key={days} className="span">
      <dt>
        <span className="visually-hidden">{schedule.timespan} </span>
        {days}
      </dt>
      <dd className="figures">{times}</dd>
    </div>
  ))
}

/** The next few bookable times, by day. */
function NextTimes({ rows }: { rows: readonly BoardRow[] }) {
  const { home } = translation().messages
  const open = rows.filter(({ to }) => to)
  if (open.length === 0) return null
  return (
    <div className="next-times small not-printed">
      <p className="soft">{home.nextDepartures}</p>
      <ul>
        {[...Map.groupBy(open, ({ day }) => day)].map(([day, ofDay]) => (
          <li key={day}>
            <span>{day}</span>
            {ofDay.map(({ departureId, time, dateTime, late, to = '' }) => (
              <Fragment key={departureId}>
                <PageLink to={to}>
                  <time dateTime={dateTime}>{time}</time>
                </PageLink>
                {late && <span>{late}</span>}
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
      {open
        .filter(({ stopNews }) => stopNews.length > 0)
        .map(({ departureId, day, time, stopNews }) => (
          <p key={departureId}>
            {day}, {time}: {stopNews.join('. ')}
          </p>
        ))}
    </div>
  )
}

/** Breaks between two places; within a place name only if necessary. */
export function RouteName({ name }: { name: string }) {
  return name.split(/(?<= –) /).flatMap((part, place) => [
    place > 0 && ' ',
    <span key={part} className="place">
      {part}
    </span>,
  ])
}

/** The letters of a line, as on the front of its bus. */
export function RouteCode({ code }: { code: string }) {
  return (
    <span className="route-code">
      <span className="visually-hidden">{translation().messages.schedule.code} </span>
      {code}
    </span>
  )
}

type State = 'active' | 'inactive' | 'coming'

/** Whether a route, or one of its periods, is in operation now. */
export function StateBadge({ state }: { state: State }) {
  const { schedule } = translation().messages
  if (state === 'inactive') return <Badge icon="cross">{schedule.inactive}</Badge>
  return <Badge {...SIGNS[state]}>{schedule[state]}</Badge>
}

const SIGNS = {
  active: { tone: 'positive', icon: 'check' },
  coming: { tone: 'info', icon: 'clock' },
} as const
