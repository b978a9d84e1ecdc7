import type { NotUndone, SentScan } from '#modules/boarding/package/sync.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'

import { receiveScans, type Received } from './receive-scans.server.ts'
import { receiveSales, receiveUndoings } from './receive-walk-ups.server.ts'

type Sent = Parameters<typeof receiveScans>[0] & { by: Cashier }

/**
 * Writes down everything that a phone reports: its sales, its scans, and the sales that it has undone. The seats of a
 * sale that was undone may have been sold again since, so each undoing comes before what the phone did after it. A sale
 * or an undoing with a fault keeps nothing else out: the fault is thrown once that is written. The phone then has no answer and sends all
 * of it again.
 */
export async function receiveSync(sent: Sent): Promise<Received & { notUndone: NotUndone[] }> {
  const faults: unknown[] = []
  const notUndone: NotUndone[] = []
  const refused: number[] = []
  let received: Received | undefined
  for (const scans of splitAfterUndoings(sent.scans)) {
    const part = { ...sent, scans }
    const [sales] = await Promise.allSettled([receiveSales(part)])
    if (sales.status === 'rejected') faults.push(sales.reason)
    received = await receiveScans(part)
    refused.push(...received.refused)
    // An undoing goes with its sale: without it, it would be one of an unknown sale.
    if (faults.length > 0) continue
    const [undoings] = await Promise.allSettled([receiveUndoings(part)])
    if (undoings.status === 'rejected') faults.push(undoings.reason)
    else notUndone.push(...undoings.value)
  }
  if (!received || faults.length > 0) throw faults[0]
  return { ...received, refused, notUndone }
}

/**
 * In the order of the phone, each part with one undoing at most; at least one, which may be empty. All counts of a sale
 * come with its undoing, since they say who is aboard.
 */
function splitAfterUndoings(scans: readonly SentScan[]): SentScan[][] {
  const inOrder = scans.toSorted((one, next) => one.seq - next.seq)
  const end = inOrder.findIndex(({ undoes }) => undoes)
  const undone = inOrder[end]?.ride
  if (undone === undefined) return [inOrder]
  const isFirst = (scan: SentScan, at: number) => at <= end || scan.ride === undone
  const [first, rest] = [inOrder.filter(isFirst), inOrder.filter((scan, at) => !isFirst(scan, at))]
  return rest.length === 0 ? [first] : [first, ...splitAfterUndoings(rest)]
}
