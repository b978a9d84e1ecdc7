import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import {
  auditDecision,
  hasLeft,
  lockDeparture,
  type Decision,
  type LockRefusal,
} from './departure.server.ts'

export type CloseOutcome =
  | { ok: true }
  | LockRefusal
  | { ok: false; reason: 'not-running' }
  | { ok: false; reason: 'has-left' }
  | { ok: false; reason: 'closed-already' }

/**
 * Ends the sale of a departure until a person opens it again. Those who hold places may still pay
 * for them. A departure that is closed because it is too full then stays closed once everybody fits.
 */
export async function closeSale(wish: Decision): Promise<CloseOutcome> {
  const { departureId, now } = wish
  return inTransaction(async (tx) => {
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    const { status, closedBecause } = locked.departure
    if (status !== 'planned') return { ok: false, reason: 'not-running' } as const
    if (hasLeft(locked.departure, now)) return { ok: false, reason: 'has-left' } as const
    if (closedBecause === 'by-hand') return { ok: false, reason: 'closed-already' } as const
    await decideDeparture(tx, departureId, { closedAt: now, closedBecause: 'by-hand' })
    const change = { before: { closedBecause }, after: { closedBecause: 'by-hand' } }
    await auditDecision(tx, wish, { action: 'sale-closed', ...change })
    return { ok: true } as const
  })
}
