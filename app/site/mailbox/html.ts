import { found } from '#app/http/found.ts'
import { readMailboxMessage } from '#platform/mail/mailbox.server.ts'

import type { Route } from './+types/html'
import { mailboxOwner } from './owner.server.ts'

/** Allowed inside a frame of ours with its own styles, and nothing else. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
  'sandbox allow-top-navigation-by-user-activation',
].join('; ')

/** An email as a mail program shows it. Its links open outside the frame. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const owner = await mailboxOwner(request)
  const mail = found(owner && (await readMailboxMessage(owner, params.id)))
  const html = mail.html.replace('<head>', '<head><base target="_top">')
  return new Response(html, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
  })
}
