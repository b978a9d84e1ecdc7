import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'

import type { CallRow, IncidentView } from './view.ts'

/** The passengers to be called, those with a number first; each belongs to one caller for a while. */
export function Calls({ incident: { calls, toCall } }: { incident: IncidentView }) {
  const words = translation().messages.office.incidents
  return (
    <section id="calls" className="stack" aria-labelledby="calls-title">
      <h2 id="calls-title">{words.calls.title(toCall)}</h2>
      <p className="soft small">{words.calls.story}</p>
      {calls.map((call) => (
        <Call key={call.bookingId} call={call} />
      ))}
    </section>
  )
}

function Call({ call }: { call: CallRow }) {
  const may = useMay()
  const { incidents: words } = translation().messages.office
  const { bookingId, reference, name, people, leaves, hasPhone, language, lastCall } = call
  const { takenBy, mine } = call
  const take = hasPhone ? words.calls.take : words.calls.takeWithout
  const facts = [
    {
      name: words.booking,
      value: <PageLink to={paths.officeBooking(reference)}>{reference}</PageLink>,
    },
    { name: words.people, value: people },
    { name: words.leaves, value: leaves },
    { name: words.calls.phone, value: hasPhone ? words.calls.known : words.noPhone },
    { name: words.calls.language, value: language },
    ...(lastCall ? [{ name: words.calls.last, value: lastCall }] : []),
  ]
  const heading = `call-${bookingId}`
  return (
    <article id={bookingId} className="card stack" aria-labelledby={heading}>
      <h3 id={heading}>{name}</h3>
      <Facts facts={facts} />
      {mine && <Mine bookingId={bookingId} mine={mine} />}
      {takenBy && <p>{words.calls.takenBy(takenBy)}</p>}
      {!mine && !takenBy && may('incidents.call') && (
        <ActForm intent="take">
          <input type="hidden" name="booking" value={bookingId} />
          <Button aria-label={`${take}: ${name}`}>{take}</Button>
        </ActForm>
      )}
    </article>
  )
}

type MineProps = { bookingId: string; mine: NonNullable<CallRow['mine']> }

function Mine({ bookingId, mine: { phone, offer, outcomes } }: MineProps) {
  const { incidents: words } = translation().messages.office
  return (
    <>
      <Facts
        facts={[
          { name: words.calls.number, value: <Telephone number={phone} /> },
          { name: words.calls.offer, value: offer ?? words.calls.noOffer },
        ]}
      />
      <ActForm intent="called" className="row">
        <input type="hidden" name="booking" value={bookingId} />
        {outcomes.map((outcome) => (
          <Button key={outcome} name="outcome" value={outcome}>
            {words.outcomes[outcome]}
          </Button>
        ))}
      </ActForm>
    </>
  )
}

/** One tap calls it from a phone; in place of a number there may be a sentence. */
function Telephone({ number }: { number: string }) {
  if (!number.startsWith('+')) return number
  return <a href={`tel:${number.replaceAll(' ', '')}`}>{number}</a>
}
