import { Piscina } from 'piscina'

import type { ReceiptView, TicketView } from '#modules/tickets/ticket.ts'
import { log } from '#platform/log.server.ts'
import { openLine } from '#platform/turns.server.ts'

import { pack } from './pdf/crossing.ts'

/** A ticket takes some 20 ms, so the last of fifty that wait comes within a second or so. */
const printInTurn = openPrinter(new URL('pdf/worker.server.ts', import.meta.url), {
  maxWaiting: 50,
  milliseconds: 10_000,
  megabytes: 192,
})

/**
 * The tickets as one PDF, a sheet each, in the language of the first. The same tickets give the
 * same bytes. Made on a thread of its own.
 *
 * @throws {LineFullError} when too many documents wait; try again shortly
 */
export async function renderTicketPdf(
  tickets: readonly TicketView[],
): Promise<Uint8Array<ArrayBuffer>> {
  return await printInTurn(pack({ print: 'tickets', tickets }))
}

/** The receipt or credit note as a PDF; otherwise like `renderTicketPdf`. */
export async function renderReceiptPdf(receipt: ReceiptView): Promise<Uint8Array<ArrayBuffer>> {
  return await printInTurn(pack({ print: 'receipt', receipt }))
}

type Limits = {
  maxWaiting: number
  /** For one document from its turn on, a new worker's start included. */
  milliseconds: number
  megabytes: number
}

/**
 * Opens a pool of one worker, which starts with the first document and keeps no program alive while
 * it is idle. If it dies, or takes longer than the limit, the document it had is lost and the next
 * one gets a new worker. The line is ours, since the pool's own does not bound jobs with a time limit.
 */
export function openPrinter(file: URL, { maxWaiting, milliseconds, megabytes }: Limits) {
  const inTurn = openLine({ atOnce: 1, mostWaiting: maxWaiting, mostWaitingOfOne: maxWaiting })
  const pool = new Piscina<string, Uint8Array<ArrayBuffer>>({
    filename: file.href,
    name: 'print',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Infinity,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  pool.on('error', (err) => log.error({ err }, 'A worker failed outside of its work'))
  return (text: string) =>
    inTurn(() => pool.run(text, { signal: AbortSignal.timeout(milliseconds) }))
}
