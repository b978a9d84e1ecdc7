import { found } from '#app/http/found.ts'
import { answerPdf } from '#app/http/pdf-response.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { renderTicketPdf } from '#modules/documents/render-pdf.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { findOrderOf } from '#modules/support/find-booking.server.ts'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/ticket.pdf'
import { numberOf } from './number-of.ts'

/** A valid ticket of a booking, by its number, to print for the traveller at the counter. */
export async function loader({ params, request }: Route.LoaderArgs) {
  const { orderId } = found(await findOrderOf(params.reference))
  const tickets = await listTickets(orderId, translation().locale, now())
  const wanted = numberOf(params.file)
  const ticket = found(tickets.find(({ number }) => number === wanted))
  return answerPdf(request, ticket.ticketId, `halcyon-${wanted}.pdf`, () =>
    renderTicketPdf([ticket]),
  )
}
