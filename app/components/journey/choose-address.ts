import type { LegView, RideView } from './view.ts'

/* Links of a direction. They are made here, so that a page need not be sent one per row. */

/** The link for choosing a ride. */
export function chooseAddress(
  { address, direction, nextPart }: LegView,
  { departureId, fromStopId, toStopId }: RideView,
): string {
  const [name, prefix] = direction === 'outbound' ? ['departure', ''] : ['return', 'return-']
  const choice = new URLSearchParams({
    [name]: departureId,
    [`${prefix}from-stop`]: fromStopId,
    [`${prefix}to-stop`]: toStopId,
  })
  return `${address}&${choice}#${nextPart}`
}

/**
 * The link to another day of a direction. Another outbound date drops the choice of the return; a
 * return before it is asked for first, so there is no list to scroll to.
 */
export function dayAddress({ address, direction }: LegView, date: string): string {
  const [page = '', query] = address.split('?')
  const asked = new URLSearchParams(query)
  if (direction === 'outbound') {
    asked.set('date', date)
    for (const name of ['return', 'return-from-stop', 'return-to-stop']) asked.delete(name)
  } else {
    asked.set('return-date', date)
  }
  const returnDate = asked.get('return-date')
  const isTooEarly = returnDate !== null && returnDate < (asked.get('date') ?? '')
  return `${page}?${asked}${isTooEarly ? '' : `#${direction}`}`
}
