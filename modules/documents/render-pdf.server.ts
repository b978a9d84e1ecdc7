import type { ReceiptView, TicketView } from '#modules/tickets/ticket.ts'
import { openWorkerPool } from '#platform/worker-pool.server.ts'

import { pack } from './pdf/crossing.ts'

/** A ticket takes some 20 ms, so what waits behind fifty others comes within a second or so. */
const printer = openWorkerPool(new URL('pdf/worker.server.ts', import.meta.url), {
  mostWaiting: 50,
  millisecondsPerQuestion: 10_000,
  megabytes: 192,
})

/**
 * The tickets as one PDF, a sheet each, in the language of the first. The same tickets give the
 * same bytes. Made on a thread of its own.
 *
 * @throws {WorkerBusyError} when too many documents wait; try again shortly
 */
export async function renderTicketPdf(
  tickets: readonly TicketView[],
): Promise<Uint8Array<ArrayBuffer>> {
  return await printer.ask(pack({ print: 'tickets', tickets }))
}

/** The receipt or credit note as a PDF; otherwise like `renderTicketPdf`. */
export async function renderReceiptPdf(receipt: ReceiptView): Promise<Uint8Array<ArrayBuffer>> {
  return await printer.ask(pack({ print: 'receipt', receipt }))
}
