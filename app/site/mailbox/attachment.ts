import { notFound } from '#app/http/found.ts'
import { readMailboxMessage } from '#platform/mail/mailbox.server.ts'

import type { Route } from './+types/attachment'
import { mailboxOwner } from './owner.server.ts'

/** The nth attachment of an email, counted from one. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const owner = await mailboxOwner(request)
  const mail = owner && (await readMailboxMessage(owner, params.id))
  const attachment = mail?.attachments[Number(params.place) - 1]
  if (!attachment) throw notFound()
  const fileName = encodeURIComponent(attachment.fileName)
  return new Response(attachment.content, {
    headers: {
      'Content-Type': attachment.contentType,
      'Content-Disposition': `attachment; filename*=UTF-8''${fileName}`,
    },
  })
}
