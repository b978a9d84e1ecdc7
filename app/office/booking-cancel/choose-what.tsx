import { rideName } from '#app/components/journey/giving-up.ts'
import { WhoLeaves } from '#app/components/journey/who-leaves.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'

import type { JourneyView } from './view.ts'

/** For each journey: keep it, cancel it, or cancel some of its passengers. */
export function ChooseWhat({ journeys }: { journeys: readonly JourneyView[] }) {
  const { cancel } = translation().messages.office.changes
  return (
    <section className="stack" aria-labelledby="what">
      <h2 id="what">{cancel.choose}</h2>
      <form method="get" className="stack stack-large">
        {journeys.map((journey) => (
          <Journey key={journey.bookingId} journey={journey} />
        ))}
        <p>
          <Button>{cancel.show}</Button>
        </p>
      </form>
    </section>
  )
}

function Journey({ journey }: { journey: JourneyView }) {
  const { cancel } = translation().messages.office.changes
  const { bookingId, title, when, party, rule, chosen, counts, wheelchair } = journey
  const name = rideName(bookingId)
  return (
    <fieldset className="stack">
      <legend>
        <strong>{title}</strong>, {when}
      </legend>
      <p className="soft">{rule}</p>
      <div>
        <Choice type="radio" name={name} value="none" defaultChecked={chosen === 'none'}>
          {cancel.keep}
        </Choice>
        <Choice type="radio" name={name} value="all" defaultChecked={chosen === 'all'}>
          {cancel.all(party)}
        </Choice>
        {counts.length > 0 && (
          <Choice type="radio" name={name} value="some" defaultChecked={chosen === 'some'}>
            {cancel.some}
          </Choice>
        )}
      </div>
      {counts.length > 0 && (
        <div className="who-leaves">
          <WhoLeaves counts={counts} wheelchair={wheelchair} />
        </div>
      )}
    </fieldset>
  )
}
