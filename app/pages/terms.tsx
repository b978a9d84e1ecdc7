import type { Handle } from '#app/handle.ts'
import { translation } from '#app/i18n/translation.ts'
import type { TermsFigures } from '#app/i18n/en/terms.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { MOST_PASSENGERS, MOST_RIDES } from '#modules/orders/cart.ts'
import { TERMS_VERSION } from '#modules/orders/terms.ts'
import {
  HOLD_MINUTES,
  LONGEST_HOLD_MINUTES,
  PAY_UNTIL_MINUTES,
  SALE_CLOSES_MINUTES,
  WHEELCHAIR_NOTICE_HOURS,
} from '#modules/seats/seats.ts'
import {
  BE_THERE_MINUTES,
  FEE_PER_REFUND,
  LUGGAGE_KG,
  NOTICE_HOURS,
} from '#modules/tickets/ticket.ts'
import { ticketWords } from '#modules/tickets/words/words.ts'
import { operator } from '#operator'
import { formatEuros } from '#platform/money.ts'

import type { Route } from './+types/terms'
import styles from './terms.css?inline'

export const handle = { styles } satisfies Handle

export const meta = () => [
  { title: `${translation().messages.terms.title} · ${operator.shortName}` },
]

export function loader() {
  const { locale } = translation()
  return { since: ticketWords(locale).plainDate(Temporal.PlainDate.from(TERMS_VERSION)) }
}

/** The rules of the house. No figure stands in the words: each is that of the line that keeps it. */
export default function Terms({ loaderData }: Route.ComponentProps) {
  const { terms } = translation().messages
  return (
    <div className="wrap terms">
      <PageHeader title={terms.title} intro={terms.version(loaderData.since)} />
      <ol className="stack stack-large">
        {terms.sections(figures()).map(({ heading, paragraphs }) => (
          <li key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </li>
        ))}
      </ol>
    </div>
  )
}

function figures(): TermsFigures {
  const { locale } = translation()
  const { hours, address, ...company } = operator
  return {
    ...company,
    address: address[locale],
    hoursFrom: hours.from,
    hoursUntil: hours.until,
    fee: formatEuros(FEE_PER_REFUND, locale),
    holdMinutes: HOLD_MINUTES,
    longestHoldMinutes: LONGEST_HOLD_MINUTES,
    mostRides: MOST_RIDES,
    mostPassengers: MOST_PASSENGERS,
    saleClosesMinutes: SALE_CLOSES_MINUTES,
    payUntilMinutes: PAY_UNTIL_MINUTES,
    beThereMinutes: BE_THERE_MINUTES,
    noticeHours: NOTICE_HOURS,
    luggageKg: LUGGAGE_KG,
    wheelchairHours: WHEELCHAIR_NOTICE_HOURS,
  }
}
