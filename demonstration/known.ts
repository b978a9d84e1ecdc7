import { actorText, type Actor } from '#platform/actor.ts'
import { db } from '#platform/db.server.ts'

/* The traces that a run of this program finds of itself, or of an earlier one. */

export type OrderOf = NonNullable<Awaited<ReturnType<typeof findOrderOf>>>

/** The order of a browser, or of a sale by its key. */
export async function findOrderOf(visitor: string) {
  return db
    .selectFrom('orders')
    .select(['orderId', 'manageId', 'status', 'locale'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('changes')
            .select('changeId')
            .whereRef('changes.orderId', '=', 'orders.orderId'),
        )
        .as('isChanged'),
    )
    .where('visitor', '=', visitor)
    .executeTakeFirst()
}

/** A paid order on which nothing was changed yet. */
export async function findUnchanged(visitor: string): Promise<OrderOf | undefined> {
  const order = await findOrderOf(visitor)
  return order?.status === 'confirmed' && !order.isChanged ? order : undefined
}

export function findEnquiryOf(visitor: string) {
  return db
    .selectFrom('enquiries')
    .select(['enquiryId', 'reference', 'state', 'assignedTo', 'firstAnsweredAt', 'threadId'])
    .where('visitor', '=', visitor)
    .executeTakeFirst()
}

/** Two acts of the same plan, a run apart, are done within so many minutes of one moment. */
const SAME_MINUTES = 2

/** Whether the seller's till was opened at this moment by an earlier run. */
export async function wasTillOpened(moment: Temporal.Instant): Promise<boolean> {
  const session = await db
    .selectFrom('tillSessions')
    .select('sessionId')
    .where('openedAt', '>', moment.subtract({ minutes: SAME_MINUTES }))
    .where('openedAt', '<', moment.add({ minutes: SAME_MINUTES }))
    .executeTakeFirst()
  return session !== undefined
}

/** Whether a delay was reported at this moment by an earlier run. */
export async function wasDelayReported(moment: Temporal.Instant, by: Actor): Promise<boolean> {
  const report = await db
    .selectFrom('departureDelays')
    .select('delayNo')
    .where('enteredBy', '=', actorText(by))
    .where('enteredAt', '>', moment.subtract({ minutes: SAME_MINUTES }))
    .where('enteredAt', '<', moment.add({ minutes: SAME_MINUTES }))
    .executeTakeFirst()
  return report !== undefined
}
