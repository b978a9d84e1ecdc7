import { delayText } from '#modules/documents/delay-text.ts'
import type { ChoiceMailData } from '#modules/notifications/letter-data.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import type { TicketView } from '#modules/tickets/ticket.ts'
import { exactClock } from '#platform/format/moments.ts'

import { momentBeside } from './rides.ts'

type Offer = ChoiceMailData['offers'][number]
/** The ride that the letter is about. */
type Ride = Pick<TicketView, 'locale' | 'departsAt'>

/** Each ride that a passenger may choose, with the delay that was reported of it. */
export function nameOffers(offers: readonly Offer[], ride: Ride): string[] {
  return offers.map((offer) => {
    const delay = delayText({ ...offer, locale: ride.locale })
    const name = nameOffer(offer, ride)
    return delay ? `${name}. ${delay}` : name
  })
}

/** A ride on another bus, or from or to another stop of the same one, by the timetable. */
export function nameOffer({ departsAt, arrivesAt, stop }: Offer, ride: Ride): string {
  const words = letterWords(ride.locale).offers
  if (!stop) return words.bus(momentBeside(departsAt, ride), exactClock(arrivesAt))
  const time = exactClock(stop.isBoarding ? departsAt : arrivesAt)
  return stop.isBoarding ? words.boardAt(stop.name, time) : words.getOffAt(stop.name, time)
}
