import { openWorker } from '#platform/worker.server.ts'

import type { SheetJob } from './sheet.ts'

/**
 * The largest files take some five seconds as Excel and two as CSV, and half of the memory. After
 * eight seconds a request is given up, so a file need not go on. Two small ones that wait are ready
 * in time even behind the largest.
 */
const writeInTurn = openWorker(new URL('worker.server.ts', import.meta.url), {
  maxWaiting: 2,
  milliseconds: 8000,
  megabytes: 256,
})

/**
 * The table as a file. Made on a separate thread.
 *
 * @throws {LineFullError} if too many files wait; try again shortly
 */
export async function writeSheet(job: SheetJob): Promise<Uint8Array<ArrayBuffer>> {
  return await writeInTurn(JSON.stringify(job))
}
