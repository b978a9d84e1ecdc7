import {
  adoptCapture,
  readOwnNames,
  type Adoption,
} from '#modules/orders/settlement/adopt-capture.server.ts'
import type {
  CapturePage,
  ListedCapture,
  PaymentProvider,
  ProviderFailure,
  ProviderId,
  ProviderSnapshot,
} from '#modules/payments/provider.ts'
import { MAX_LOST_REFUNDS } from '#modules/rules/rules.ts'
import type { Actor } from '#platform/actor.ts'
import { db } from '#platform/db.server.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'

/*
 * The question that our own payments cannot ask: what has a provider taken that the database does
 * not know? After a failover without synchronous replication, or a restored backup, that is the money
 * of the orders that were lost.
 */

/** Minutes for which a payment may still be on its way into the database. */
const MINUTES_UNDER_WAY = 30

/** A payment whose money a provider has and the database does not know. */
export type UnknownCapture = {
  provider: ProviderId
  capture: ListedCapture
  snapshot: ProviderSnapshot
  /** Null if another site, or a person, asked for it: it is shown, and left alone. */
  names: { reference: string; paymentId: string } | null
}

/** `no-list`: this provider lists nothing, so it cannot be asked. */
export type Unknown =
  | { ok: true; unknown: UnknownCapture[] }
  | { ok: false; reason: 'no-list' | 'no-answer' }

type Since = { since: Temporal.Instant; now: Temporal.Instant }

/**
 * The captures begun since a moment that no payment of ours names, and that were not refunded in
 * full at the provider. A payment of the last half hour is too young to judge.
 */
export async function findUnknownCaptures(
  bank: PaymentProvider,
  { since, now }: Since,
): Promise<Unknown> {
  if (!bank.listCaptures) return { ok: false, reason: 'no-list' }
  const unknown: UnknownCapture[] = []
  const latest = now.subtract({ minutes: MINUTES_UNDER_WAY })
  let page: string | null = null
  do {
    const listed: CapturePage | ProviderFailure = await bank.listCaptures({ since, page })
    if (!listed.ok) return { ok: false, reason: 'no-answer' }
    const old = listed.captures.filter(({ begunAt }) => isBefore(begunAt, latest))
    for (const capture of await withoutKnown(bank.id, old)) {
      const snapshot = await bank.fetch(capture.providerRef)
      if (!snapshot.ok) return { ok: false, reason: 'no-answer' }
      if (snapshot.captured <= snapshot.refunded) continue
      const names = readOwnNames(capture, siteOrigin()) ?? null
      unknown.push({ provider: bank.id, capture, snapshot, names })
    }
    page = listed.next
  } while (page !== null)
  return { ok: true, unknown }
}

/** An attempt whose opening had no answer yet is known by our reference alone. */
async function withoutKnown(
  provider: ProviderId,
  captures: readonly ListedCapture[],
): Promise<ListedCapture[]> {
  if (captures.length === 0) return []
  const known = await db
    .selectFrom('payments')
    .select(['providerRef', 'merchantRef'])
    .where('provider', '=', provider)
    .where((payment) =>
      payment.or([
        payment(
          'providerRef',
          'in',
          captures.map(({ providerRef }) => providerRef),
        ),
        payment.and([
          payment('providerRef', 'is', null),
          payment(
            'merchantRef',
            'in',
            captures.map(({ merchantRef }) => merchantRef ?? ''),
          ),
        ]),
      ]),
    )
    .execute()
  const refs = new Set(known.map(({ providerRef, merchantRef }) => providerRef ?? merchantRef))
  return captures.filter(
    ({ providerRef, merchantRef }) => !refs.has(providerRef) && !refs.has(merchantRef ?? ''),
  )
}

/** A capture that was found, and what became of it. */
export type Recovered = UnknownCapture & { became: Adoption | { is: 'foreign'; paymentId: null } }

type Recovering = Since & {
  by: Actor
  reason: string
  /**
   * The largest number of lost orders that are refunded at once: a restored backup has lost more,
   * and its travellers still have their tickets, so a person decides about them.
   */
  most?: number
}

/**
 * Enters every unknown capture of a provider: a lost order is refunded in full, and whatever is less
 * certain waits for a person. An alert counts them. Run twice, the second run finds nothing.
 */
export async function recoverCaptures(
  bank: PaymentProvider,
  { since, now, by, reason, most = MAX_LOST_REFUNDS }: Recovering,
): Promise<{ ok: true; recovered: Recovered[] } | Extract<Unknown, { ok: false }>> {
  const found = await findUnknownCaptures(bank, { since, now })
  if (!found.ok) return found
  const ours = found.unknown.filter(({ names }) => names !== null)
  const recovered: Recovered[] = []
  for (const one of found.unknown) {
    const mayRefund = ours.length <= most && one.snapshot.currency === 'EUR'
    const became =
      one.names === null
        ? ({ is: 'foreign', paymentId: null } as const)
        : await adoptCapture({ ...one, mayRefund, by, reason, now }, one.names)
    recovered.push({ ...one, became })
  }
  await alertOf(bank.id, recovered)
  return { ok: true, recovered }
}

async function alertOf(provider: ProviderId, recovered: readonly Recovered[]): Promise<void> {
  const count = (is: Recovered['became']['is']) =>
    recovered.filter(({ became }) => became.is === is).length
  const [refunded, waiting, byHand] = [count('refunded'), count('waits'), count('by-hand')]
  if (refunded + waiting + byHand === 0) return
  const [first] = recovered.filter(({ became }) => became.is !== 'foreign')
  await inTransaction((tx) =>
    raiseAlert(tx, 'captures-unknown', {
      provider,
      refunded,
      waiting,
      'by hand': byHand,
      first: first?.capture.merchantRef ?? null,
    }),
  )
}
