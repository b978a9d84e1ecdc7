import type { NotUndone } from '#modules/boarding/package/sync.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'

import { receiveScans } from './receive-scans.server.ts'
import { receiveWalkUps } from './receive-walk-ups.server.ts'

type Sent = Parameters<typeof receiveScans>[0] & { by: Cashier }
type Received = Awaited<ReturnType<typeof receiveScans>> & { notUndone: NotUndone[] }

/**
 * Writes down everything that a phone reports: its sales, then its scans. A sale with a fault keeps no
 * scan out: the fault is thrown once they are written. The phone then has no answer and sends all of
 * it again.
 */
export async function receiveSync(sent: Sent): Promise<Received> {
  const [sales] = await Promise.allSettled([receiveWalkUps(sent)])
  const received = await receiveScans(sent)
  if (sales.status === 'rejected') throw sales.reason
  return { ...received, notUndone: sales.value }
}
