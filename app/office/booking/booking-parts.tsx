import { useMay } from '#app/components/office/office-view.ts'
import { ReissueForm } from '#app/components/office/ticket-and-hold-forms.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Badge, type Tone } from '#app/ui/notice.tsx'
import { Details } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { formatEuros } from '#platform/money.ts'

import type { BookingView, JourneyState, JourneyView } from './view.ts'

type Props = { booking: BookingView }

const TONES: Partial<Record<JourneyState, Tone>> = {
  'to-come': 'positive',
  'not-running': 'danger',
  'never-came': 'danger',
  'broke-down': 'danger',
  unpaid: 'warning',
}

/** Every journey of the booking as a card, cancelled ones too. */
export function Journeys({ booking: { journeys, reference, seen } }: Props) {
  const { journeys: sentences } = translation().messages.office.booking
  return (
    <section className="stack" aria-labelledby="journeys">
      <h2 id="journeys">{sentences.title}</h2>
      {journeys.length === 0 && <p className="soft">{sentences.none}</p>}
      {journeys.map((journey) => (
        <Journey key={journey.bookingId} journey={journey} reference={reference} seen={seen} />
      ))}
    </section>
  )
}

type JourneyProps = { journey: JourneyView; reference: string; seen: number }

function Journey({ journey, reference, seen }: JourneyProps) {
  const { locale, messages } = translation()
  const sentences = messages.office.booking.journeys
  const may = useMay()
  return (
    <article className="card stack">
      <h3>{journey.title}</h3>
      <p>
        <strong>
          {journey.departs}–{journey.arrives}
        </strong>{' '}
        {journey.date} <Badge {...toneOf(journey.state)}>{sentences.states[journey.state]}</Badge>{' '}
        {journey.delay && <Badge tone="warning">{journey.delay}</Badge>}
      </p>
      <dl className="office-facts">
        <dt>{sentences.passengers}</dt>
        <dd>{journey.party}</dd>
        <dt>{sentences.total}</dt>
        <dd>{formatEuros(journey.total, locale)}</dd>
        {journey.ticketNumber && (
          <>
            <dt>{sentences.ticket}</dt>
            <dd>{journey.ticketNumber}</dd>
          </>
        )}
        {journey.wheelchairNumber && (
          <>
            <dt>{sentences.wheelchair}</dt>
            <dd>{journey.wheelchairNumber}</dd>
          </>
        )}
      </dl>
      {journey.deadline && <p className="small">{journey.deadline}</p>}
      <p className="row">
        {may('departures.see') && (
          <PageLink to={paths.officeDeparture(journey.departureId)}>{sentences.open}</PageLink>
        )}
        {journey.canChange && may('orders.change') && (
          <PageLink to={paths.officeChange(reference, journey.place)}>
            {sentences.change}
            <span className="visually-hidden">: {journey.title}</span>
          </PageLink>
        )}
      </p>
      {journey.ticketNumber && journey.state === 'to-come' && may('orders.change') && (
        <Details summary={messages.office.changes.reissue.title}>
          <ReissueForm
            seen={seen}
            bookingId={journey.bookingId}
            ticketNumber={journey.ticketNumber}
          />
        </Details>
      )}
    </article>
  )
}

function toneOf(state: JourneyState) {
  const tone = TONES[state]
  return tone ? { tone } : {}
}

export function Money({ booking: { money } }: Props) {
  const { locale, messages } = translation()
  return (
    <section className="stack" aria-labelledby="money">
      <h2 id="money">{messages.office.booking.money}</h2>
      {money.length === 0 && <p className="soft">{messages.order.money.noPayment}</p>}
      <ul className="office-lines">
        {money.map(({ key, label, detail, amount }) => (
          <li key={key}>
            <span>
              {label} <span className="soft small">{detail}</span>
            </span>
            <span className="price">{formatEuros(amount, locale)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Documents({ booking: { documents, reference } }: Props) {
  const { locale, messages } = translation()
  if (documents.length === 0) return null
  return (
    <section className="stack" aria-labelledby="documents">
      <h2 id="documents">{messages.office.booking.documents}</h2>
      <ul className="office-lines">
        {documents.map(({ number, label, total }) => (
          <li key={number}>
            <PageLink to={paths.officeDocument(reference, number)}>{label} (PDF)</PageLink>
            <span className="price">{formatEuros(total, locale)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Each mail with its state, so that a caller who has none can be told why. */
export function Mails({ booking: { mails } }: Props) {
  const { mails: sentences } = translation().messages.office.booking
  return (
    <section className="stack" aria-labelledby="mails">
      <h2 id="mails">{sentences.title}</h2>
      {mails.length === 0 && <p className="soft">{sentences.none}</p>}
      <ul className="office-lines">
        {mails.map(({ key, kind, state, to, when, isLost }) => (
          <li key={key}>
            <span>
              {kind} <span className="soft small">{to}</span>
            </span>
            <span className="small">
              {isLost ? <Badge tone="warning">{state}</Badge> : state}, {when}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The enquiries about this booking; without any, the page has no such part. */
export function Enquiries({ booking: { enquiries } }: Props) {
  const { booking: sentences, inbox } = translation().messages.office
  if (enquiries.length === 0) return null
  return (
    <section className="stack" aria-labelledby="enquiries">
      <h2 id="enquiries">{inbox.title}</h2>
      <ul className="office-lines">
        {enquiries.map(({ reference, about, state, received, isLinked }) => (
          <li key={reference}>
            <span>
              <PageLink to={paths.officeEnquiry(reference)}>{reference}</PageLink> {about}{' '}
              <span className="soft small">
                {isLinked ? sentences.linkedEnquiry : sentences.enquiryOfAddress}
              </span>
            </span>
            <span className="small">
              {inbox.states[state]}, {received}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
