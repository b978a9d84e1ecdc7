import {
  isEmail,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  type Contact,
} from '#modules/orders/order/contact.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'

/**
 * Keeps what was typed into the checkout, finished or not, so that it is there again however one
 * comes back to the cart. Once somebody has ordered with an address, mail about late money goes
 * there, so from then on only an address that could be written to takes its place.
 */
export function keepContact(visitor: string, contact: Contact): Promise<void> {
  return writeContact(db, visitor, contact)
}

/** The same, where the cart is being changed anyway. */
export async function writeContact(
  tx: Tx | Database,
  visitor: string,
  { name, email }: Contact,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      contactName: name.slice(0, MAX_NAME_LENGTH),
      contactEmail: email.slice(0, MAX_EMAIL_LENGTH),
    })
    .where('visitor', '=', visitor)
    .where('status', '=', 'cart')
    .$if(!isEmail(email), (draft) => draft.where('termsAcceptedAt', 'is', null))
    .execute()
}
