import { env } from '#platform/env.server.ts'
import { readVisitor, visitorKey } from '#platform/session.server.ts'

type Owner = { ok: true; visitor: string | undefined } | { ok: false }

/** Whose mailbox a request opens. Outside of a demonstration there is none. */
export function mailboxOwner(request: Request): Owner {
  if (env().MODE !== 'demonstration') return { ok: false }
  const secret = readVisitor(request)
  return { ok: true, visitor: secret && visitorKey(secret) }
}
