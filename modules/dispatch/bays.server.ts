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
  /** The place where it stops instead of the stop, in every language; null: at the stop. */
  movedTo: Record<Locale, string> | null
  /** Where that is on a map; null if nobody said so. */
  latitude: number | null
  longitude: number | null
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
  return rows.map(({ directions, movedTo, ...call }) => ({
    ...call,
    directions: directions as Bay['directions'],
    movedTo: movedTo as Bay['movedTo'],
  }))
}

type NewBay = Pick<Bay, 'position' | 'bay' | 'directions'>

export type BayOutcome =
  | { ok: true }
  | LockRefusal
  | { ok: false; reason: 'not-running' }
  | { ok: false; reason: 'no-such-stop' }

/**
 * Sets the bay and the directions of one stop; neither of them means those of the timetable. A departure that the
 * timetable no longer has is not pinned by it, so that a timetable that has it again puts it on sale again.
 */
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
    if (status !== 'withdrawn') await decideDeparture(tx, departureId, {})
    await auditDecision(tx, wish, {
      action: 'bay',
      before: { position, bay: before?.bay ?? null, directions: before?.directions ?? null },
      after: { position, bay, directions },
    })
    return { ok: true } as const
  })
}

async function writeBay(tx: Tx, departureId: string, { position, bay, directions }: NewBay) {
  const words = directions && JSON.stringify(directions)
  await writeCall(tx, { departureId, position }, { bay, directions: words })
}

/** The place at which a bus stops instead of one of its stops. */
export type Place = { words: Record<Locale, string> } & Pick<Bay, 'latitude' | 'longitude'>

/**
 * Moves a stop of a departure to another place, or back if there is none. The caller has locked the
 * departure.
 */
export async function writePlace(
  tx: Tx,
  call: { departureId: string; position: number },
  place: Place | null,
): Promise<void> {
  const { words = null, latitude = null, longitude = null } = place ?? {}
  await writeCall(tx, call, { movedTo: words && JSON.stringify(words), latitude, longitude })
}

type Written =
  | { bay: string | null; directions: string | null }
  | { movedTo: string | null; latitude: number | null; longitude: number | null }

/** Writes a part of what differs at a call, and deletes the call once nothing does. */
async function writeCall(
  tx: Tx,
  call: { departureId: string; position: number },
  written: Written,
): Promise<void> {
  const isAnything = Object.values(written).some((value) => value !== null)
  if (isAnything) {
    await tx
      .insertInto('departureCalls')
      .values({ ...call, ...written })
      .onConflict((known) => known.columns(['departureId', 'position']).doUpdateSet(written))
      .execute()
    return
  }
  const rest = tx
    .deleteFrom('departureCalls')
    .where('departureId', '=', call.departureId)
    .where('position', '=', call.position)
  const other = 'bay' in written ? (['movedTo'] as const) : (['bay', 'directions'] as const)
  await rest.where((row) => row.and(other.map((column) => row(column, 'is', null)))).execute()
  await tx
    .updateTable('departureCalls')
    .set(written)
    .where('departureId', '=', call.departureId)
    .where('position', '=', call.position)
    .execute()
}
