import { data } from 'react-router'

import { readMailboxMessage } from '#platform/mailbox.server.ts'

import type { Route } from './+types/html'
import { mailboxOwner } from './owner.server.ts'

/** It may be shown within a page of ours, wear its own styles, and do nothing else. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
  'sandbox allow-top-navigation-by-user-activation',
].join('; ')

/** A mail as its reader's program would show it. Its links leave the frame. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const owner = await mailboxOwner(request)
  const mail = owner && (await readMailboxMessage(owner, params.id))
  if (!mail) throw data(null, 404)
  const html = mail.html.replace('<head>', '<head><base target="_top">')
  return new Response(html, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
  })
}
