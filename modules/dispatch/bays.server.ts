import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import {
  auditDecision,
  lockDeparture,
  type Decision,
  type LockRefusal,
} from './departure.server.ts'

/** Where exactly a bus stops at one of its stops, if a person said so. */
export type Bay = {
  departureId: string
  position: number
  /** Such as "4"; null if only the directions differ. */
  bay: string | null
  /** In every language, or null for those of the timetable. */
  directions: Record<Locale, string> | null
}

/** The bays and directions of some departures that differ from the timetable. */
export async function listBays(
  departureIds: readonly string[],
  tx: Tx | Database = db,
): Promise<Bay[]> {
  if (departureIds.length === 0) return []
  const rows = await tx
    .selectFrom('departureCalls')
    .selectAll()
    .where('departureId', 'in', [...new Set(departureIds)])
    .orderBy('position')
    .execute()
  return rows.map(({ directions, ...call }) => ({
    ...call,
    directions: directions as Bay['directions'],
  }))
}

type NewBay = Omit<Bay, 'departureId'>

export type BayOutcome =
  | { ok: true }
  | LockRefusal
  | { ok: false; reason: 'not-running' }
  | { ok: false; reason: 'no-such-stop' }

/** Sets the bay and the directions of one stop; neither of them means those of the timetable. */
export async function setBay(wish: Decision & NewBay): Promise<BayOutcome> {
  const { departureId, position, bay, directions } = wish
  return inTransaction(async (tx) => {
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    const { status, calls } = locked.departure
    if (status === 'cancelled') return { ok: false, reason: 'not-running' } as const
    if (!calls.some((call) => call.position === position)) {
      return { ok: false, reason: 'no-such-stop' } as const
    }
    const [before] = (await listBays([departureId], tx)).filter((one) => one.position === position)
    await writeBay(tx, departureId, { position, bay, directions })
    await decideDeparture(tx, departureId, {})
    await auditDecision(tx, wish, {
      action: 'bay',
      before: { position, bay: before?.bay ?? null, directions: before?.directions ?? null },
      after: { position, bay, directions },
    })
    return { ok: true } as const
  })
}

async function writeBay(tx: Tx, departureId: string, { position, bay, directions }: NewBay) {
  await tx
    .deleteFrom('departureCalls')
    .where('departureId', '=', departureId)
    .where('position', '=', position)
    .execute()
  if (bay === null && directions === null) return
  const words = directions && JSON.stringify(directions)
  await tx
    .insertInto('departureCalls')
    .values({ departureId, position, bay, directions: words })
    .execute()
}
