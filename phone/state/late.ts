import { here } from './here.ts'
import type { PhoneState } from './state.ts'

/** The minutes by which the bus at the door is late, with what was pressed and has not been sent. */
export function findPresent(state: PhoneState): number {
  const place = here(state)
  if (!place) return 0
  const { bus, position } = place
  const pressed = state.forms.findLast(({ fields }) => {
    const { intent, departure } = fields
    return (
      intent === 'late' && departure === bus.departureId && fields.position === String(position)
    )
  })
  return pressed ? Number(pressed.fields.minutes) : (bus.calls[position]?.delay ?? 0)
}
