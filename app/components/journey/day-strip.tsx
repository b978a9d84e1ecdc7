import { translation } from '#app/i18n/translation.ts'

import { dayAddress } from './choose-address.ts'
import type { LegView } from './view.ts'

/** The days around the one shown, each with its number of bookable departures. */
export function DayStrip({ leg }: { leg: LegView }) {
  const sentences = translation().messages.bookNow.days
  return (
    <nav className="day-strip" aria-label={sentences.label}>
      <ol>
        {leg.days.map(({ date, label, weekday, departures, isShown }) => (
          <li key={date}>
            <a
              href={dayAddress(leg, date)}
              {...(isShown && { 'aria-current': 'date' })}
              data-empty={departures === 0 || undefined}
            >
              <i>{`${label}: `}</i>
              <span aria-hidden="true">{weekday}</span>
              <strong aria-hidden="true">{Number(date.slice('YYYY-MM-'.length))}</strong>
              <small>
                {departures === 0 ? sentences.none : departures}
                {departures > 0 && <span> {sentences.word(departures)}</span>}
              </small>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
