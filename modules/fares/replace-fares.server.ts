import type { Tx } from '#platform/db.server.ts'

import type { Fare } from './fares.ts'

/** In cents; null if the pair is not sold, undefined if there was, or is, no fare. */
export type FareChange = Omit<Fare, 'fareCents'> & {
  before: number | null | undefined
  after: number | null | undefined
}

/** Replaces all fares and returns the changes. Bookings already sold keep their price. */
export async function replaceFares(tx: Tx, fares: readonly Fare[]): Promise<FareChange[]> {
  const before = byKey(await tx.selectFrom('fares').selectAll().execute())
  const after = byKey(fares)
  await tx.deleteFrom('fares').execute()
  for (let first = 0; first < fares.length; first += ROWS_AT_ONCE) {
    const rows = fares.slice(first, first + ROWS_AT_ONCE)
    await tx.insertInto('fares').values(rows).execute()
  }
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, fresh] = [before.get(key), after.get(key)]
    const some = fresh ?? old
    if (!some || old?.fareCents === fresh?.fareCents) return []
    const { fareCents: _fareCents, ...fare } = some
    return [{ ...fare, before: old?.fareCents, after: fresh?.fareCents }]
  })
}

const ROWS_AT_ONCE = 5000

function byKey(fares: readonly Fare[]): Map<string, Fare> {
  return new Map(
    fares.map((fare) => {
      const { fromStopId, toStopId, passengerCategory, validFrom } = fare
      return [JSON.stringify([fromStopId, toStopId, passengerCategory, validFrom]), fare]
    }),
  )
}
