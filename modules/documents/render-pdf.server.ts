import type { Manifest } from '#modules/documents/manifest.ts'
import type { ReceiptView, TicketView } from '#modules/tickets/ticket.ts'
import { company } from '#operator'
import { openWorker } from '#platform/worker.server.ts'

import { pack } from './pdf/crossing.ts'

/** A ticket takes some 20 ms, so the last of fifty in the queue is ready in about a second. */
const printInTurn = openWorker(new URL('pdf/worker.server.ts', import.meta.url), {
  maxWaiting: 50,
  milliseconds: 10_000,
  megabytes: 192,
})

/**
 * The tickets as one PDF, a sheet each, in the language of the first. The same tickets give the
 * same bytes. Made on a separate thread.
 *
 * @throws {LineFullError} if too many documents wait; try again shortly
 */
export async function renderTicketPdf(
  tickets: readonly TicketView[],
): Promise<Uint8Array<ArrayBuffer>> {
  return await printInTurn(pack({ print: 'tickets', tickets, company: company() }))
}

/** The receipt or credit note as a PDF; otherwise like `renderTicketPdf`. */
export async function renderReceiptPdf(receipt: ReceiptView): Promise<Uint8Array<ArrayBuffer>> {
  return await printInTurn(pack({ print: 'receipt', receipt, company: receipt.company }))
}

/** The passenger list of a departure as a PDF; otherwise like `renderTicketPdf`. */
export async function renderManifestPdf(
  manifest: Manifest,
  { demonstration }: { demonstration: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  return await printInTurn(pack({ print: 'manifest', manifest, demonstration, company: company() }))
}
