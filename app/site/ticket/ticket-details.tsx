import { PageLink } from '#app/components/page-link.tsx'
import { PriceLines } from '#app/components/ride/price-lines.tsx'
import type { TicketPageView } from '#app/components/ticket/view.ts'
import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'
import { ticketWords } from '#modules/documents/words/words.ts'
import { LUGGAGE_KG, MISSED_FROM_HOURS } from '#modules/rules/rules.ts'
import { company } from '#operator'
import * as paths from '#paths'
import { formatEuros } from '#platform/money.ts'

export function TicketFares({ ticket }: { ticket: TicketPageView }) {
  const { locale } = translation()
  const words = ticketWords(locale).ticket
  const { lines, total, vat, vatPercent } = ticket
  return (
    <section>
      <h2>{words.fareDetails}</h2>
      <PriceLines lines={lines} total={total} totalLabel={words.total} />
      <p className="soft small figures">{words.vat(vatPercent, formatEuros(vat, locale))}</p>
    </section>
  )
}

/** Further rules for the journey, with the dates that apply to this ride. */
export function TicketRules({ ticket: { cancelRule, missed } }: { ticket: TicketPageView }) {
  const { locale, messages } = translation()
  const words = ticketWords(locale).ticket
  const { phone, hours } = company()
  return (
    <section>
      <h2>{words.goodToKnow}</h2>
      <ul className="pass-rules">
        <li>
          <Icon name="luggage" />
          <span>
            <strong>{words.luggage(LUGGAGE_KG)}</strong> {words.luggageEach}
          </span>
        </li>
        <li>
          <Icon name="swap" />
          <span>
            <strong>{words.cancel}</strong> {cancelRule}{' '}
            {cancelRule !== words.cancelOver && (
              <PageLink to={paths.bookings()}>{messages.ticket.void.toBookings}</PageLink>
            )}
          </span>
        </li>
        <li>
          <Icon name="bus" />
          <span>
            <strong>{words.missed}</strong>{' '}
            {missed
              ? words.missedAlready
              : `${words.missedRule} ${messages.ticket.missedHere(MISSED_FROM_HOURS)}`}
          </span>
        </li>
        <li>
          <Icon name="phone" />
          <span>
            <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>{' '}
            {messages.common.hours(hours.from, hours.until)}
          </span>
        </li>
      </ul>
    </section>
  )
}
