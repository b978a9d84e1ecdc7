import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'
import { headCount } from '#modules/orders/party.ts'
import type { Passengers } from '#modules/fares/passengers.ts'

import { TicketSearch } from './ticket-search.tsx'
import { Remarks } from './remarks.tsx'
import type { Remark, TicketSearchView } from './view.ts'

type SearchBandProps = {
  search: TicketSearchView
  passengers: Passengers
  /** Said beside the form while a place is missing. */
  remarks: Remark[]
}

/** What is being looked for, in large; the form behind it opens to change it. */
export function SearchBand({ search, passengers, remarks }: SearchBandProps) {
  const { bookNow } = translation().messages
  const { from, to } = search
  if (!from || !to) {
    return (
      <div className="search-band on-brand">
        <div className="wrap stack">
          <h1>{bookNow.title}</h1>
          <p className="soft">{bookNow.intro}</p>
          <div className="card stack">
            <Remarks remarks={remarks} />
            <TicketSearch search={search} passengers={passengers} asksTime />
          </div>
        </div>
      </div>
    )
  }
  return (
    <div className="search-band on-brand">
      <div className="wrap stack">
        <h1 className="from-to">
          <span>{from.name}</span> <Icon name={search.returnDate ? 'swap' : 'arrow'} />
          <span className="unseen">{bookNow.board.to}</span> <span>{to.name}</span>
        </h1>
        <details key={JSON.stringify(search.values)} open={search.values.from === search.values.to}>
          <summary>
            <Asked search={search} travellers={headCount(passengers)} />
            <span className="search-change">{bookNow.search.change}</span>
          </summary>
          <div className="card">
            <TicketSearch search={search} passengers={passengers} asksTime />
          </div>
        </details>
      </div>
    </div>
  )
}

function Asked({ search, travellers }: { search: TicketSearchView; travellers: number }) {
  const { bookNow, common } = translation().messages
  const sentences = bookNow.search
  const { date, returnDate, values } = search
  return (
    <span className="asked">
      <span>{sentences.summary(date, values.time || null)}</span>
      <span>{returnDate ? sentences.returning(returnDate) : sentences.oneWay}</span>
      <span>{common.passengers(travellers)}</span>
    </span>
  )
}
