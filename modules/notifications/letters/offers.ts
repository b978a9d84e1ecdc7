import { delayText } from '#modules/documents/delay-text.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import type { ChoiceMailData } from '#modules/notifications/letter-data.ts'
import { exactClock, momentInSentence } from '#platform/format/moments.ts'
import type { Locale } from '#platform/locale.ts'

type Offer = ChoiceMailData['offers'][number]

/** Each ride that a passenger may choose, with the delay that was reported of it. */
export function nameOffers(offers: readonly Offer[], locale: Locale): string[] {
  return offers.map((offer) => {
    const delay = delayText({ ...offer, locale })
    const name = nameOffer(offer, locale)
    return delay ? `${name}. ${delay}` : name
  })
}

/** A ride on another bus, or from or to another stop of the same one, by the timetable. */
export function nameOffer({ departsAt, arrivesAt, stop }: Offer, locale: Locale): string {
  const words = ticketWords(locale).letters.offers
  if (!stop) return words.bus(momentInSentence(departsAt, locale), exactClock(arrivesAt))
  const time = exactClock(stop.isBoarding ? departsAt : arrivesAt)
  return stop.isBoarding ? words.boardAt(stop.name, time) : words.getOffAt(stop.name, time)
}
