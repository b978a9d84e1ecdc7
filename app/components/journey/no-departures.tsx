import { translation } from '#app/i18n/translation.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

import { CallUs } from './call-us.tsx'
import { Exceptions } from './exceptions.tsx'
import type { Change, LegSituation, LegView, NextDay } from './view.ts'

type NoDeparturesProps = { leg: LegView; situation: Exclude<LegSituation, { found: 'departures' }> }

/** The reason why there is no departure to choose, and what to do instead. */
export function NoDepartures({ leg, situation }: NoDeparturesProps) {
  const { situations } = translation().messages.bookNow
  if (situation.found === 'no-direct-service') {
    return <NoDirectService leg={leg} changes={situation.changes} />
  }
  if (situation.found === 'not-published') return <NotPublished until={situation.until} />
  if (situation.found === 'same-place') {
    return <Notice tone="warning" title={situations.samePlace} />
  }
  if (situation.found === 'past') {
    return (
      <Notice title={situations.past}>
        <WayOn to={situation.today.href}>{situations.today}</WayOn>
      </Notice>
    )
  }
  return (
    <>
      <Exceptions notRunning={situation.notRunning} isReduced={situation.isReduced} />
      <NothingThatDay title={situations.noneThisDay} next={situation.next} />
    </>
  )
}

/** The next day with a departure; a telephone number if that is unknown. */
export function NothingThatDay({ title, next }: { title: string; next: NextDay | null }) {
  const { situations } = translation().messages.bookNow
  return (
    <Notice title={title}>
      {next ? <WayOn to={next.href}>{situations.nextDay(next.label)}</WayOn> : <CallUs />}
    </Notice>
  )
}

function NotPublished({ until }: { until: NextDay | null }) {
  const { situations } = translation().messages.bookNow
  return (
    <Notice title={until ? situations.notPublished : situations.nothingPublished}>
      {until ? <WayOn to={until.href}>{situations.publishedUntil(until.label)}</WayOn> : <CallUs />}
    </Notice>
  )
}

function WayOn({ to, children }: { to: string; children: string }) {
  return (
    <p className="notice-action">
      <LinkButton href={to}>{children}</LinkButton>
    </p>
  )
}

/** There are no through fares: it takes two tickets, and no connection is guaranteed. */
function NoDirectService({ leg: { from, to }, changes }: { leg: LegView; changes: Change[] }) {
  const { situations } = translation().messages.bookNow
  if (changes.length === 0) {
    return (
      <Notice title={situations.noDirect}>
        <p>{situations.noWay}</p>
        <CallUs />
      </Notice>
    )
  }
  return changes.map(({ via, first, second }) => (
    <Notice key={via.name} title={situations.noDirect}>
      <div className="stack">
        <p>{situations.noDirectAdvice(via)}</p>
        <p className="row">
          <LinkButton href={first}>{situations.firstTicket(from, via)}</LinkButton>
          <LinkButton href={second}>{situations.secondTicket(via, to)}</LinkButton>
        </p>
      </div>
    </Notice>
  ))
}
