import { BOUGHT } from '#modules/orders/order/buyers.server.ts'
import { audit } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { readReference } from '#platform/text/reference.ts'
import { skeleton } from '#platform/text/spelling.ts'

import { onEnquiry, type EnquiryOutcome, type Seeing } from './answer.server.ts'

/** The facts that agree between the writer of an enquiry and the buyer of a booking. */
export type Agreement = 'address' | 'name' | 'nothing'

type Person = { name: string; email: string }

/** The booking with this reference, as typed, and how well its buyer agrees with the writer. */
export async function findToLink(typed: string, writer: Person) {
  const order = await findBought(typed)
  return order && { ...order, agreement: compare(writer, order) }
}

async function findBought(typed: string) {
  const order = await db
    .selectFrom('orders')
    .select(['orderId', 'reference', 'contactName', 'contactEmail'])
    .where('reference', '=', readReference(typed) ?? '')
    .where('status', 'in', BOUGHT)
    .executeTakeFirst()
  if (!order) return undefined
  const { orderId, reference, contactName, contactEmail } = order
  return { orderId, reference, name: contactName ?? '', email: contactEmail ?? '' }
}

function compare(writer: Person, buyer: Person): Agreement {
  if (writer.email.toLowerCase() === buyer.email.toLowerCase()) return 'address'
  const [one, other] = [wordsOf(writer.name), wordsOf(buyer.name)]
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one]
  return fewer.size > 0 && fewer.isSubsetOf(more) ? 'name' : 'nothing'
}

/** In the common form of all spellings, so that Άννα is Anna. */
function wordsOf(name: string): Set<string> {
  return new Set(skeleton(name).split(/\s+/).filter(Boolean))
}

/** Links an enquiry to the booking that it is about, instead of another one. */
export async function linkBooking(act: Seeing & { booking: string }): Promise<EnquiryOutcome> {
  const order = await findBought(act.booking)
  return order ? setOrder(act, order) : { ok: false, reason: 'no-such-booking' }
}

/** Takes back a link to the wrong booking. */
export function unlinkBooking(act: Seeing): Promise<EnquiryOutcome> {
  return setOrder(act, null)
}

function setOrder(act: Seeing, order: { orderId: string; reference: string } | null) {
  return onEnquiry(act, async (tx, { enquiryId }) => {
    const { by, now } = act
    await tx
      .updateTable('enquiries')
      .set({ orderId: order?.orderId ?? null })
      .where('enquiryId', '=', enquiryId)
      .execute()
    const action = order ? 'linked' : 'unlinked'
    const after = order && { after: { booking: order.reference } }
    await audit(tx, { by, subject: `enquiry:${enquiryId}`, action, ...after, now })
    return { ok: true }
  })
}

/** The enquiries linked to a booking and those from the address of its buyer, latest first. */
export async function listEnquiriesOfBooking(of: { orderId: string; contactEmail: string | null }) {
  const enquiries = await db
    .selectFrom('enquiries')
    .select(['reference', 'kind', 'topic', 'state', 'receivedAt', 'orderId'])
    .where((one) =>
      one.or([
        one('orderId', '=', of.orderId),
        one(one.fn('lower', ['email']), '=', (of.contactEmail ?? '').toLowerCase()),
      ]),
    )
    .orderBy('receivedAt', 'desc')
    .limit(20)
    .execute()
  return enquiries.map(({ orderId, ...one }) => ({ ...one, isLinked: orderId === of.orderId }))
}
