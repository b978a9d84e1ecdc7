import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { ConcernedFacts } from '#app/components/office/concerned-facts.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { ToldReasonFields } from '#app/components/office/told-reason-fields.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Notice } from '#app/ui/notice.tsx'
import { formatEuros } from '#platform/money.ts'

import type { IncidentView } from './view.ts'

type AskingProps = { incident: IncidentView; refused: Refused | undefined }

/**
 * The legs on which a bus is too full; before anybody is told, also who will be told and the most
 * that it costs.
 */
export function Asking({ incident: { tooMany, asking }, refused }: AskingProps) {
  const { ask } = translation().messages.office.incidents
  if (tooMany.length === 0) return null
  return (
    <>
      <Notice tone="warning" title={ask.tooMany}>
        <ul>
          {tooMany.map((leg) => (
            <li key={leg}>{leg}</li>
          ))}
        </ul>
        <p>{asking ? ask.waits : ask.asked}</p>
      </Notice>
      {asking && <Ask asking={asking} refused={refused} />}
    </>
  )
}

type AskProps = Omit<AskingProps, 'incident'> & { asking: NonNullable<IncidentView['asking']> }

function Ask({ asking, refused }: AskProps) {
  const may = useMay()
  const { locale, messages } = translation()
  const { ask } = messages.office.incidents
  const { bookings, paid } = asking
  const sum = formatEuros(paid, locale)
  return (
    <section id="ask" className="card stack" aria-labelledby="ask-title">
      <h2 id="ask-title">{ask.title}</h2>
      <ConcernedFacts concerned={asking} />
      <p>{bookings === 0 ? ask.nobody : ask.story}</p>
      {bookings > 0 && may('incidents.ask') && (
        <ActForm intent="ask" confirm="L2" className="stack">
          <input type="hidden" name="bookings" value={bookings} />
          <input type="hidden" name="paid" value={paid} />
          <ToldReasonFields kind="smaller-bus" refused={refused} />
          <ActButton kind="action">{ask.send(bookings, sum)}</ActButton>
        </ActForm>
      )}
    </section>
  )
}
