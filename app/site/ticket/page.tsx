import { data, redirect, useLocation } from 'react-router'

import { PageLink } from '#app/components/page-link.tsx'
import { explainMiss, showTicket } from '#app/components/ticket/view.server.ts'
import { notFound } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { readHolder } from '#app/http/holder-cookie.server.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { endingWords } from '#app/i18n/ending.ts'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { findSignedIn } from '#modules/accounts/sessions.server.ts'
import { findNoticesOfStops } from '#modules/notices/shown-notices.server.ts'
import { isTimeToMiss } from '#modules/orders/policy/missed-bus.ts'
import { isVoidTicket, openTicket } from '#modules/orders/reads/find-tickets.server.ts'
import { quoteNextBus, takeNextBus } from '#modules/orders/self-service/missed.server.ts'
import type { TicketView } from '#modules/tickets/ticket.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { noteLink } from '#platform/limits/traces.server.ts'
import { localePath } from '#platform/locale.ts'
import { readVisitorKey } from '#platform/requests/session.server.ts'

import type { Route } from './+types/page'
import { BoardingPass } from './boarding-pass.tsx'
import { NextBus } from './next-bus.tsx'
import { TicketWays } from './ticket-ways.tsx'
import styles from './ticket.css?inline'

export const handle = { personal: true, styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { ticket: words } = translation().messages
  const ticket = loaderData?.ticket
  const title = ticket ? words.title(ticket.ride.title) : words.void.title
  return [{ title: tabTitle(title) }]
}

/** Each tap counts the seats of one or two buses; travellers need few. */
const NEXT_BUS = { name: 'next-bus', tries: 20, seconds: 600 }

/**
 * A visitor with the address has the ticket, as with one on paper; any other id is a 404. A
 * replaced or cancelled ticket says so, and shows nothing more.
 */
export async function loader({ params, request }: Route.LoaderArgs) {
  const moment = now()
  const account = await findSignedIn(request, moment)
  const holder = {
    visitor: readVisitorKey(request),
    accountId: account?.accountId,
    manageId: readHolder(request),
  }
  const { locale } = translation()
  const opened = await openTicket(params.id, { holder, locale, now: moment })
  if (opened) {
    const { ticket, kept } = opened
    const isTime = isTimeToMiss(ticket.departsAt, moment)
    const nextBus = isTime ? await quoteNextBus(params.id, moment) : undefined
    const notices = await listNotices(ticket, moment)
    return { ticket: showTicket(ticket, { nextBus, notices, kept, now: moment }) }
  }
  if (await isVoidTicket(params.id)) return data({ ticket: null }, 410)
  await noteLink('ticket')
  throw notFound()
}

function listNotices({ from, to, locale, departsAt }: TicketView, moment: Temporal.Instant) {
  const stopIds = [from.stopId, to.stopId]
  return findNoticesOfStops({ locale, stopIds, departsAt, now: moment })
}

/** Takes the later bus that is shown. Its ticket has an address of its own. */
export async function action({ request, params }: Route.ActionArgs) {
  const sent = await readForm(request, NEXT_BUS)
  if (!sent.ok) return data({ problem: sent.problems[0]?.sentence ?? '' }, 422)
  const shownDepartureId = textIn(sent.form, 'departure')
  const outcome = await takeNextBus(params.id, { shownDepartureId, now: now() })
  const { locale } = translation()
  if (outcome.ok) throw redirect(localePath(locale, paths.ticket(outcome.ticketId, 'later')), 303)
  if (outcome.reason === 'no-such-booking') throw notFound()
  return data({ problem: explainMiss(outcome) }, 422)
}

export default function Ticket({ loaderData, actionData }: Route.ComponentProps) {
  const { ticket } = loaderData
  const words = translation().messages.ticket
  const isLater = new URLSearchParams(useLocation().search).has('later')
  if (!ticket) return <VoidTicket />
  // Until the bus has left, its own ticket comes first: a traveller who is on time must not give it
  // away by a tap. It also does once they have boarded with it.
  const isOffered = ticket.nextBus?.hasLeft && !('refusal' in ticket.nextBus)
  const isMissed = isOffered || actionData !== undefined
  const nextBus = ticket.nextBus && (
    <NextBus nextBus={ticket.nextBus} {...(actionData && { problem: actionData.problem })} />
  )
  return (
    <div
      className="wrap ticket-page"
      data-kept={`${ticket.ride.title}, ${ticket.ride.date}, ${ticket.ride.departs}`}
    >
      <div className="saved-copy" hidden>
        <Notice tone="warning">
          <p>{words.savedAt(ticket.savedAt)}</p>
        </Notice>
      </div>
      {isLater && (
        <Notice tone="positive">
          <p>{words.nextBus.taken}</p>
        </Notice>
      )}
      {ticket.ending && (
        <Notice tone="danger" title={endingWords(ticket.ending).title}>
          <p>
            {words.notRunning.advice}{' '}
            <PageLink to={paths.bookings()}>{words.void.toBookings}</PageLink>
          </p>
        </Notice>
      )}
      {ticket.retimedFrom && !ticket.ending && (
        <Notice tone="warning" title={words.retimed.title}>
          <p>{words.retimed.story(ticket.retimedFrom, ticket.ride.departs)}</p>
        </Notice>
      )}
      {ticket.stopNews && !ticket.ending && (
        <Notice tone="warning">
          <p>
            <strong>{ticket.stopNews}</strong>
          </p>
        </Notice>
      )}
      {ticket.late && !ticket.ending && (
        <Notice tone="warning">
          <p>
            <strong>{ticket.late}</strong>
          </p>
        </Notice>
      )}
      {ticket.notices.map(({ tone, text, stop }) => (
        <Notice key={text} tone={tone} {...(stop && { title: stop })}>
          <p>{text}</p>
        </Notice>
      ))}
      {isMissed && nextBus}
      <BoardingPass ticket={ticket} />
      {!isMissed && nextBus}
      <TicketWays ticket={ticket} />
    </div>
  )
}

function VoidTicket() {
  const { void: words } = translation().messages.ticket
  return (
    <div className="wrap section stack">
      <h1>{words.title}</h1>
      <p>{words.advice}</p>
      <p className="row">
        <PageLink className={buttonClass('action')} to={paths.bookings()}>
          {words.toBookings}
        </PageLink>
      </p>
    </div>
  )
}
