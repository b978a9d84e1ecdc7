import { sql } from 'kysely'

import { believe } from '#modules/boarding/package/believe.ts'
import type { WalkUp } from '#modules/boarding/package/package.ts'
import type { NotUndone, SentScan } from '#modules/boarding/package/sync.ts'
import type { LeaseFare } from '#modules/boarding/package/walk-ups.ts'
import { checkParty } from '#modules/orders/order/party.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'
import { recordOnBoard } from '#modules/sales/sell-on-board.server.ts'
import { db } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'

import { undoWalkUp } from './undo-walk-up.server.ts'

type Sent = { deviceId: string; scans: readonly SentScan[]; by: Cashier; now: Temporal.Instant }

/**
 * Writes down what a phone has sold at the door; before its scans, since these name the
 * tickets. Each sale is found again by the reference of its blank, so it may arrive any number of times, in any order.
 * One that fits no lease of this phone is not written, and raises an alert: its cash is in a drawer.
 *
 * @throws the fault of one sale once all the others are written
 */
export async function receiveSales({ scans, ...sent }: Sent): Promise<void> {
  await eachAlone(scans, async ({ sale, departureId, at }) => {
    if (!sale) return
    await receiveSale({ ...sent, departureId, sale, soldAt: believe(at, sent.now) })
  })
}

/**
 * Writes down which of its sales the phone has undone; after its scans, since they say who is aboard. An undoing that no
 * colleague can confirm raises an alert: its cash is not in a drawer.
 *
 * @returns the sales that stay in the books though the driver has undone them
 * @throws the fault of one undoing once all the others are written
 */
export async function receiveUndoings({ scans, ...sent }: Sent): Promise<NotUndone[]> {
  const notUndone: NotUndone[] = []
  await eachAlone(scans, async ({ undoes: reference, departureId, seq }) => {
    if (!reference) return
    const reason = await undoWalkUp({ ...sent, reference, seq })
    if (!reason) return
    notUndone.push({ reference, reason })
    if (reason !== 'changed' && reason !== 'unknown') return
    const facts = { departureId, reference, undoneBy: sent.by.staffId }
    await inTransaction((tx) => raiseAlert(tx, 'walk-up-not-undone', facts))
  })
  return notUndone
}

type Told = Omit<Sent, 'scans'> & { departureId: string; sale: WalkUp; soldAt: Temporal.Instant }

async function receiveSale({ deviceId, departureId, sale, soldAt, by, now }: Told): Promise<void> {
  const sold = await findSold(deviceId, departureId, sale)
  const { locale, reference } = sale
  const outcome = sold && (await recordOnBoard({ ...sold, reference, locale, soldAt, by, now }))
  if (outcome?.ok) return
  const facts = { departureId, reference, soldBy: by.staffId }
  await inTransaction((tx) => raiseAlert(tx, 'walk-up-unknown', facts))
}

type Row = { leaseId: string; fares: LeaseFare[]; fromStopId: string; toStopId: string }

/** The lease, the journey and the fares of a sale; undefined if this phone cannot have made it. */
async function findSold(deviceId: string, departureId: string, sale: WalkUp) {
  const { reference, from, to, passengers } = sale
  const { rows } = await sql<Row>`
    select lease_id, fares, boarding.stop_id as from_stop_id, leaving.stop_id as to_stop_id
    from blank_tickets join seat_leases using (lease_id)
    join boarding_devices using (device_no)
    join departure_stops boarding using (departure_id)
    join departure_stops leaving using (departure_id)
    where reference = ${reference} and device_id = ${deviceId} and departure_id = ${departureId}
      and boarding.position = ${from} and leaving.position = ${to}`.execute(db)
  const [row] = rows
  const priced = row?.fares.find((one) => one.from === from && one.to === to)
  if (!row || !priced || !checkParty(passengers, 0).ok) return undefined
  const { leaseId, fromStopId, toStopId } = row
  const wish = { departureId, fromStopId, toStopId, passengers, wheelchairUsers: 0 }
  return { leaseId, wish, fares: priced.fares }
}
