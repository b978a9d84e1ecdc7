import { found } from '#app/http/found.ts'
import { answerPdf } from '#app/http/pdf-response.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { renderTicketPdf } from '#modules/documents/render-pdf.server.ts'
import { findTicket } from '#modules/orders/reads/find-tickets.server.ts'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/pdf'

/** The ticket as a PDF, in the language of the path. */
export async function loader({ params, request }: Route.LoaderArgs) {
  const ticket = found(await findTicket(params.id, translation().locale, now()))
  return answerPdf(request, params.id, `halcyon-${ticket.number}.pdf`, () =>
    renderTicketPdf([ticket]),
  )
}
