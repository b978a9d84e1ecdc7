import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { OverruleFields } from '#app/components/office/overrule-fields.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'

import type { ChangeView, NextBusView } from './view.ts'

type MissedBusProps = { next: NextBusView; view: ChangeView; refused: Refused | undefined }

/** The next bus for a ticket whose bus was missed: by the rules, or once more against them. */
export function MissedBus({ next, view, refused }: MissedBusProps) {
  const { change } = translation().messages.office.changes
  const { when, departureId, refusal } = next
  return (
    <section className="card stack" aria-labelledby="missed">
      <h2 id="missed">{change.next}</h2>
      <p>
        {change.nextBus(when)} {refusal ?? change.nextFree}
      </p>
      <ActForm
        intent={refusal ? 'overrule' : 'next-bus'}
        seen={view.seen}
        className="stack"
        {...(refusal && { confirm: 'L1' as const })}
      >
        <input type="hidden" name="what" value="next-bus" />
        <input type="hidden" name="departure" value={departureId} />
        {refusal && (
          <OverruleFields
            typed={refused?.typed}
            errorOf={(id) => refused?.problems.find(({ fieldId }) => fieldId === id)?.sentence}
          />
        )}
        <ActButton>{refusal ? change.takeNextAgain : change.takeNext}</ActButton>
      </ActForm>
    </section>
  )
}
