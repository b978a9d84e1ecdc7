import { Link } from 'react-router'

import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

import { CallUs } from './call-us.tsx'
import { Exceptions } from './exceptions.tsx'
import type { Change, LegSituation, LegView, NextDay } from './view.ts'

/** Why there is nothing to choose, and what to do about it. */
export function NoDepartures({ leg, situation }: { leg: LegView; situation: LegSituation }) {
  const { situations } = translation().messages.bookNow
  if (situation.found === 'no-direct-service') {
    return <NoDirectService leg={leg} changes={situation.changes} />
  }
  if (situation.found === 'not-published') return <NotPublished situation={situation} />
  if (situation.found === 'same-place')
    return <Notice tone="warning" title={situations.samePlace} />
  if (situation.found === 'past') {
    return (
      <Notice title={situations.past}>
        <Link to={situation.today.href}>{situations.today}</Link>
      </Notice>
    )
  }
  if (situation.found === 'departures') {
    return <Nothing title={situations.over} next={situation.next} />
  }
  return (
    <>
      <Exceptions notRunning={situation.notRunning} isReduced={situation.isReduced} />
      <Nothing title={situations.noneThisDay} next={situation.next} />
    </>
  )
}

function Nothing({ title, next }: { title: string; next: NextDay | null }) {
  const { situations } = translation().messages.bookNow
  return (
    <Notice title={title}>
      {next ? <Link to={next.href}>{situations.nextDay(next.label)}</Link> : <CallUs />}
    </Notice>
  )
}

type NotPublishedProps = { situation: Extract<LegSituation, { found: 'not-published' }> }

function NotPublished({ situation: { until } }: NotPublishedProps) {
  const { situations } = translation().messages.bookNow
  if (!until) {
    return (
      <Notice title={situations.nothingPublished}>
        <CallUs />
      </Notice>
    )
  }
  return (
    <Notice title={situations.notPublished}>
      <Link to={until.href}>{situations.publishedUntil(until.label)}</Link>
    </Notice>
  )
}

/** There are no through fares: two tickets, and nobody promises that the second bus waits. */
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
          <Link className={buttonClass()} to={first}>
            {situations.firstTicket(from, via)}
          </Link>
          <Link className={buttonClass()} to={second}>
            {situations.secondTicket(via, to)}
          </Link>
        </p>
      </div>
    </Notice>
  ))
}
