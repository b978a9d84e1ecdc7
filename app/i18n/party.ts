import { PASSENGER_CATEGORIES, type Passengers } from '#modules/fares/passengers.ts'

import { translation } from './translation.ts'

/** "2 adults, 1 child", without a line break between number and word. */
export function partyText(passengers: Passengers, wheelchairUsers = 0): string {
  const { counted } = translation().messages.common
  const counts = { ...passengers, wheelchair: wheelchairUsers }
  return [...PASSENGER_CATEGORIES, 'wheelchair' as const]
    .filter((kind) => counts[kind] > 0)
    .map((kind) => {
      const [one, many] = counted[kind].split('|')
      return `${counts[kind]}\u00A0${counts[kind] === 1 ? one : many}`
    })
    .join(', ')
}
