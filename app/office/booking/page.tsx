import { StatusBadge } from '#app/components/status-badge.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, officeAction, refused } from '#app/office/act.server.ts'
import { bookingActs } from '#app/office/booking-acts.server.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Badge } from '#app/ui/notice.tsx'
import { Timeline } from '#app/ui/timeline.tsx'
import { resendConfirmation } from '#modules/notifications/resend-confirmation.server.ts'
import { writeNote } from '#modules/orders/order/notes.server.ts'
import { findOrderOf, findStaffBooking } from '#modules/support/find-booking.server.ts'
import { recordPhoneSeen } from '#modules/support/see-phone.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/page'
import { BookingActs } from './booking-acts.tsx'
import { BookingContact, BookingNotes } from './booking-contact.tsx'
import { Documents, Enquiries, Journeys, Mails, Money } from './booking-parts.tsx'
import styles from './booking.css?inline'
import { showBooking } from './view.server.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = ({ params }: Route.MetaArgs) => [
  { title: tabTitle(translation().messages.office.booking.ofReference(params.reference ?? '')) },
]

export async function loader({ params, context }: Route.LoaderArgs) {
  const moment = now()
  const { locale } = translation()
  const booking = found(await findStaffBooking(params.reference ?? '', locale, moment))
  return showBooking({ booking, staffId: staffOf(context).staffId, now: moment })
}

export const action = officeAction('/office/bookings/:reference', {
  async resend({ form, by, params, now: moment }) {
    const { manageId, reference } = await getOrder(params.reference)
    const outcome = await resendConfirmation({ manageId, by, now: moment })
    if (!outcome.ok) return refused([{ fieldId: 'resend', sentence: sentenceOf(outcome) }], form)
    return done(paths.officeBooking(reference))
  },
  async note({ form, by, params, now: moment }) {
    const { orderId, reference } = await getOrder(params.reference)
    const outcome = await writeNote({ orderId, text: textIn(form, 'note'), by, now: moment })
    if (outcome.ok) return done(paths.officeBooking(reference))
    const { notes } = translation().messages.office.booking
    const sentence = outcome.reason === 'note-missing' ? notes.missing : notes.tooLong(outcome.most)
    return refused([{ fieldId: 'note', sentence }], form)
  },
  async 'see-phone'({ by, params, now: moment }) {
    const { orderId, reference } = await getOrder(params.reference)
    await recordPhoneSeen({ orderId, by, now: moment })
    return done(paths.officeBooking(reference))
  },
  ...bookingActs,
})

async function getOrder(reference = '') {
  return found(await findOrderOf(reference))
}

function sentenceOf({ reason }: { reason: 'no-such-booking' | 'no-ticket-left' }): string {
  return translation().messages.office.booking.refusals[reason]
}

export default function BookingPage({ loaderData: booking, actionData }: Route.ComponentProps) {
  const { messages } = translation()
  const sentences = messages.office.booking
  const { reference, status, since, heldUntil, timeline } = booking
  const problems = actionData?.problems ?? []
  return (
    <div className="stack stack-large">
      <div className="stack">
        <h1>{sentences.ofReference(reference)}</h1>
        <p>
          {status ? <StatusBadge status={status} /> : <Badge>{sentences.cart}</Badge>}{' '}
          <span className="soft">{since}</span> {heldUntil}
        </p>
      </div>
      <ErrorSummary title={messages.common.errorSummary} problems={problems} />
      <div className="office-three">
        <div className="stack stack-large">
          <BookingContact booking={booking} />
          <BookingNotes booking={booking} answer={actionData} />
        </div>
        <div className="stack stack-large">
          <Journeys booking={booking} />
          <Money booking={booking} />
          <Documents booking={booking} />
          <Mails booking={booking} />
          <Enquiries booking={booking} />
          <section className="stack" aria-labelledby="timeline">
            <h2 id="timeline">{sentences.timeline.title}</h2>
            <Timeline
              label={sentences.timeline.title}
              events={timeline.map(({ isLost, ...event }) => ({
                ...event,
                ...(isLost && { tone: 'warning' as const }),
              }))}
            />
          </section>
        </div>
        <BookingActs booking={booking} />
      </div>
    </div>
  )
}
