import { MESSAGES } from '#app/i18n/messages.ts'
import { company } from '#operator'
import { localeOf } from '#platform/locale.ts'
import { requestId } from '#platform/requests/request-id.server.ts'

/** Responses without a page, because the request was refused before routing. */
const STATUS = {
  'too-large': 413,
  'not-from-here': 403,
  'too-slow': 503,
  'too-often': 429,
  busy: 503,
  away: 503,
  fault: 500,
} as const
/** The seconds after which a retry makes sense. */
const RETRY_AFTER: Partial<Record<RejectionReason, string>> = {
  busy: '5',
  away: '10',
  'too-often': '60',
}

export type RejectionReason = keyof typeof STATUS

/**
 * The sentence, the telephone number and the request id as plain text, in the language of the path.
 */
export function rejectRequest(request: Request, reason: RejectionReason): Response {
  const locale = localeOf(new URL(request.url).pathname)
  const lines = [
    MESSAGES[locale].turnedAway[reason],
    `${company().name}, ${company().phone}`,
    requestId(),
  ]
  const again = RETRY_AFTER[reason]
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Language': locale,
    ...(again && { 'Retry-After': again }),
  }
  return new Response(`${lines.join('\n\n')}\n`, { status: STATUS[reason], headers })
}
