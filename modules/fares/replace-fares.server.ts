import type { Tx } from '#platform/db.server.ts'

import type { Fare } from './fares.ts'

/** In cents; undefined if there was, or is, no fare. */
export type FareChange = {
  fromStopId: string
  toStopId: string
  passengerCategory: string
  before: number | undefined
  after: number | undefined
}

/** Replaces all fares and returns the changes. Bookings already sold keep their price. */
export async function replaceFares(tx: Tx, fares: readonly Fare[]): Promise<FareChange[]> {
  const before = byRide(await tx.selectFrom('fares').selectAll().execute())
  const after = byRide(fares)
  await tx.deleteFrom('fares').execute()
  for (let first = 0; first < fares.length; first += ROWS_AT_ONCE) {
    const rows = fares.slice(first, first + ROWS_AT_ONCE)
    await tx.insertInto('fares').values(rows).execute()
  }
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, fresh] = [before.get(key), after.get(key)]
    const some = fresh ?? old
    if (!some || old?.fareCents === fresh?.fareCents) return []
    const { fromStopId, toStopId, passengerCategory } = some
    const amounts = { before: old?.fareCents, after: fresh?.fareCents }
    return [{ fromStopId, toStopId, passengerCategory, ...amounts }]
  })
}

const ROWS_AT_ONCE = 5000

type FareRow = Omit<Fare, 'passengerCategory'> & { passengerCategory: string }

function byRide(fares: readonly FareRow[]): Map<string, FareRow> {
  return new Map(
    fares.map((fare) => [
      JSON.stringify([fare.fromStopId, fare.toStopId, fare.passengerCategory]),
      fare,
    ]),
  )
}
