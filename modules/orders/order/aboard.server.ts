import type { Database, Tx } from '#platform/db.server.ts'

/**
 * The people who were let aboard on each ride of an order, by its position: on any bus or on one alone, and with
 * any ticket that the ride has had, as the phones at the door count them. A ride that nobody boarded is
 * missing; people who stepped off again do not count.
 */
export async function countRidesAboard(
  tx: Tx | Database,
  orderId: string,
  onBus?: string,
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('scans')
    .innerJoin('bookings', 'bookings.bookingId', 'scans.bookingId')
    .select(['bookings.position', ({ fn }) => fn.sum<number>('boarded').as('people')])
    .where('orderId', '=', orderId)
    .$if(onBus !== undefined, (scan) => scan.where('scans.departureId', '=', onBus ?? null))
    .groupBy('bookings.position')
    .execute()
  return new Map(rows.map(({ position, people }) => [position, people]))
}

/**
 * Makes a scan of this booking wait until the transaction is over. One that was first is in the counts
 * that are read afterwards.
 */
export async function lockAgainstScans(tx: Tx, bookingId: string): Promise<void> {
  await tx
    .selectFrom('bookings')
    .select('bookingId')
    .where('bookingId', '=', bookingId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
