import { data } from 'react-router'

import { translation } from '#app/i18n/translation.ts'
import { findTicket } from '#modules/orders/find-tickets.server.ts'
import { renderTicketPdf } from '#modules/tickets/render-pdf.server.ts'

import type { Route } from './+types/ticket-pdf'

/** The ticket to print or keep, in the language of the address. */
export async function loader({ params }: Route.LoaderArgs) {
  const ticket = await findTicket(params.id, translation().locale)
  if (!ticket) throw data(null, 404)
  const pdf = await renderTicketPdf([ticket])
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="halcyon-${ticket.number}.pdf"`,
      'X-Robots-Tag': 'noindex',
    },
  })
}
