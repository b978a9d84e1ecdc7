import { Remarks } from '#app/components/journey/remarks.tsx'
import { SearchScript, TicketSearch } from '#app/components/journey/ticket-search.tsx'
import type { Remark, TicketSearchView } from '#app/components/journey/view.ts'
import { partyText } from '#app/i18n/party.ts'
import { translation } from '#app/i18n/translation.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Icon } from '#app/ui/icons.tsx'

import rest from './rest.css?url'

type SearchBandProps = {
  search: TicketSearchView
  /** Shown beside the form while a place is missing. */
  remarks: Remark[]
}

/** The current search in large type; its form opens for changes. */
export function SearchBand({ search, remarks }: SearchBandProps) {
  const { bookNow, common } = translation().messages
  const { from, to, values, problems } = search
  if (!from || !to) {
    return (
      <div className="search-band on-brand">
        <div className="wrap stack">
          {/* Together the largest words of the page, which need no other style sheet. */}
          <div className="stack">
            <h1>{bookNow.title}</h1>
            <p className="soft">{bookNow.intro}</p>
          </div>
          <Rest />
          <div className="card stack">
            <Remarks remarks={remarks} />
            <ErrorSummary title={common.errorSummary} problems={problems} />
            <TicketSearch search={search} asksTime hasScript />
          </div>
        </div>
      </div>
    )
  }
  return (
    <div className="search-band on-brand">
      <div className="wrap stack">
        <h1 className="from-to">
          <span>{from.name}</span> <Icon name={values.trip === 'return' ? 'swap' : 'arrow'} />
          <span className="visually-hidden">{bookNow.board.to}</span> <span>{to.name}</span>
        </h1>
        <Rest />
        <details
          className="search-change-form"
          open={values.from === values.to || problems.length > 0}
        >
          <summary>
            <Asked search={search} />
            <span className="search-change">{bookNow.search.change}</span>
          </summary>
          <div className="card stack">
            <ErrorSummary title={common.errorSummary} problems={problems} />
            <TicketSearch search={search} asksTime hasScript />
          </div>
        </details>
      </div>
    </div>
  )
}

/**
 * The style sheet for everything below. Some browsers wait for one in the middle of a page only when a
 * script follows, so the script of the form is here and not asynchronous.
 */
function Rest() {
  return (
    <>
      <link rel="stylesheet" href={rest} />
      <SearchScript />
    </>
  )
}

function Asked({ search }: { search: TicketSearchView }) {
  const sentences = translation().messages.bookNow.search
  const { date, returnDate, values, problems } = search
  const isPartyRefused = problems.some(({ fieldId }) => fieldId === 'search-adults')
  const way = values.trip === 'return' ? sentences.return : sentences.oneWay
  return (
    <span className="asked">
      <span>{sentences.summary(date, values.time || null)}</span>
      <span>{returnDate ? sentences.returning(returnDate) : way}</span>
      {!isPartyRefused && <span>{partyText(values.passengers, values.wheelchairUsers)}</span>}
    </span>
  )
}
