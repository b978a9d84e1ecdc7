import { translation } from '#app/i18n/translation.ts'
import type { NotAvailable } from '#modules/fleet/assign-vehicle.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { exactClock } from '#platform/format/moments.ts'

import { shortMoment } from './short-moment.server.ts'

const REASONS = [
  'no-such-vehicle',
  'vehicle-sold',
  'vehicle-in-workshop',
  'vehicle-busy',
  'has-relief',
]

/** Whether a refusal says why a vehicle cannot run a departure. */
export function isAboutVehicle(refusal: { reason: string }): refusal is NotAvailable {
  return REASONS.includes(refusal.reason)
}

/** Why a vehicle cannot run a departure, as a sentence. */
export async function explainNotAvailable(refusal: NotAvailable): Promise<string> {
  const { locale, messages } = translation()
  const { refusals } = messages.office.departure
  if (refusal.reason === 'vehicle-in-workshop') {
    return refusals[refusal.reason]({ until: shortMoment(refusal.until) })
  }
  if (refusal.reason !== 'vehicle-busy') return refusals[refusal.reason]({})
  const { plate, run } = refusal
  const stops = await getStops(locale, [run.firstStopId, run.lastStopId])
  const nameOf = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  return refusals['vehicle-busy']({
    plate,
    time: exactClock(run.from),
    from: nameOf(run.firstStopId),
    to: nameOf(run.lastStopId),
    until: exactClock(run.until),
  })
}
