import { RideStops } from '#app/components/ride/ride-stops.tsx'
import { translation } from '#app/i18n/translation.ts'

import type { RideCardView } from './view.ts'

type RideCardProps = { ride: RideCardView; label: string }

/** The new ride with all details. */
export function RideCard({ ride, label }: RideCardProps) {
  const { title, date, night } = ride
  return (
    <section className="card stack ride-card">
      <header>
        <p className="soft small">{label}</p>
        <h2>{title}</h2>
        <p className="ride-date">{date}</p>
        {night && <p className="ride-night">{night}</p>}
      </header>
      <RideStops ride={ride} />
      <Party ride={ride} />
    </section>
  )
}

/** The current ride, short: the holder only has to recognise it. */
export function RideInShort({ ride, label }: RideCardProps) {
  const { title, date, night, departs, departsAt, arrives, arrivesAt, arrivesOn } = ride
  return (
    <section className="ride-short">
      <p className="soft small">{label}</p>
      <h2>{title}</h2>
      <p>
        {date},{' '}
        <strong>
          <time dateTime={departsAt}>{departs}</time> – <time dateTime={arrivesAt}>{arrives}</time>
        </strong>
        {arrivesOn && `, ${arrivesOn}`}
      </p>
      {night && <p className="ride-night">{night}</p>}
      <Party ride={ride} />
    </section>
  )
}

function Party({ ride: { party, wheelchairUsers } }: { ride: RideCardView }) {
  const { wheelchair } = translation().messages.change.quote
  return (
    <p>
      {party}
      {wheelchairUsers > 0 && `. ${wheelchair(wheelchairUsers)}`}
    </p>
  )
}
