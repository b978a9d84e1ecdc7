import type { LegView, RideView } from './view.ts'

/** The address at which a ride is chosen. Made here, so that a page is not sent one for each row. */
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
