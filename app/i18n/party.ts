import { PASSENGER_CATEGORIES, type Passengers } from '#modules/fares/passengers.ts'

import { translation } from './translation.ts'

/** "2 adults, 1 child", without a line break between number and word. */
export function partyText(passengers: Passengers, wheelchairUsers = 0): string {
  const { categories, wheelchairSpaces } = translation().messages.common
  const [space = '', spaces = ''] = wheelchairSpaces.split('|')
  const counted = [
    ...PASSENGER_CATEGORIES.map((category) => {
      const { oneInShort, many } = categories[category]
      return { count: passengers[category], one: oneInShort, many }
    }),
    { count: wheelchairUsers, one: space, many: spaces },
  ]
  return counted
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count}\u00A0${count === 1 ? one : many}`)
    .join(', ')
}
