import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'

import { listCrews } from './crews.server.ts'
import { findDutyOf, STOPS } from './duties.server.ts'

const ANY_BUS = ['owner', 'dispatcher'] as const

/** Why a member may not sell at the door of a bus. */
export type NotTaken =
  /** The bus is on the duty of another driver; null if nobody drives that duty yet. */
  | { reason: 'of-another'; driverId: string | null }
  /** The bus is on no duty, but the member has a duty at that time. */
  | { reason: 'on-duty' }

type Taking = { staffId: string; departureId: string }

/**
 * A driver takes the buses of own duties, and buses without a duty while free. A dispatcher takes
 * any. Undefined if the member may take the bus.
 */
export async function whyNotTake({ staffId, departureId }: Taking): Promise<NotTaken | undefined> {
  if (await mayTakeAny(staffId)) return undefined
  const crew = (await listCrews([departureId])).get(departureId)
  if (crew?.driverIds.includes(staffId)) return undefined
  const duty = await findDutyOf(departureId)
  if (duty) return { reason: 'of-another', driverId: duty.driverId }
  return (await isOnDuty({ staffId, departureId })) ? { reason: 'on-duty' } : undefined
}

/** Whether the member dispatches, and so takes any bus. */
export async function mayTakeAny(staffId: string): Promise<boolean> {
  const role = await db
    .selectFrom('staffRoles')
    .select('role')
    .where('staffId', '=', staffId)
    .where('role', 'in', ANY_BUS)
    .executeTakeFirst()
  return role !== undefined
}

/** Whether the driver has a duty at any time of the departure. */
async function isOnDuty({ staffId, departureId }: Taking): Promise<boolean> {
  const { rows } = await sql`
    select from departures ${STOPS}
    join duties on starts_at < last_call.arrives_at and ends_at > first_call.departs_at
    where departures.departure_id = ${departureId} and driver_id = ${staffId} limit 1`.execute(db)
  return rows.length > 0
}
