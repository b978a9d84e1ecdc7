import { Link } from 'react-router'

import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'

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
            <Link
              to={dayAddress(leg, date)}
              discover="none"
              {...(isShown && { 'aria-current': 'date' })}
              data-empty={!departures}
            >
              <span className="visually-hidden">{`${label}: `}</span>
              <span aria-hidden="true">{weekday}</span>
              <strong className="figures" aria-hidden="true">
                {Number(date.slice('YYYY-MM-'.length))}
              </strong>
              <small>
                {departures === 0 ? sentences.none : departures}
                {departures > 0 && (
                  <>
                    <Icon name="bus" />
                    <span className="count-word"> {sentences.word(departures)}</span>
                  </>
                )}
              </small>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
