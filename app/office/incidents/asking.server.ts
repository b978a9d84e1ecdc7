import { translation } from '#app/i18n/translation.ts'
import { findDeparture } from '#modules/dispatch/departure.server.ts'
import { listTooMany, quoteAsking } from '#modules/incidents/choices/too-full.server.ts'
import type { Incident } from '#modules/incidents/reads/find-incident.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'

import type { IncidentView } from './view.ts'

/**
 * The legs on which too many travel, for as long as that lasts; before passengers are asked, also
 * who they are.
 */
export async function showTooFull({
  kind,
  isOpen,
  waits,
  departureIds,
}: Incident): Promise<Pick<IncidentView, 'tooMany' | 'asking'>> {
  const [departureId] = departureIds
  const departure =
    kind === 'smaller-bus' && isOpen && departureId ? await findDeparture(departureId) : undefined
  if (!departure) return { tooMany: [], asking: null }
  const { locale, messages } = translation()
  const stops = await getStops(locale)
  const nameAt = (position: number) => {
    const stopId = departure.calls.find((call) => call.position === position)?.stopId ?? ''
    return stops.get(stopId)?.shortName ?? stopId
  }
  const tooMany = (await listTooMany(departure.departureId)).map(
    ({ leg, seats, wheelchairPlaces }) =>
      messages.office.incidents.ask.leg(
        messages.office.departures.way(nameAt(leg), nameAt(leg + 1)),
        { seats, wheelchairPlaces },
      ),
  )
  return { tooMany, asking: waits ? await quoteAsking(departure.departureId) : null }
}
