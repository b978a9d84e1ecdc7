import { db } from '#platform/db.server.ts'

/**
 * The seats of a departure that phones may still sell at the door: those of the leg with the most of
 * them, and the numbers of the phones. Null without any.
 */
export async function findLeased(departureId: string, now: Temporal.Instant) {
  const legs = await db
    .selectFrom('seatHolds')
    .innerJoin('seatLeases', 'seatLeases.leaseId', 'seatHolds.leaseId')
    .select(['fromPosition', 'seats', 'deviceNo'])
    .where('seatHolds.departureId', '=', departureId)
    .where('expiresAt', '>', now)
    .orderBy('deviceNo')
    .execute()
  if (legs.length === 0) return null
  const byLeg = [...Map.groupBy(legs, ({ fromPosition }) => fromPosition).values()]
  const sums = byLeg.map((some) => some.reduce((sum, { seats }) => sum + seats, 0))
  return { seats: Math.max(...sums), phones: [...new Set(legs.map(({ deviceNo }) => deviceNo))] }
}
