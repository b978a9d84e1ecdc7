import type { LegView, RideView } from './view.ts'

/* Links of a direction. They are made here, so that a page need not be sent one per row. */

/** The link for choosing a ride. Stops are named only where the search leaves a choice of several. */
export function chooseAddress(
  { address, direction, implied, nextPart }: LegView,
  { departureId, fromStopId, toStopId }: RideView,
): string {
  const [name, prefix] = direction === 'outbound' ? ['departure', ''] : ['return', 'return-']
  const from = fromStopId === implied?.from ? '' : write(`${prefix}from-stop`, fromStopId)
  const to = toStopId === implied?.to ? '' : write(`${prefix}to-stop`, toStopId)
  return `${address}${write(name, departureId)}${from}${to}#${nextPart}`
}

function write(name: string, value: string): string {
  return `&${name}=${encodeURIComponent(value)}`
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
