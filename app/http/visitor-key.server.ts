import { env } from '#platform/env.server.ts'
import { ensureVisitor, readVisitor, visitorKey } from '#platform/session.server.ts'

type Asker = {
  /** The key of the browser. */
  visitor: string
  /** Go out with the answer. */
  headers: Headers
}

/**
 * Who makes us send a mail. Only the demonstration's mailbox needs to know whose mail it keeps;
 * elsewhere no cookie is set.
 */
export function identifyVisitor(request: Request): Asker {
  const headers = new Headers()
  if (!hasMailbox()) return { visitor: visitorKey(readVisitor(request) ?? ''), headers }
  const { visitor, setCookie } = ensureVisitor(request)
  if (setCookie) headers.set('Set-Cookie', setCookie)
  return { visitor: visitorKey(visitor), headers }
}

/** In a demonstration without a mail server, mails lie in the mailbox of the site. */
export function hasMailbox(): boolean {
  return env().MODE === 'demonstration' && !env().SMTP_URL
}
