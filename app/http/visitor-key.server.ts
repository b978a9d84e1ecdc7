import { ensureVisitor, readVisitor, visitorKey } from '#platform/requests/session.server.ts'
import { env } from '#platform/settings/env.server.ts'

type Asker = {
  /** The key of the browser. */
  visitor: string
  /** Headers for the response. */
  headers: Headers
}

/**
 * The visitor who causes an email. Only the demonstration's mailbox needs to know the visitor;
 * otherwise no cookie is set.
 */
export function identifyVisitor(request: Request): Asker {
  const headers = new Headers()
  if (!hasMailbox()) return { visitor: visitorKey(readVisitor(request) ?? ''), headers }
  const { visitor, setCookie } = ensureVisitor(request)
  if (setCookie) headers.set('Set-Cookie', setCookie)
  return { visitor: visitorKey(visitor), headers }
}

/** A demonstration without a mail server delivers to the site's own mailbox. */
export function hasMailbox(): boolean {
  return env().MODE === 'demonstration' && !env().SMTP_URL
}
