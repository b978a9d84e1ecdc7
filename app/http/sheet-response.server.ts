import { LineFullError } from '#platform/limits/turns.server.ts'
import type { SheetFormat, SheetJob } from '#platform/sheets/sheet.ts'
import { writeSheet } from '#platform/sheets/write-sheet.server.ts'

import { rejectRequest } from './reject-request.server.ts'

const TYPES: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A table as a file to keep; while too many are being written, a request to retry later. */
export async function answerSheet(
  request: Request,
  name: string,
  job: SheetJob,
): Promise<Response> {
  try {
    return new Response(await writeSheet(job), {
      headers: {
        'Content-Type': TYPES[job.format],
        'Content-Disposition': `attachment; filename="${name}.${job.format}"`,
        'Cache-Control': 'no-store',
      },
    })
  } catch (error) {
    if (error instanceof LineFullError) return rejectRequest(request, 'too-slow')
    throw error
  }
}
