import { unpack } from './crossing.ts'
import { printReceipt, printTickets } from './documents.server.ts'

/** The side of the worker: one packed job, one PDF. */
export async function print(packed: string): Promise<Uint8Array<ArrayBuffer>> {
  const job = unpack(packed)
  return job.print === 'tickets' ? await printTickets(job.tickets) : await printReceipt(job.receipt)
}
