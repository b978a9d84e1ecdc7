import type { ExpressionBuilder } from 'kysely'

import type { DB } from '#db/types.ts'
import { BOUGHT } from '#modules/orders/order/buyers.server.ts'
import type { OrderStatus } from '#modules/orders/order/order-status.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'

import { forgetHolders } from './forget-holders.server.ts'
import { openMoneyOf } from './open-money.server.ts'

export type Person = {
  /** Undefined for a person without an account. */
  accountId?: string | undefined
  /** In lower case. */
  email: string
  /**
   * Limits the erasure to what is older, for a person who was erased before and may have returned
   * since. The account is older too, or is not given.
   */
  until?: Temporal.Instant | undefined
  now: Temporal.Instant
}

/** The actor of the erasure: the traveller, or staff with a reason. */
export type Eraser = { by: Actor; reason?: string }

export type EraseRefusal =
  /** A ticket is still valid: it has to be cancelled or used first. */
  | { ok: false; reason: 'rides-to-come' }
  /** A payment, its dispute or a refund is not final yet. */
  | { ok: false; reason: 'money-on-its-way' }

/** The reason why this person cannot be erased now, shown before the request. */
export async function findEraseRefusal(person: Person): Promise<EraseRefusal | undefined> {
  const orders = await selectOrdersOf(db, person).execute()
  return whatStandsAgainst(db, orders.filter(isTheirs(person)), person.now)
}

/** Whether an order with this address is left from before its erasure, beside those being paid. */
export async function hasOrdersLeft(email: string, until: Temporal.Instant): Promise<boolean> {
  const orders = await selectOrdersOf(db, { email, until, now: until }).execute()
  return orders.some((order) => !isBeingPaid(order))
}

/** `mailIds`: the mails that were sent about these orders. */
export type Erased = { ok: true; orderIds: string[]; mailIds: string[] }

/**
 * Erases a person from everything bought under the account or with its address. The bookings stay,
 * as numbers without a name, since the law requires the receipts; the audit records the erased
 * fields without their values. Links in old mails to these orders stop working.
 *
 * Any visitor can type any address into a cart. A cart of another browser loses the address and
 * prevents no erasure. One that is being paid keeps it until the payment ends, since its buyer
 * expects tickets there.
 */
export async function eraseFromOrders(
  tx: Tx,
  person: Person,
  eraser: Eraser,
): Promise<Erased | EraseRefusal> {
  const found = await selectOrdersOf(tx, person).forUpdate().execute()
  const refusal = await whatStandsAgainst(tx, found.filter(isTheirs(person)), person.now)
  if (refusal) return refusal

  const orders = found.filter((order) => isTheirs(person)(order) || !isBeingPaid(order))
  const orderIds = orders.map(({ orderId }) => orderId)
  for (const { orderId } of orders) {
    const subject = `order:${orderId}`
    const after = { fields: ['name', 'email', 'phone', 'account'] }
    const by = { kind: 'job', name: 'erase-person' } as const
    const reason = `a person erased by ${actorText(eraser.by)}`
    await audit(tx, { by, reason, subject, action: 'erased', after, now: person.now })
  }
  return { ok: true, orderIds, mailIds: await forgetHolders(tx, orders) }
}

function selectOrdersOf(tx: Tx | Database, { accountId, email, until, now }: Person) {
  return tx
    .selectFrom('orders')
    .select(['orderId', 'status', 'accountId'])
    .where((order) =>
      order.or([
        order('accountId', '=', accountId ?? null),
        order.and([
          order(order.fn('lower', ['contactEmail']), '=', email),
          ...(until ? [isUncorrectedSince(order, until)] : []),
        ]),
      ]),
    )
    .where('createdAt', '<=', until ?? now)
    .orderBy('orderId')
}

/**
 * Whether the order had this address by then already: an address that was written into it later
 * belongs to a living person, or to one who has returned.
 */
function isUncorrectedSince(order: ExpressionBuilder<DB, 'orders'>, moment: Temporal.Instant) {
  const correction = order
    .selectFrom('changes')
    .select('changeId')
    .whereRef('changes.orderId', '=', 'orders.orderId')
    .where('kind', '=', 'contact')
    .where('doneAt', '>', moment)
  return order.and([
    order('emailCorrectedAt', 'is', null).or('emailCorrectedAt', '<=', moment),
    order.not(order.exists(correction)),
  ])
}

type Found = { orderId: string; status: OrderStatus; accountId: string | null }

/**
 * Whether an order certainly belongs to this person, and was not merely typed with their address.
 */
function isTheirs({ accountId }: Person) {
  return (order: Found) =>
    BOUGHT.includes(order.status) || (order.accountId !== null && order.accountId === accountId)
}

function isBeingPaid({ status }: Found): boolean {
  return status === 'awaiting-payment'
}

async function whatStandsAgainst(
  tx: Tx | Database,
  orders: readonly Found[],
  now: Temporal.Instant,
): Promise<EraseRefusal | undefined> {
  const orderIds = orders.map(({ orderId }) => orderId)
  if (orderIds.length === 0) return undefined
  const toCome = await tx
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .select('bookingId')
    .where('orders.orderId', 'in', orderIds)
    .where('status', '=', 'confirmed')
    .where('state', '=', 'live')
    .where('departsAt', '>', now)
    .executeTakeFirst()
  if (toCome) return { ok: false, reason: 'rides-to-come' }

  const beingPaid = await tx
    .selectFrom('orders')
    .select('orderId')
    .where('orderId', 'in', orderIds)
    .where((order) =>
      order.or([order('status', '=', 'awaiting-payment'), order.exists(openMoneyOf(order))]),
    )
    .executeTakeFirst()
  return beingPaid ? { ok: false, reason: 'money-on-its-way' } : undefined
}
