import { BOUGHT } from '#modules/orders/order/buyers.server.ts'
import type { OrderStatus } from '#modules/orders/order/order-status.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'

import { forgetHolders } from './forget-holders.server.ts'

export type Person = {
  /** Nothing for who never had one. */
  accountId?: string | undefined
  /** In small letters. */
  email: string
  /** Only what is older counts: for who was erased before and has come back since. */
  until?: Temporal.Instant | undefined
  now: Temporal.Instant
}

/** The person who asks: the traveller, or somebody at the desk who says why. */
export type Eraser = { by: Actor; reason?: string }

export type EraseRefusal =
  /** A ticket is still to be shown: it can be cancelled, or travelled on. */
  | { ok: false; reason: 'rides-to-come' }
  /** A payment or a refund has not come to its end. */
  | { ok: false; reason: 'money-on-its-way' }

/** Why this person could not be erased now, said before anybody asks for it. */
export async function findEraseRefusal(person: Person): Promise<EraseRefusal | undefined> {
  const orders = await selectOrdersOf(db, person).execute()
  return whatStandsAgainst(db, orders.filter(isTheirs(person)), person.now)
}

/** `mailIds`: the mails that were sent about these orders. */
export type Erased = { ok: true; orderIds: string[]; mailIds: string[] }

const BEING_PAID = ['awaiting-payment', 'payment-review'] as const
const MONEY_MOVES = ['requested', 'pending', 'needs-attention', 'failed'] as const

/**
 * Takes a person out of everything that was bought under the account or with its address. The
 * bookings stay, as numbers and without a name, since the law wants the receipts; the audit keeps
 * which fields were erased, and no value. The links in old mails to these orders lead nowhere.
 *
 * Anybody can type an address into a cart. A cart of another browser loses it, and stands in nobody's
 * way; one that is being paid keeps it, since whoever pays wants tickets, until that has an end.
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
    const after = { fields: ['name', 'email', 'account'] }
    await audit(tx, { ...eraser, subject, action: 'erased', after, now: person.now })
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
        order(order.fn('lower', ['contactEmail']), '=', email),
      ]),
    )
    .where('createdAt', '<=', until ?? now)
    .orderBy('orderId')
}

type Found = { orderId: string; status: OrderStatus; accountId: string | null }

/** Whether it is this person's for sure, and not only somebody's who has typed their address. */
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
    .leftJoin('payments', 'payableId', 'orderId')
    .leftJoin('refunds', 'refunds.paymentId', 'payments.paymentId')
    .select('orderId')
    .where('orderId', 'in', orderIds)
    .where((row) =>
      row.or([
        row('orders.status', 'in', BEING_PAID),
        row('payments.state', 'in', ['created', 'open', 'processing', 'review']),
        row('refunds.state', 'in', MONEY_MOVES),
      ]),
    )
    .executeTakeFirst()
  return beingPaid ? { ok: false, reason: 'money-on-its-way' } : undefined
}
