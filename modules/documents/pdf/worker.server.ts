import { unpack } from './crossing.ts'
import { printReceipt, printTickets } from './documents.server.ts'

/** The worker's entry point: one packed job gives one PDF. */
export async function print(packed: string): Promise<Uint8Array<ArrayBuffer>> {
  const job = unpack(packed)
  return job.print === 'tickets' ? await printTickets(job.tickets) : await printReceipt(job.receipt)
}
