import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { attributes } from '#app/live/contract.ts'
import type { Age, Pause } from '#app/live/office-today.ts'
import officeToday from '#app/live/office-today.ts?worker&url'
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
          {...attributes<Age>({
            time,
            source: localePath(translation().locale, paths.officeNow()),
            ...words,
            new: refresh.newProblem,
          })}
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
          {...attributes<Pause>({ other: refresh.resume })}
          hidden
        >
          {refresh.pause}
        </button>
      </p>
      <p className="visually-hidden" id="today-news" aria-live="polite" />
      <Problems problems={problems} />
      <Departures departures={departures} />
      <script src={officeToday} type="module" />
    </>
  )
}
