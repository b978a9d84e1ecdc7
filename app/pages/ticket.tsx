import { data } from 'react-router'

import { BoardingPass } from '#app/components/ticket/boarding-pass.tsx'
import { TicketWays } from '#app/components/ticket/ticket-ways.tsx'
import type { Handle } from '#app/handle.ts'
import { translation } from '#app/i18n/translation.ts'
import { findTicket } from '#modules/orders/find-tickets.server.ts'
import { operator } from '#operator'

import type { Route } from './+types/ticket'
import { showTicket } from './ticket-view.server.ts'
import styles from './ticket.css?inline'

export const handle = { personal: true, styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const title = loaderData ? translation().messages.ticket.title(loaderData.ride.title) : ''
  return [{ title: `${title} · ${operator.shortName}` }]
}

/** Whoever has the address has the ticket, as with one on paper; any other id is not found. */
export async function loader({ params }: Route.LoaderArgs) {
  const ticket = await findTicket(params.id, translation().locale)
  if (!ticket) throw data(null, 404)
  return showTicket(ticket)
}

export default function Ticket({ loaderData: ticket }: Route.ComponentProps) {
  return (
    <div className="wrap ticket-page">
      <BoardingPass ticket={ticket} />
      <TicketWays ticket={ticket} />
    </div>
  )
}
