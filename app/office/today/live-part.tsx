import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import officeToday from '#app/live/office-today.js?url'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import { Departures } from './departures.tsx'
import { Problems } from './problems.tsx'
import type { LiveView } from './view.ts'

/**
 * The part that refreshes itself while the page is open. Without script it dates its figures, and
 * a link looks again.
 */
export function LivePart({ live }: { live: LiveView }) {
  const { refresh, asOf } = translation().messages.office.today
  const { time, problems, departures } = live
  const words = {
    fresh: refresh.fresh('*'),
    paused: refresh.paused('*'),
    stale: refresh.stale('*'),
  }
  return (
    <>
      <p className="today-age row">
        <span
          id="today-age"
          data-time={time}
          data-source={localePath(translation().locale, paths.officeNow())}
          data-fresh={words.fresh}
          data-paused={words.paused}
          data-stale={words.stale}
          data-new={refresh.newProblem}
        >
          {asOf(time)}
        </span>
        <PageLink to={paths.office()} id="today-again">
          {refresh.again}
        </PageLink>
        <button
          type="button"
          className="button button-quiet"
          id="today-pause"
          data-other={refresh.resume}
          hidden
        >
          {refresh.pause}
        </button>
      </p>
      <p className="visually-hidden" id="today-news" aria-live="polite" />
      <Problems problems={problems} />
      <Departures departures={departures} />
      <script src={officeToday} defer />
    </>
  )
}
