import { translation } from '#app/i18n/translation.ts'
import { Badge } from '#app/ui/notice.tsx'
import { Facts } from '#app/ui/parts.tsx'

import { PageLink } from './page-link.tsx'

type Summary = {
  routeId: string
  code: string
  name: string
  via: string[]
  isActive: boolean
  duration: string | null
  fareFrom: string | null
  period: { name: string; validity: string; spans: { days: string; times: string }[] } | null
}

/** One route in a list of them; the whole of it leads to its timetable. */
export function RouteSummary({ route }: { route: Summary }) {
  const { schedule } = translation().messages
  const { period } = route
  return (
    <article className="route">
      <p className="row">
        <RouteCode code={route.code} />
        <ActivityBadge isActive={route.isActive} />
      </p>
      <h2>
        <PageLink to={`/schedules/${encodeURIComponent(route.routeId)}`}>{route.name}</PageLink>
      </h2>
      {route.via.length > 0 && <p className="soft small">{route.via.join(' · ')}</p>}
      <RouteFacts route={route} />
      <p className="soft small">
        {period ? `${period.name}. ${period.validity}` : schedule.noPeriod}
      </p>
    </article>
  )
}

/** How long, between which hours, how much. */
export function RouteFacts({ route }: { route: Summary }) {
  const { schedule } = translation().messages
  const { duration, fareFrom, period } = route
  const span = period?.spans[0]
  const facts = [
    { name: schedule.duration, value: duration },
    { name: schedule.timespan, value: span && <span className="figures">{span.times}</span> },
    { name: schedule.fareFrom, value: fareFrom && <span className="figures">{fareFrom}</span> },
  ]
  return <Facts facts={facts.filter(({ value }) => value)} />
}

/** The letters of a line, as they stand on the front of its bus. */
export function RouteCode({ code }: { code: string }) {
  return (
    <span className="route-code">
      <span className="unseen">{translation().messages.schedule.code} </span>
      {code}
    </span>
  )
}

export function ActivityBadge({ isActive }: { isActive: boolean }) {
  const { schedule } = translation().messages
  return isActive ? (
    <Badge tone="positive" icon="check">
      {schedule.active}
    </Badge>
  ) : (
    <Badge icon="cross">{schedule.inactive}</Badge>
  )
}
