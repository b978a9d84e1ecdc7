import { sql } from 'kysely'

import { MAX_ASKED_A_DAY } from '#modules/rules/kept.ts'
import type { Tx } from '#platform/db.server.ts'

import { ASKED_BY_ANYBODY, ASKED_OF_A_BOOKING, type MailKind, type OrderMailKind } from './kinds.ts'

/** Most mails of one requested kind that a booking sends in an hour. */
const MAX_ASKED_IN_AN_HOUR = 3
/** Most requested mails to one address in an hour, over all bookings. */
const MAX_TO_ONE_IN_AN_HOUR = 6

/**
 * Whether an address has received the most requested mails of a day, so that it cannot be flooded.
 */
export async function hasHadEnoughToday(
  tx: Tx,
  address: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const since = now.subtract({ hours: 24 })
  return (await countSent(tx, address, ASKED_BY_ANYBODY, since)) >= MAX_ASKED_A_DAY
}

type Asking = {
  orderId: string
  kind: OrderMailKind
  /** The recipient. */
  address: string
  now: Temporal.Instant
}

/**
 * Whether such mails were requested too often for this booking or this address, so that neither can
 * be used to flood a mailbox. Order and address are locked, so all processes count the same.
 */
export async function isAskedTooOften(tx: Tx, asking: Asking): Promise<boolean> {
  const { address, now } = asking
  if (await hasSentEnough(tx, asking)) return true
  const since = now.subtract({ hours: 1 })
  return (await countSent(tx, address, ASKED_OF_A_BOOKING, since)) >= MAX_TO_ONE_IN_AN_HOUR
}

/** The two mails of one change count as one request. */
async function hasSentEnough(tx: Tx, { orderId, kind, now }: Asking): Promise<boolean> {
  const asked = await tx
    .selectFrom('mails')
    .select(['mailId', 'changeId'])
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .where('queuedAt', '>', now.subtract({ hours: 1 }))
    .execute()
  const askings = new Set(asked.map(({ mailId, changeId }) => changeId ?? mailId))
  return askings.size >= MAX_ASKED_IN_AN_HOUR
}

/**
 * The address is locked until the end of the transaction, so that no parallel request is missed.
 */
async function countSent(
  tx: Tx,
  address: string,
  kinds: readonly MailKind[],
  since: Temporal.Instant,
): Promise<number> {
  const recipient = address.toLowerCase()
  await sql`select pg_advisory_xact_lock(hashtextextended(${recipient}, 24))`.execute(tx)
  const { count } = await tx
    .selectFrom('mails')
    .select((mail) => mail.fn.countAll<number>().as('count'))
    .where((mail) => mail.fn('lower', ['address']), '=', recipient)
    .where('kind', 'in', kinds)
    .where('queuedAt', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
