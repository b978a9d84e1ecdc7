import { sql } from 'kysely'

import type { Database, Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { readPhone } from '#platform/text/phone.ts'

import type { Contact } from './contact.ts'
import type { OrderStatus } from './order-status.ts'
import { searchText } from './search-text.ts'

/*
 * Ownership of orders: the account, the browser and the email address that an order keeps of its
 * buyer.
 */

/** Statuses of an order that was bought, including those that it may reach afterwards. */
export const BOUGHT: readonly OrderStatus[] = ['confirmed', 'cancelled', 'payment-review']

/**
 * The columns of a contact, together with the text by which staff find the order: written in every
 * place that writes a name or an address. A telephone number that cannot be read is not stored.
 */
export function contactColumns({ name, email, phone }: Contact) {
  const text = searchText({ name, email })
  const number = phone === '' ? null : phone && readPhone(phone)
  return {
    contactName: name,
    contactEmail: email,
    search: sql<string>`concat_ws(' ', lower(orders.reference), nullif(${text}, ''))`,
    ...(number !== undefined && { contactPhone: number }),
  }
}

/** The columns of an order without its buyer. */
export const NO_CONTACT = {
  contactName: null,
  contactEmail: null,
  contactPhone: null,
  search: null,
} as const

/** Stored in place of a browser's key, so that no browser lists the order any more. */
const NO_BROWSER = 'none'

/**
 * Attaches orders that a guest bought with the account's address.
 *
 * @param email in lower case
 * @returns the orders that belonged to no account
 */
export async function attachToAccount(
  tx: Tx,
  { accountId, email }: { accountId: string; email: string },
): Promise<string[]> {
  const attached = await tx
    .updateTable('orders')
    .set({ accountId })
    .where('accountId', 'is', null)
    .where((order) => order.fn('lower', ['contactEmail']), '=', email)
    .where('status', 'in', BOUGHT)
    .returning('orderId')
    .execute()
  return attached.map(({ orderId }) => orderId)
}

/** Removes the browser keys from the bought orders of an account. Carts keep theirs. */
export async function detachBrowsers(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ visitor: NO_BROWSER })
    .where('accountId', '=', accountId)
    .where('status', 'not in', ['cart', 'awaiting-payment'])
    .execute()
}

/** The update that moves the orders of one browser key to another. */
export function updateBrowser(tx: Tx | Database, { from, to }: { from: string; to: string }) {
  return tx.updateTable('orders').set({ visitor: to }).where('visitor', '=', from)
}

/**
 * Removes name, address, telephone number and account from an order. A bought order also loses its browser key and
 * its access link; an open cart stays usable.
 */
export async function forgetBuyer(
  tx: Tx,
  { orderId, status }: { orderId: string; status: string },
): Promise<void> {
  const isCart = status === 'cart'
  await tx
    .updateTable('orders')
    .set({ ...NO_CONTACT, accountId: null })
    .$if(!isCart, (bought) => bought.set({ visitor: NO_BROWSER, manageId: newAccessToken() }))
    .where('orderId', '=', orderId)
    .execute()
}

/**
 * Removes the telephone numbers of orders whose last journey arrived before `limit`, or was to
 * arrive before it. An order without any journey left has no bus to call about.
 */
export async function forgetPhones(tx: Tx, limit: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ contactPhone: null })
    .where('contactPhone', 'is not', null)
    .where('status', 'in', BOUGHT)
    .where((order) =>
      order.not(
        order.exists(
          order
            .selectFrom('bookings')
            .select('bookingId')
            .whereRef('bookings.orderId', '=', 'orders.orderId')
            .where('bookings.state', '<>', 'replaced')
            .where('arrivesAt', '>=', limit),
        ),
      ),
    )
    .execute()
}

type Corrected = { orderId: string; name: string; email: string; now: Temporal.Instant }

/** Sets a corrected address and the time of its only correction. The order must be locked. */
export async function writeCorrectedEmail(
  tx: Tx,
  { orderId, name, email, now }: Corrected,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...contactColumns({ name, email }), emailCorrectedAt: now })
    .where('orderId', '=', orderId)
    .execute()
}
