import { sql, type ExpressionBuilder } from 'kysely'
import PostalMime from 'postal-mime'

import type { DB } from '#db/types.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'

/*
 * The mailbox of demonstration mode, for when no mail server is named. Visitors see the mails of
 * their own browser as they would have been sent, and, while logged in, those of the account.
 */

type KeptMessage = {
  messageId: string
  visitor: string
  address: string
  raw: Uint8Array
  now: Temporal.Instant
}

/** Stores a mail; a second copy is ignored. */
export async function keepInMailbox(message: KeptMessage): Promise<void> {
  const { messageId, visitor, address, raw, now } = message
  await db
    .insertInto('mailboxMessages')
    .values({
      messageId,
      visitor,
      address: address.toLowerCase(),
      receivedAt: now,
      raw: Buffer.from(raw),
    })
    .onConflict((kept) => kept.column('messageId').doNothing())
    .execute()
}

/** Days that the pretend mailbox keeps a mail: each has a ticket as PDF, some 86 kB an order. */
export const MAILBOX_DAYS_KEPT = 7

export async function tidyMailbox(tx: Tx, now: Temporal.Instant): Promise<void> {
  const limit = now.subtract({ hours: 24 * MAILBOX_DAYS_KEPT })
  await tx.deleteFrom('mailboxMessages').where('receivedAt', '<', limit).execute()
}

/** The update that moves the mails of a browser to its new key. */
export function updateMessages(tx: Tx | Database, { from, to }: { from: string; to: string }) {
  return tx.updateTable('mailboxMessages').set({ visitor: to }).where('visitor', '=', from)
}

type ErasedMail = {
  /** Mails that were sent to the person or are about them. */
  mailIds: readonly string[]
  /** Mails until then that contain this address, given in lower case, are erased too. */
  address: string
  until: Temporal.Instant
  /** The whole mailbox of the person's browser, if it is known. */
  visitor?: string | undefined
}

/** Erases a person from all mailboxes. */
export async function eraseFromMailbox(tx: Tx, erased: ErasedMail): Promise<void> {
  const { mailIds, address, until, visitor } = erased
  const contains = sql<boolean>`position(${address} in lower(encode(raw, 'escape'))) > 0`
  await tx
    .deleteFrom('mailboxMessages')
    .where((mail) =>
      mail.or([
        ...(visitor === undefined ? [] : [mail('visitor', '=', visitor)]),
        ...(mailIds.length > 0 ? [mail('messageId', 'in', mailIds)] : []),
        mail.and([contains, mail('receivedAt', '<=', until)]),
      ]),
    )
    .execute()
}

export type MailboxMessage = {
  messageId: string
  receivedAt: Temporal.Instant
  from: string
  to: string
  /** Undefined if the mail does not say. */
  language: string | undefined
  subject: string
  text: string
  /** Written by us, but still shown apart from our own page: in a frame without script. */
  html: string
  attachments: { fileName: string; contentType: string; content: Uint8Array<ArrayBuffer> }[]
}

export type MailboxEntry = Pick<
  MailboxMessage,
  'messageId' | 'receivedAt' | 'to' | 'language' | 'subject'
>

/** A browser, and the account logged in there. */
export type MailboxOwner = {
  visitor?: string | undefined
  /** In lower case, and verified as the account's. */
  address?: string
  /** Mails about the account, whatever their address. */
  mailIds?: readonly string[]
}

const MAX_SHOWN = 50

/** The owner's mails, newest first. */
export async function listMailbox(owner: MailboxOwner): Promise<MailboxEntry[]> {
  const rows = await db
    .selectFrom('mailboxMessages')
    .select(['messageId', 'receivedAt', 'raw'])
    .where(isOwnedBy(owner))
    .orderBy('receivedAt', 'desc')
    .orderBy('messageId')
    .limit(MAX_SHOWN)
    .execute()
  return await Promise.all(
    rows.map(async ({ raw, ...row }) => {
      const { language, subject, to } = await parse(raw)
      return { ...row, language, subject, to }
    }),
  )
}

/** A mail of this owner; undefined for anyone else's. */
export async function readMailboxMessage(
  owner: MailboxOwner,
  messageId: string,
): Promise<MailboxMessage | undefined> {
  if (!UUID.test(messageId)) return undefined
  const row = await db
    .selectFrom('mailboxMessages')
    .select(['messageId', 'receivedAt', 'raw'])
    .where(isOwnedBy(owner))
    .where('messageId', '=', messageId)
    .executeTakeFirst()
  if (!row) return undefined
  const { raw, ...facts } = row
  return { ...facts, ...(await parse(raw)) }
}

function isOwnedBy({ visitor, address, mailIds = [] }: MailboxOwner) {
  return (mail: ExpressionBuilder<DB, 'mailboxMessages'>) =>
    mail.or([
      ...(visitor === undefined ? [] : [mail('visitor', '=', visitor)]),
      ...(address === undefined ? [] : [mail('address', '=', address)]),
      ...(mailIds.length > 0 ? [mail('messageId', 'in', mailIds)] : []),
    ])
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

async function parse(raw: Uint8Array) {
  const mail = await PostalMime.parse(raw)
  return {
    from: addressText(mail.from),
    to: (mail.to ?? []).map(addressText).join(', '),
    language: mail.headers.find(({ key }) => key === 'content-language')?.value,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      fileName: filename ?? '',
      contentType: mimeType,
      content:
        typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
  }
}

function addressText(address: { name: string; address?: string | undefined } | undefined): string {
  if (!address) return ''
  return address.name ? `${address.name} <${address.address ?? ''}>` : (address.address ?? '')
}
