import { adoptCompany } from '#operator'

import { unpack } from './crossing.ts'
import { printReceipt, printTickets } from './documents.server.ts'
import { printManifest } from './manifest.server.ts'

/** The worker's entry point: one packed job gives one PDF. */
export async function work(packed: string): Promise<Uint8Array<ArrayBuffer>> {
  const job = unpack(packed)
  adoptCompany(job.company)
  switch (job.print) {
    case 'tickets':
      return await printTickets(job.tickets)
    case 'receipt':
      return await printReceipt(job.receipt)
    case 'manifest':
    default:
      return await printManifest(job.manifest, job)
  }
}
