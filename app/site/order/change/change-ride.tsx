import { CallUs } from '#app/components/journey/call-us.tsx'
import { JourneyLeg } from '#app/components/journey/journey-leg.tsx'
import { Remarks } from '#app/components/journey/remarks.tsx'
import { OrderForm } from '#app/components/order/order-form.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { OrderPage } from '#app/site/order/order-page.tsx'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import * as paths from '#paths'
import { formatEuros } from '#platform/money.ts'

import { ChangeQuote } from './change-quote.tsx'
import { ChangeSearch } from './change-search.tsx'
import { RideInShort } from './ride-card.tsx'
import type { ChangeProblem, ChangeView } from './view.ts'

type ChangeRideProps = { view: ChangeView; problem: ChangeProblem | null }

/** A bought ride with either its alternatives or the price of the chosen one. */
export function ChangeRide({ view, problem }: ChangeRideProps) {
  const { change } = translation().messages
  const { manageId, reference, bookingId, quote, closed } = view
  const words = quote?.isWheelchair ? change.quote.titleWheelchair : change.quote.title
  return (
    <OrderPage
      manageId={manageId}
      reference={reference}
      title={quote ? words : view.title}
      problem={problem?.sentence}
    >
      {problem?.link && (
        <p>
          <PageLink className={buttonClass()} to={problem.link.address}>
            {problem.link.label}
          </PageLink>
        </p>
      )}
      {quote && (
        <ChangeQuote quote={quote} now={view.now} other={paths.changeRide(manageId, bookingId)} />
      )}
      {closed && <Closed why={closed} view={view} />}
      {view.search && <Choosing view={view} />}
    </OrderPage>
  )
}

function Closed({ why, view }: { why: string; view: ChangeView }) {
  const { change } = translation().messages
  return (
    <>
      <Notice tone="warning">
        <p>{why}</p>
      </Notice>
      <RideInShort ride={view.now} label={change.now} />
      <div>
        <p>{change.closed.call}</p>
        <CallUs />
      </div>
    </>
  )
}

function Choosing({ view }: { view: ChangeView }) {
  const { locale, messages } = translation()
  const { change } = messages
  const { intro, search, remarks, leg, sameBus, refund, manageId, bookingId } = view
  const fewer = new URLSearchParams({ [`ride.${bookingId}`]: 'some' })
  const all = new URLSearchParams({ [`ride.${bookingId}`]: 'all' })
  return (
    <>
      {/* The target for refused departures, which have no price. */}
      <p id="quote">{intro}</p>
      <RideInShort ride={view.now} label={change.now} />
      {refund !== null && (
        <OrderForm to={paths.cancel(manageId, all)} fields={[['refund', String(refund)]]}>
          <Button>{change.refund(formatEuros(refund, locale))}</Button>
        </OrderForm>
      )}
      <Remarks remarks={remarks} />
      {search && <ChangeSearch search={search} fewer={paths.cancel(manageId, fewer)} />}
      {sameBus && (
        <p>
          <LinkButton href={sameBus.address}>{sameBus.label}</LinkButton>
        </p>
      )}
      {leg && <JourneyLeg leg={leg} />}
    </>
  )
}
