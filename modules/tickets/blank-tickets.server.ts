import type { Database, Tx } from '#platform/db.server.ts'
import { newAccessToken, newReference } from '#platform/ids.server.ts'
import { env } from '#platform/settings/env.server.ts'

import { writeSignedCode } from './ticket-code.ts'
import { departureMark } from './ticket-facts.ts'
import { findSigner } from './ticket-keys.server.ts'

/*
 * Tickets that a phone hands out without a network. Their references and codes are made in advance; the
 * one that is sold becomes the ticket of the order that has its reference.
 */

export type BlankTicket = { reference: string; code: string; madeAt: Temporal.Instant }

/** The blanks of a lease, in the order in which they were made. */
export function listBlanks(tx: Tx | Database, leaseId: string): Promise<BlankTicket[]> {
  return tx
    .selectFrom('blankTickets')
    .select(['reference', 'code', 'madeAt'])
    .where('leaseId', '=', leaseId)
    .orderBy('madeAt')
    .orderBy('reference')
    .execute()
}

/** Makes so many more blanks. */
export async function makeBlanks(
  tx: Tx,
  { leaseId, count, now }: { leaseId: string; count: number; now: Temporal.Instant },
): Promise<void> {
  if (count <= 0) return
  const blanks = Array.from({ length: count }, () => {
    return { reference: newReference(), code: newAccessToken(), leaseId, madeAt: now }
  })
  await tx.insertInto('blankTickets').values(blanks).execute()
}

/** The code that the holder of an order sold on board was shown; undefined if it was no blank. */
export async function findBlankCode(tx: Tx, reference: string): Promise<string | undefined> {
  const blank = await tx
    .selectFrom('blankTickets')
    .select('code')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return blank?.code
}

/** Deletes the blanks of leases on which no phone reports any more. */
export async function deleteBlanks(tx: Tx, leaseIds: readonly string[]): Promise<void> {
  if (leaseIds.length === 0) return
  await tx
    .deleteFrom('blankTickets')
    .where('leaseId', 'in', [...leaseIds])
    .execute()
}

/**
 * The sale for which a blank is signed: a party of so many people, each on a seat, between two
 * stops.
 */
export type BlankFor = { from: number; to: number; people: number; departsAt: Temporal.Instant }

/**
 * The signed codes of a blank, one for each party that it may be sold to, in their order. Without a
 * key that signs it is the plain code, as on other tickets.
 */
export async function signBlank(
  tx: Tx,
  { code, madeAt }: BlankTicket,
  { departureId, parties }: { departureId: string; parties: readonly BlankFor[] },
): Promise<string[]> {
  const signer = await findSigner(tx, madeAt)
  return parties.map(({ from, to, people, departsAt }) => {
    if (!signer) return code
    const facts = {
      code,
      departure: departureMark(departureId),
      departsAt: departsAt.epochMilliseconds,
      // It may be sold until then, so that no list is newer than it.
      issuedAt: departsAt.epochMilliseconds,
      from,
      to,
      people,
      seats: people,
      wheelchairs: 0,
      missed: false,
      demonstration: env().MODE === 'demonstration',
    }
    return writeSignedCode(facts, signer)
  })
}
