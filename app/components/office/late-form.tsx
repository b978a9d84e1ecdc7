import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import { ActForm } from './act-form.tsx'

/** The delays that are reported with one press, in minutes. */
const USUAL_MINUTES = [10, 20, 30]

type LateProps = {
  departureId: string
  /** The time and the route, where a page has these buttons for several departures. */
  departure?: string
  /** The stop from which on the bus is late; by default the first. */
  fromPosition?: number
  /** The number of audit entries of the departure (countEntries). */
  seen: number
  /** Fields above the buttons. */
  children?: React.ReactNode
  /** Called with the minutes that were reported, on a page that stays: see ActForm. */
  onReported?: (minutes: number) => void
}

/** +10, +20 and +30 minutes, one press each, sent to the page of the departure. */
export function LateForm(props: LateProps) {
  const { departureId, departure, fromPosition = 0, seen, onReported, children } = props
  const { locale, messages } = translation()
  const words = messages.office.departure.late
  const action = localePath(locale, paths.officeDeparture(departureId))
  const label = departure === undefined ? words.quick : `${words.quick}: ${departure}`
  return (
    <ActForm
      intent="late"
      seen={seen}
      action={action}
      className="stack"
      aria-label={label}
      {...(onReported && { onDone: (minutes: string) => onReported(Number(minutes)) })}
    >
      <input type="hidden" name="from" value={fromPosition} />
      {children}
      <div className="row">
        {USUAL_MINUTES.map((minutes) => (
          <Button key={minutes} name="minutes" value={minutes}>
            {words.plus(minutes)}
          </Button>
        ))}
      </div>
    </ActForm>
  )
}
