import { mayTry, mayTryAt } from '#platform/limits/rate-limit.server.ts'
import { LineFullError } from '#platform/limits/turns.server.ts'

import { rejectRequest } from './reject-request.server.ts'

/** The limits per minute: for each document, and for one address. */
const OF_ONE = { name: 'document', tries: 30, seconds: 60 }
const FROM_HERE = { name: 'documents', tries: 120, seconds: 60 }

/**
 * A document as a response; beyond the limits, or while too many are being drawn, a request to
 * retry later. `id` is the id that opens the document.
 */
export async function answerPdf(
  request: Request,
  id: string,
  fileName: string,
  print: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  const isAllowed = (await mayTry(FROM_HERE)) && (await mayTryAt(OF_ONE, id))
  if (!isAllowed) return rejectRequest(request, 'too-often')
  try {
    return new Response(await print(), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${fileName}"`,
        'X-Robots-Tag': 'noindex',
      },
    })
  } catch (error) {
    if (error instanceof LineFullError) return rejectRequest(request, 'too-slow')
    throw error
  }
}
