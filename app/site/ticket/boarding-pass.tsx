import { TicketCode } from '#app/components/ticket/ticket-code.tsx'
import type { TicketPageView } from '#app/components/ticket/view.ts'
import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'
import { Kingfisher } from '#app/ui/kingfisher.tsx'
import { ticketWords } from '#modules/documents/words/words.ts'
import { BE_THERE_MINUTES } from '#modules/rules/rules.ts'
import { company } from '#operator'

import { TicketFares, TicketRules } from './ticket-details.tsx'

/** The facts for boarding come first: time, place, and the code for the scanner. */
export function BoardingPass({ ticket }: { ticket: TicketPageView }) {
  const words = ticketWords(translation().locale).ticket
  const { ride } = ticket
  return (
    <article className="pass">
      <header className="pass-header on-brand">
        <span className="pass-brand">
          <Kingfisher />
          {company().name}
        </span>
        <span className="soft">{words.title}</span>
      </header>
      <div className="pass-main">
        <div className="stack">
          <h1>{ride.title}</h1>
          <div>
            <p className="pass-date">{ride.date}</p>
            {ride.night && <p className="ride-night">{ride.night}</p>}
          </div>
          <Times ticket={ticket} />
          {ticket.hasToBeThere && (
            <p className="be-there">
              <Icon name="clock" />
              <span>
                <strong>{words.beThere(ride.beThere)}</strong>{' '}
                <span className="soft small">{words.before(BE_THERE_MINUTES)}</span>
              </span>
            </p>
          )}
        </div>
        {ticket.twoBuses && (
          <p className="be-there">
            <Icon name="bus" />
            <strong>{ticket.twoBuses}</strong>
          </p>
        )}
        <TicketCode ticket={ticket} />
        <PickUp ticket={ticket} />
      </div>
      <div className="pass-tear" />
      <Holder ticket={ticket} />
      <div className="pass-more">
        <TicketFares ticket={ticket} />
        <TicketRules ticket={ticket} />
      </div>
    </article>
  )
}

/** The times are the largest text on the ticket. */
function Times({ ticket: { ride } }: { ticket: TicketPageView }) {
  const words = ticketWords(translation().locale).ticket
  return (
    <div className="pass-times">
      <dl>
        <dt>{words.departure}</dt>
        <dd>
          <time dateTime={ride.departsAt}>{ride.departs}</time>
          <span className="pass-stop">{ride.from.name}</span>
        </dd>
      </dl>
      <div className="pass-way soft small" aria-hidden="true">
        <Icon name="arrow" />
        {ride.duration}
      </div>
      <dl>
        <dt>{words.arrival}</dt>
        <dd>
          <time dateTime={ride.arrivesAt}>{ride.arrives}</time>
          {ride.arrivesOn && <sup> {ride.arrivesOn}</sup>}
          <span className="pass-stop">{ride.to.name}</span>
        </dd>
      </dl>
    </div>
  )
}

function PickUp({ ticket: { ride } }: { ticket: TicketPageView }) {
  const words = ticketWords(translation().locale).ticket
  const { directions, mapUrl } = ride.from
  if (!directions && !mapUrl) return null
  return (
    <p className="pass-pin">
      <Icon name="pin" />
      <span>
        <strong>{words.pickUp}</strong>
        {directions}{' '}
        {mapUrl && (
          <a href={mapUrl} rel="external noreferrer">
            {words.map}
          </a>
        )}
      </span>
    </p>
  )
}

function Holder({ ticket }: { ticket: TicketPageView }) {
  const words = ticketWords(translation().locale).ticket
  const { groupLeader, passengers, wheelchair, reference, number } = ticket
  return (
    <dl className="pass-holder">
      <div>
        <dt>{words.groupLeader}</dt>
        <dd className="pass-name">{groupLeader || '–'}</dd>
      </div>
      <div>
        <dt>{words.passengers}</dt>
        {passengers.map((line) => (
          <dd key={line}>{line}</dd>
        ))}
      </div>
      {wheelchair && (
        <div>
          <dt>{wheelchair.places}</dt>
          <dd>
            {words.wheelchairNumber} <span className="figures">{wheelchair.number}</span>
          </dd>
        </div>
      )}
      <div>
        <dt>{words.reference}</dt>
        <dd className="reference">{reference}</dd>
      </div>
      <div>
        <dt>{words.number}</dt>
        <dd className="figures">{number}</dd>
      </div>
    </dl>
  )
}
