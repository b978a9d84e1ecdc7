import { audit } from '#platform/audit.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { newOpeningId } from '#platform/ids.server.ts'

import { NO_BROWSER } from './forget-browsers.server.ts'

type Person = {
  accountId: string
  /** In small letters. */
  email: string
  now: Temporal.Instant
}

export type EraseRefusal =
  /** A ticket is still to be shown: it can be cancelled, or travelled on. */
  | { ok: false; reason: 'rides-to-come' }
  /** A payment or a refund has not come to its end. */
  | { ok: false; reason: 'money-on-its-way' }

/** Why this person could not be erased now, said before anybody asks for it. */
export async function findEraseRefusal(person: Person): Promise<EraseRefusal | undefined> {
  const orders = await selectOrdersOf(db, person).execute()
  const orderIds = orders.map(({ orderId }) => orderId)
  return orderIds.length > 0 ? whatStandsAgainst(db, orderIds, person.now) : undefined
}

/** `mailIds`: the mails that were sent about these orders. */
export type Erased = { ok: true; mailIds: string[] }

const BEING_PAID = ['awaiting-payment', 'payment-review']
const MONEY_MOVES = ['requested', 'pending', 'needs-attention', 'failed']

/**
 * Takes a person out of everything that was bought under the account or with its address. The
 * bookings stay, as numbers and without a name, since the law wants the receipts; the audit keeps
 * which fields were erased, and no value. The links in old mails to these orders lead nowhere.
 */
export async function eraseFromOrders(tx: Tx, person: Person): Promise<Erased | EraseRefusal> {
  const orders = await selectOrdersOf(tx, person).forUpdate().execute()
  const orderIds = orders.map(({ orderId }) => orderId)
  if (orderIds.length === 0) return { ok: true, mailIds: [] }

  const refusal = await whatStandsAgainst(tx, orderIds, person.now)
  if (refusal) return refusal
  for (const { orderId, status } of orders) {
    const isCart = status === 'cart'
    await tx
      .updateTable('orders')
      .set({ contactName: null, contactEmail: null, accountId: null })
      .$if(!isCart, (bought) => bought.set({ visitor: NO_BROWSER, manageId: newOpeningId() }))
      .where('orderId', '=', orderId)
      .execute()
    const subject = `order:${orderId}`
    const after = { fields: ['name', 'email', 'account'] }
    await audit(tx, { actor: 'traveller', subject, action: 'erased', after, now: person.now })
  }
  await tx
    .updateTable('tickets')
    .set({ groupLeader: '' })
    .where('bookingId', 'in', (booking) =>
      booking.selectFrom('bookings').select('bookings.bookingId').where('orderId', 'in', orderIds),
    )
    .execute()
  return { ok: true, mailIds: await eraseMails(tx, orderIds) }
}

function selectOrdersOf(tx: Tx | Database, { accountId, email }: Person) {
  return tx
    .selectFrom('orders')
    .select(['orderId', 'status'])
    .where((order) =>
      order.or([
        order('accountId', '=', accountId),
        order(order.fn('lower', ['contactEmail']), '=', email),
      ]),
    )
    .orderBy('orderId')
}

async function whatStandsAgainst(
  tx: Tx | Database,
  orderIds: readonly string[],
  now: Temporal.Instant,
): Promise<EraseRefusal | undefined> {
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

/** That they were promised stays; where they went does not, and none goes there any more. */
async function eraseMails(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  await tx
    .updateTable('mails')
    .set({ state: 'parked' })
    .where('orderId', 'in', orderIds)
    .where('state', '=', 'queued')
    .execute()
  const erased = await tx
    .updateTable('mails')
    .set({ address: '', lastProblem: null })
    .where('orderId', 'in', orderIds)
    .returning('mailId')
    .execute()
  return erased.map(({ mailId }) => mailId)
}
