import { translation } from '#app/i18n/translation.ts'
import { PASSENGER_CATEGORIES, type Passengers } from '#modules/fares/passengers.ts'
import { ticketWords } from '#modules/tickets/words/words.ts'

/** "2 adults, 1 child", the count never parted from its word */
export function partyText(passengers: Passengers): string {
  const words = ticketWords(translation().locale)
  const present = PASSENGER_CATEGORIES.filter((category) => passengers[category] > 0)
  return present
    .map((category) => {
      const count = passengers[category]
      return `${count}\u00A0${words.category(category, count)}`
    })
    .join(', ')
}
