import { found } from '#app/http/found.ts'
import { translation } from '#app/i18n/translation.ts'
import { findHeldOrder, type HeldOrder } from '#modules/orders/self-service/find-order.server.ts'
import { now } from '#platform/clock.server.ts'

/**
 * The order that an address opens, in the language of the page.
 *
 * @throws a 404 for any other id
 */
export async function getHeldOrder(manageId: string): Promise<HeldOrder> {
  return found(await findHeldOrder(manageId, translation().locale, now()))
}
