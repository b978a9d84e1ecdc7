import { mayTry, mayTryAt } from '#platform/rate-limit.server.ts'
import { LineFullError } from '#platform/turns.server.ts'

import { rejectRequest } from './reject-request.server.ts'

/** Each document in a minute, whoever opens it; and all that one place opens. */
const OF_ONE = { name: 'document', tries: 30, seconds: 60 }
const FROM_HERE = { name: 'documents', tries: 120, seconds: 60 }

/**
 * A document as an answer; when too many are being made, or this one was too often, the reader is
 * asked to come again. `id` is what opens it.
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
