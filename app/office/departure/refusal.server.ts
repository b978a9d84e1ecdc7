import { nameActors } from '#app/components/office/actor-names.server.ts'
import { timeInSentence } from '#app/components/office/short-moment.server.ts'
import { explainNotAvailable } from '#app/components/office/vehicle-refusal.server.ts'
import type { DepartureRefusal } from '#app/i18n/departure-refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { refused } from '#app/office/act.server.ts'
import { findDeparture } from '#modules/dispatch/departure.server.ts'
import type { NotAvailable } from '#modules/fleet/assign-vehicle.server.ts'
import type { Run } from '#modules/fleet/find-vehicles.server.ts'
import type { OverFull, Places } from '#modules/seats/seats.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import type { Entry } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { exactClock } from '#platform/format/moments.ts'

import { nameOfAction } from './history.server.ts'

type Refusal = {
  reason: DepartureRefusal
  entries?: readonly Entry[]
  leftAt?: Temporal.Instant
  minutes?: number
  most?: number
  seatsLeft?: number
  overFull?: OverFull
  until?: Temporal.Instant
  plate?: string
  run?: Run
  places?: Places
}

/** The page again, with the sentence of a refusal at the field that it is about. */
export async function refuse(
  refusal: Refusal,
  { form, fieldId, departureId }: { form: FormData; fieldId: string; departureId: string },
) {
  return refused([{ fieldId, sentence: await explainRefusal(refusal, departureId) }], form)
}

async function explainRefusal(refusal: Refusal, departureId: string): Promise<string> {
  const { refusals } = translation().messages.office.departure
  const { reason, minutes = 0, most = 0, leftAt, until } = refusal
  if (reason === 'changed-meanwhile') return sayWhoChanged(refusal.entries ?? [])
  if (reason === 'over-full') return sayWhere(refusal.overFull, departureId)
  if (reason === 'has-left') {
    return refusals[reason]({ when: leftAt ? timeInSentence(leftAt, now()) : null })
  }
  if (reason === 'reported-already') return refusals[reason]({ minutes })
  if (reason === 'left-too-long-ago') {
    return refusals[reason]({ minutes, until: until ? exactClock(until) : '' })
  }
  if (reason === 'message-too-long') return refusals[reason]({ most })
  if (reason === 'not-so-many-free') {
    return refusals[reason]({ seatsLeft: refusal.seatsLeft ?? 0 })
  }
  if (reason === 'vehicle-busy' || reason === 'vehicle-in-workshop') {
    return explainNotAvailable(refusal as NotAvailable)
  }
  if (reason === 'beyond-vehicle') {
    const { plate = '', places } = refusal
    const { seats = 0, wheelchairPlaces = 0 } = places ?? {}
    return refusals[reason]({ plate, seats, wheelchairs: wheelchairPlaces })
  }
  return refusals[reason]({})
}

/** Names the last change, by whom and when. */
async function sayWhoChanged(entries: readonly Entry[]): Promise<string> {
  const { refusals } = translation().messages.office.departure
  const last = entries.at(-1)
  if (!last) return ''
  const nameOf = await nameActors(entries.map(({ actor }) => actor))
  return refusals['changed-meanwhile']({
    by: nameOf(last.actor),
    what: nameOfAction(last),
    when: timeInSentence(last.enteredAt, now()),
  })
}

/** Names the leg with more on board than are wanted. */
async function sayWhere(overFull: OverFull | undefined, departureId: string): Promise<string> {
  const { locale, messages } = translation()
  const departure = await findDeparture(departureId)
  const stops = await getStops(locale)
  const nameAt = (position: number) => {
    const stopId = departure?.calls.find((call) => call.position === position)?.stopId ?? ''
    return stops.get(stopId)?.shortName ?? stopId
  }
  const { leg = 0, seats: taken = 0 } = overFull ?? {}
  const seats = departure?.wantedSeats ?? departure?.seats ?? 0
  const about = { taken, seats, from: nameAt(leg), to: nameAt(leg + 1) }
  return messages.office.departure.refusals['over-full'](about)
}
