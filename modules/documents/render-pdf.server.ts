import { Piscina } from 'piscina'

import type { ReceiptView, TicketView } from '#modules/tickets/ticket.ts'
import { log } from '#platform/log.server.ts'
import { openLine } from '#platform/turns.server.ts'

import { pack } from './pdf/crossing.ts'

/** A ticket takes some 20 ms, so the last of fifty in the queue is ready in about a second. */
const printInTurn = openPrinter(new URL('pdf/worker.server.ts', import.meta.url), {
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
  return await printInTurn(pack({ print: 'tickets', tickets }))
}

/** The receipt or credit note as a PDF; otherwise like `renderTicketPdf`. */
export async function renderReceiptPdf(receipt: ReceiptView): Promise<Uint8Array<ArrayBuffer>> {
  return await printInTurn(pack({ print: 'receipt', receipt }))
}

type Limits = {
  maxWaiting: number
  /** Time limit for one document from its turn on, including the start of a new worker. */
  milliseconds: number
  megabytes: number
}

/**
 * Opens a pool of one worker, which starts with the first document and does not keep the program
 * alive while it is idle. If it dies, or exceeds the time limit, its document is lost and the next
 * one gets a new worker. We queue the jobs ourselves, since the pool does not limit its queue for
 * jobs with a time limit.
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
