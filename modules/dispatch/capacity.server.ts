import { actorText, type Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/db.server.ts'

/** The places that a person wants to be sold on a departure. */
type WantedCapacity = { seats: number; wheelchairPlaces: number }

type Decided = { departureId: string; wanted: WantedCapacity; by: Actor; now: Temporal.Instant }

/** Writes the wanted capacity of a locked departure; `modules/seats` derives the sold one. */
export async function writeWanted(tx: Tx, decided: Decided): Promise<void> {
  const { departureId, wanted, by, now } = decided
  const row = {
    wantedSeats: wanted.seats,
    wantedWheelchairPlaces: wanted.wheelchairPlaces,
    decidedBy: actorText(by),
    decidedAt: now,
  }
  await tx
    .insertInto('departureCapacity')
    .values({ departureId, ...row })
    .onConflict((known) => known.column('departureId').doUpdateSet(row))
    .execute()
}
