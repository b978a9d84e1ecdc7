import type { NotUndone } from '#modules/boarding/package/sync.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'

import { receiveScans } from './receive-scans.server.ts'
import { receiveSales, receiveUndoings } from './receive-walk-ups.server.ts'

type Sent = Parameters<typeof receiveScans>[0] & { by: Cashier }
type Received = Awaited<ReturnType<typeof receiveScans>> & { notUndone: NotUndone[] }

/**
 * Writes down everything that a phone reports: its sales, its scans, and the sales that it has undone. A sale with a
 * fault keeps no scan out: the fault is thrown once they are written. The phone then has no answer and
 * sends all of it again.
 */
export async function receiveSync(sent: Sent): Promise<Received> {
  const [sales] = await Promise.allSettled([receiveSales(sent)])
  const received = await receiveScans(sent)
  // An undoing goes with its sale: without it, it would be one of an unknown sale.
  if (sales.status === 'rejected') throw sales.reason
  return { ...received, notUndone: await receiveUndoings(sent) }
}
