import type { Bay } from '#modules/dispatch/bays.server.ts'
import type { Today } from '#modules/dispatch/today.server.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import type { TicketStop } from '#modules/tickets/ticket.ts'
import { placeOnMap } from '#modules/timetable/map-address.ts'
import type { StopName } from '#modules/timetable/stop-names.server.ts'
import type { Locale } from '#platform/locale.ts'

type Ride = {
  booking: {
    departureId: string
    fromStopId: string
    toStopId: string
    fromPosition: number
    toPosition: number
  }
  locale: Locale
  nameOf: (stopId: string) => StopName
  today: Pick<Today, 'bays' | 'isClosed'>
}

/**
 * The two stops of a ride as they are on its day: those of the timetable, unless the bus stops elsewhere
 * or not at all.
 */
export function stopsToday({ booking, locale, nameOf, today }: Ride): {
  from: TicketStop
  to: TicketStop
} {
  const { departureId, fromStopId, toStopId, fromPosition, toPosition } = booking
  return { from: stopAt(fromStopId, fromPosition), to: stopAt(toStopId, toPosition) }

  function stopAt(stopId: string, position: number): TicketStop {
    const stop = nameOf(stopId)
    if (today.isClosed(departureId, position)) {
      return { ...stop, directions: null, mapUrl: null, today: 'closed' }
    }
    const call = today.bays.find(
      (one) => one.departureId === departureId && one.position === position,
    )
    return call ? elsewhere(stop, call, locale) : stop
  }
}

function elsewhere(
  stop: StopName,
  { bay, directions, movedTo, latitude, longitude }: Bay,
  locale: Locale,
): TicketStop {
  if (movedTo) {
    const place = movedTo[locale]
    const mapUrl = placeOnMap({ latitude, longitude })
    return { ...stop, directions: place, mapUrl, today: { movedTo: place } }
  }
  const named = bay && ticketWords(locale).ticket.bay(bay)
  const where = directions?.[locale] ?? stop.directions
  return { ...stop, directions: [named, where].filter(Boolean).join('. ') }
}
