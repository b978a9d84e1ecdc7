import { useState, useSyncExternalStore } from 'react'

import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import * as paths from '#paths'

import { Departures } from './departures.tsx'
import { Problems } from './problems.tsx'
import { ReportedProvider, type Reported } from './reported.ts'
import { useLive } from './use-live.ts'
import type { LiveView } from './view.ts'

/**
 * The part that refreshes itself while the page is open. Without script it dates its figures, and
 * a link looks again.
 */
export function LivePart({ live }: { live: LiveView }) {
  const { refresh, asOf } = translation().messages.office.today
  const { view, freshness, news, look, isPaused, turn } = useLive(live)
  const [reported, setReported] = useState<Reported>()
  const { fresh, paused, stale, newProblem } = refresh
  const age = isPaused ? paused : { first: asOf, fresh, stale }[freshness]
  const isOld = !isPaused && freshness === 'stale'

  /** Said only once the office has shown that it knows. */
  async function afterAct(next: Reported | undefined): Promise<void> {
    if (await look()) setReported(next)
  }

  return (
    <ReportedProvider value={{ reported, afterAct }}>
      <p className="today-age row">
        <span id="today-age">{age(view.time)}</span>
        {useHasScript() ? (
          <Button type="button" kind="quiet" id="today-pause" onClick={turn}>
            {isPaused ? refresh.resume : refresh.pause}
          </Button>
        ) : (
          // As high as the button that replaces it, so that nothing moves under a finger.
          <PageLink to={paths.office()} id="today-again" className={buttonClass('quiet')}>
            {refresh.again}
          </PageLink>
        )}
      </p>
      <p className="visually-hidden" id="today-news" aria-live="polite">
        {news.length > 0 && `${newProblem} ${news.map(({ text }) => text).join('. ')}`}
      </p>
      <Problems problems={view.problems} isOld={isOld} />
      <Departures departures={view.departures} isOld={isOld} />
    </ReportedProvider>
  )
}

const NEVER = () => () => {}

/** False on the server and until the browser has taken over. */
function useHasScript(): boolean {
  return useSyncExternalStore(
    NEVER,
    () => true,
    () => false,
  )
}
