import { ActForm } from '#app/components/office/act-form.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Facts, Price } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { cents, formatEuros, type Cents } from '#platform/money.ts'

import type { SoldView } from './view.ts'

const TONES = {
  sold: 'positive',
  settling: 'info',
  waiting: 'info',
  over: 'warning',
  changed: 'info',
} as const

/** The result of a sale: tickets to print, the change to give back, or the state of the link. */
export function Sold({ sale }: { sale: SoldView }) {
  const { locale, messages } = translation()
  const { sell } = messages.office
  const { result } = sell
  const { reference, state, payBy, total, hasEmail, change, tickets, isInMailbox } = sale
  const sentence = state === 'waiting' ? result.waiting(payBy) : result[state]
  return (
    <section className="card stack">
      <Notice tone={TONES[state]}>
        <p>
          <strong>{sentence}</strong>
        </p>
        {state === 'sold' && <p>{hasEmail ? result.mailed : result.paper}</p>}
      </Notice>
      {change !== null && <Change change={change} />}
      <Facts
        facts={[
          { name: result.reference, value: reference },
          { name: sell.total, value: <Price>{formatEuros(total, locale)}</Price> },
        ]}
      />
      {tickets.length > 0 && (
        <ul>
          {tickets.map((number) => (
            <li key={number}>
              {result.ticket(number)},{' '}
              <PageLink to={paths.officeTicketPdf(reference, number)}>
                {result.print}
                <span className="visually-hidden">: {result.ticket(number)}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
      {isInMailbox && (
        <p>
          <PageLink to={paths.mailbox()}>{result.demonstration}</PageLink>
        </p>
      )}
      {state === 'over' && (
        <ActForm intent="again">
          <input type="hidden" name="reference" value={reference} />
          <Button kind="action">{result.again}</Button>
        </ActForm>
      )}
      <p>
        <PageLink to={paths.officeBooking(reference)}>{result.booking}</PageLink>
      </p>
      {(state === 'waiting' || state === 'settling') && (
        <p>
          <PageLink to={paths.officeSell(new URLSearchParams({ sold: reference }))}>
            {result.refresh}
          </PageLink>
        </p>
      )}
      <p>
        <PageLink to={paths.officeSell()}>{result.next}</PageLink>
      </p>
    </section>
  )
}

/** The largest words of the page: the seller has the traveller's money in the hand. */
function Change({ change }: { change: Cents }) {
  const { locale, messages } = translation()
  const { result } = messages.office.sell
  const amount = formatEuros(cents(Math.abs(change)), locale)
  return (
    <p>
      <Price large>{change < 0 ? result.tooLittle(amount) : result.change(amount)}</Price>
    </p>
  )
}
