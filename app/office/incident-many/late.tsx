import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { ReasonField } from '#app/components/office/reason-field.tsx'
import { ToldReasonFields } from '#app/components/office/told-reason-fields.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { CHOICE_FROM_MINUTES } from '#modules/rules/rules.ts'

import type { Check } from './view.ts'

type LateProps = { check: Check; minutes: number; refused: Refused | undefined }

/** Reports the delay of the departures that the page shows, and says before what those will be told. */
export function Late({ check: { counts, lastReport }, minutes, refused }: LateProps) {
  const words = translation().messages.office.incidentMany
  const { departures, bookings, passengers } = counts
  return (
    <>
      <p>{words.late.story(minutes)}</p>
      <ActForm intent="late-many" confirm="L1" className="stack">
        <input type="hidden" name="departures" value={departures} />
        <input type="hidden" name="bookings" value={bookings} />
        <input type="hidden" name="passengers" value={passengers} />
        <input type="hidden" name="last-report" value={lastReport} />
        <ReasonField words={words} refused={refused} />
        {minutes >= CHOICE_FROM_MINUTES && <ToldReasonFields kind="late" refused={refused} />}
        <ActButton kind="action">{words.late.send(minutes, departures, passengers)}</ActButton>
      </ActForm>
    </>
  )
}
