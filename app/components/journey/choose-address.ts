import type { LegView, RideView } from './view.ts'

/** The link for choosing a ride. It is made here, so that a page need not be sent one per row. */
export function chooseAddress(
  { address, direction, nextPart }: LegView,
  departureId: string,
  { fromStopId, toStopId }: RideView,
): string {
  const [name, prefix] = direction === 'outbound' ? ['departure', ''] : ['return', 'return-']
  const choice = new URLSearchParams({
    [name]: departureId,
    [`${prefix}from-stop`]: fromStopId,
    [`${prefix}to-stop`]: toStopId,
  })
  return `${address}&${choice}#${nextPart}`
}
