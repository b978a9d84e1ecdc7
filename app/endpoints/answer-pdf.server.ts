import { turnAway } from '#app/turn-away.server.ts'
import { WorkerBusyError } from '#platform/worker-pool.server.ts'

/** A document as an answer; when too many are being made, the reader is asked to come again. */
export async function answerPdf(
  request: Request,
  fileName: string,
  print: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  try {
    return new Response(await print(), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${fileName}"`,
        'X-Robots-Tag': 'noindex',
      },
    })
  } catch (error) {
    if (error instanceof WorkerBusyError) return turnAway(request, 'too-slow')
    throw error
  }
}
