import type { SheetJob } from './sheet.ts'
import { writeCsv } from './write-csv.server.ts'
import { writeXlsx } from './write-xlsx.server.ts'

/** The worker's entry point: one table gives one file. */
export async function work(packed: string): Promise<Uint8Array<ArrayBuffer>> {
  const { format, sheet } = JSON.parse(packed) as SheetJob
  return format === 'csv' ? new TextEncoder().encode(writeCsv(sheet)) : await writeXlsx(sheet)
}
