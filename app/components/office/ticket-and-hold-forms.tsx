import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { STAFF_HOLD_MINUTES } from '#modules/rules/rules.ts'

import { ActForm } from './act-form.tsx'

/* Two acts of the page of a booking; its action carries them out with `bookingActs`. */

type ReissueProps = {
  seen: number
  bookingId: string
  /** "7KQ2M9XA-1" */
  ticketNumber: string
}

/** Replaces a ticket that was lost, or whose link a stranger has. */
export function ReissueForm({ seen, bookingId, ticketNumber }: ReissueProps) {
  const { reissue } = translation().messages.office.changes
  return (
    <ActForm intent="reissue" seen={seen} className="stack">
      <input type="hidden" name="booking" value={bookingId} />
      <p className="soft">{reissue.intro}</p>
      <Button>{reissue.submit(ticketNumber)}</Button>
    </ActForm>
  )
}

/** Holds the seats of an unpaid booking for another hour. */
export function ExtendForm({ seen }: { seen: number }) {
  const { extend } = translation().messages.office.changes
  return (
    <ActForm intent="extend" seen={seen} className="stack">
      <p className="soft">{extend.intro(STAFF_HOLD_MINUTES)}</p>
      <Button>{extend.submit(STAFF_HOLD_MINUTES)}</Button>
    </ActForm>
  )
}
