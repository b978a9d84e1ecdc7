import { createHmac } from 'node:crypto'

/**
 * The header that proves the sender of a callback: `t=<unix seconds>,v1=<hex HMAC-SHA256 of
 * t.body>`.
 */
export const SIGNATURE_HEADER = 'X-Sandbox-Signature'

export function sign(body: string, secret: string, now: Temporal.Instant): string {
  const seconds = Math.floor(now.epochMilliseconds / 1000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}
