import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import * as paths from '#paths'

import type { Route } from './+types/one'
import * as acts from './actions.server.ts'
import { Acts } from './enquiry-acts.tsx'
import styles from './enquiry.css?inline'
import { LinkedBooking } from './linked-booking.tsx'
import { showEnquiry, type EnquiryView, type Message } from './view.server.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { title } = translation().messages.office.inbox
  return [{ title: tabTitle([title, loaderData?.reference].filter(Boolean).join(' ')) }]
}

export async function loader({ params }: Route.LoaderArgs) {
  return found(await showEnquiry(params.reference))
}

export const action = officeAction('/office/enquiries/:reference', {
  assign: acts.assign,
  note: acts.note,
  answer: acts.answer,
  close: acts.close,
  reopen: acts.reopen,
  link: acts.link,
  unlink: acts.unlink,
})

/** Letters of an answer that fits into half of a phone. */
const SHORT = 18

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { common, office } = translation().messages
  const { inbox } = office
  const answer = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <div className="stack enquiry">
      <Head {...loaderData} />
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      <section className="card stack" aria-label={inbox.written}>
        <dl className="facts">
          {loaderData.fields.map(({ label, value }) => (
            <div key={label} className={value.length > SHORT ? 'is-long' : undefined}>
              <dt>{label}</dt>
              <dd className="said">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <ol className="thread" aria-label={inbox.thread}>
        {loaderData.messages.map((message, place) => (
          <Said key={`${place} ${message.at}`} {...message} />
        ))}
      </ol>
      <Acts enquiry={loaderData} refused={answer} />
      <LinkedBooking enquiry={loaderData} refused={answer} />
      <About {...loaderData} />
    </div>
  )
}

function Head({ reference, about, state, writer, email, ...enquiry }: EnquiryView) {
  const { inbox } = translation().messages.office
  const { received, assigned, due, language, isSuspected } = enquiry
  return (
    <header className="stack">
      <h1>
        {about} <span className="reference">{reference}</span>
      </h1>
      <p>
        <strong>{inbox.states[state]}</strong> ·{' '}
        {assigned ? inbox.assignedTo(assigned) : inbox.nobody} · {inbox.received(received)}
      </p>
      <p>
        {writer} · <a href={`mailto:${email}`}>{email}</a> · {inbox.reads(language.name)}
      </p>
      {due && (
        <p>
          {due.next ? <strong>{inbox.dueOn(due.next)}</strong> : inbox.notDue}{' '}
          <span className="soft">{inbox.legalDates(due.first, due.final)}</span>
        </p>
      )}
      {isSuspected && <p className="soft">{inbox.suspected}</p>}
    </header>
  )
}

function Said({ kind, author, at, text }: Message) {
  const { inbox } = translation().messages.office
  return (
    <li className="card stack" data-kind={kind}>
      <p className="soft">
        <strong>{inbox.messages[kind]}</strong> · {author} · {at}
      </p>
      <p className="said">{text}</p>
    </li>
  )
}

/** Other facts about the writer. */
function About({ bookings, earlier }: EnquiryView) {
  const { inbox } = translation().messages.office
  return (
    <>
      <section className="stack">
        <h2>{inbox.bookings}</h2>
        {bookings.length === 0 && <p className="soft">{inbox.noBookings}</p>}
        <ul>
          {bookings.map(({ reference, departs }) => (
            <li key={reference}>
              <PageLink to={paths.officeBooking(reference)}>{reference}</PageLink> {departs}
            </li>
          ))}
        </ul>
      </section>
      {earlier.length > 0 && (
        <section className="stack">
          <h2>{inbox.earlier}</h2>
          <ul>
            {earlier.map(({ reference, about, state, received }) => (
              <li key={reference}>
                <PageLink to={paths.officeEnquiry(reference)}>{reference}</PageLink> {about},{' '}
                {received}, {inbox.states[state]}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
