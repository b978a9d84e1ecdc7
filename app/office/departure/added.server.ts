import { nameActors } from '#app/components/office/actor-names.server.ts'
import { shortMoment } from '#app/components/office/short-moment.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Departure } from '#modules/dispatch/departure.server.ts'
import { listSeatBlocks } from '#modules/seats/seat-blocks.server.ts'
import { findExtra, type Extra } from '#modules/timetable/extra-departures.server.ts'

/** What the office added to a timetable: a bus of its own, and seats that are not for travellers. */
export type AddedView = {
  /** Seats that are off sale, the oldest block first. */
  blocks: { blockId: string; seats: number; reason: string; by: string }[]
  /** Why the office added the departure; null for one of the timetable. */
  extra: (Pick<Extra, 'origin' | 'reason' | 'orderedBy'> & { by: string }) | null
  /** Its seats can be taken off sale. */
  isForSale: boolean
}

export async function showAdded({ departureId, origin, closedAt }: Departure): Promise<AddedView> {
  const [blocks, extra] = await Promise.all([listSeatBlocks([departureId]), findExtra(departureId)])
  const all = [...blocks, ...(extra ? [extra] : [])]
  const nameOf = await nameActors(all.map(({ madeBy }) => madeBy))
  const by = ({ madeBy, madeAt }: (typeof all)[number]) =>
    translation().messages.office.departure.by(nameOf(madeBy), shortMoment(madeAt))
  return {
    blocks: blocks.map((block) => {
      const { blockId, seats, reason } = block
      return { blockId, seats, reason, by: by(block) }
    }),
    extra: extra
      ? { origin: extra.origin, reason: extra.reason, orderedBy: extra.orderedBy, by: by(extra) }
      : null,
    isForSale: origin !== 'charter' && closedAt === null,
  }
}
