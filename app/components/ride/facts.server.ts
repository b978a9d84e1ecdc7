import { translation } from '#app/i18n/translation.ts'
import { rideTimes } from '#modules/documents/ride-times.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import type { TicketStop } from '#modules/tickets/ticket.ts'
import { durationText } from '#platform/format/durations.ts'
import { capitalised } from '#platform/text/lines.ts'
import { inCyprus } from '#platform/time.ts'

import type { RideFacts } from './view.ts'

type Ride = {
  from: TicketStop
  to: TicketStop
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  beThereAt: Temporal.Instant
}

/** The facts of a ride as text, in the language of the page and in Cyprus time. */
export function rideFacts(ride: Ride): RideFacts {
  const { locale } = translation()
  const { from, to, departsAt, arrivesAt } = ride
  return {
    ...rideTimes({ ...ride, locale }),
    duration: durationText(departsAt.until(arrivesAt).total('minutes'), locale),
    title: capitalised(ticketWords(locale).ride(from, to), locale),
    departsAt: forMachines(departsAt),
    arrivesAt: forMachines(arrivesAt),
    from: { name: from.name, directions: from.directions, mapUrl: from.mapUrl },
    to: { name: to.name },
  }
}

function forMachines(moment: Temporal.Instant): string {
  return inCyprus(moment).toString({ smallestUnit: 'minute', timeZoneName: 'never' })
}
