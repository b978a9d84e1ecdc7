import { KeepTickets } from '#app/components/keep-tickets.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import type { TicketPageView } from '#app/components/ticket/view.ts'
import { translation } from '#app/i18n/translation.ts'
import printScript from '#app/live/print.ts?worker&url'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import * as paths from '#paths'

/** The ticket in its other formats. */
export function TicketWays({ ticket: { ticketId, kept } }: { ticket: TicketPageView }) {
  const { ticket } = translation().messages
  return (
    <div className="stack ticket-forms not-printed">
      <p className="row">
        <PageLink className={buttonClass('action')} to={paths.ticketPdf(ticketId)}>
          <Icon name="download" />
          {ticket.pdf}
        </PageLink>
        <PageLink className={buttonClass()} to={paths.ticketCalendar(ticketId)}>
          <Icon name="calendar" />
          {ticket.calendar}
        </PageLink>
        <Button type="button" id="print" hidden>
          <Icon name="print" />
          {ticket.print}
        </Button>
      </p>
      <p className="soft small">{ticket.offline}</p>
      <noscript>
        <p className="soft small">{ticket.printHint}</p>
      </noscript>
      <script src={printScript} type="module" />
      <KeepTickets tickets={kept} />
    </div>
  )
}
