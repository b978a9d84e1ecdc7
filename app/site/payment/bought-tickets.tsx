import { PageLink } from '#app/components/page-link.tsx'
import { RideStops } from '#app/components/ride/ride-stops.tsx'
import { TicketCode } from '#app/components/ticket/ticket-code.tsx'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import * as paths from '#paths'

import type { MineView } from './view.ts'

/** Each ride with the code for the driver, its ticket in every form, and the receipt. */
export function BoughtTickets({ mine }: { mine: MineView }) {
  const { cart, payment } = translation().messages
  const { confirmed } = payment
  return (
    <>
      <ol className="stack stack-large bought">
        {mine.tickets.map((ride, index) => {
          const { ticketId } = ride
          return (
            <li key={ticketId}>
              <section className="card stack" aria-labelledby={`ride-${index}`}>
                <div className="bought-ride">
                  <div className="stack">
                    <header>
                      <h2 id={`ride-${index}`}>{ride.title}</h2>
                      <p className="ride-date">{ride.date}</p>
                      {ride.night && <p className="ride-night">{ride.night}</p>}
                    </header>
                    <RideStops ride={ride} />
                    <p className="be-there">
                      <Icon name="clock" />
                      <span>
                        {cart.ride.beThere} <strong className="figures">{ride.beThere}</strong>
                      </span>
                    </p>
                  </div>
                  <TicketCode ticket={ride.code} />
                </div>
                <p className="ticket-ways">
                  <PageLink
                    className={buttonClass(index === 0 ? 'action' : 'secondary')}
                    to={paths.ticket(ticketId)}
                  >
                    <Icon name="ticket" />
                    {confirmed.ticket}
                    <span className="visually-hidden">: {ride.title}</span>
                  </PageLink>
                  <PageLink className={buttonClass()} to={paths.ticketPdf(ticketId)}>
                    <Icon name="download" />
                    {confirmed.pdf}
                    <span className="visually-hidden">: {ride.title}</span>
                  </PageLink>
                  <PageLink className={buttonClass()} to={paths.ticketCalendar(ticketId)}>
                    <Icon name="calendar" />
                    {confirmed.calendar}
                    <span className="visually-hidden">: {ride.title}</span>
                  </PageLink>
                </p>
              </section>
            </li>
          )
        })}
      </ol>
      <p className="row">
        <PageLink className={buttonClass('quiet')} to={mine.orderPath}>
          {confirmed.manage}
        </PageLink>
        {mine.receiptPath && (
          <PageLink className={buttonClass('quiet')} to={mine.receiptPath}>
            <Icon name="download" />
            {confirmed.receipt}
          </PageLink>
        )}
      </p>
    </>
  )
}
