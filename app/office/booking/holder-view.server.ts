import { showHeldOrder } from '#app/components/order/view.server.ts'
import type { OrderPageView } from '#app/components/order/view.ts'
import type { HeldOrder } from '#modules/orders/self-service/find-order.server.ts'
import { maskPhone } from '#platform/text/phone.ts'

/** Stands where the page of the traveller has a key: the part is shown and opens nothing. */
const NO_KEY = '-'

/**
 * The page of the traveller without what only the traveller has: the keys of the booking, of its
 * tickets, choices and payment page, and the telephone number in full.
 */
export async function showAsHolder(held: HeldOrder, now: Temporal.Instant): Promise<OrderPageView> {
  const { items, awaited, contactPhone } = held
  const keyless: HeldOrder = {
    ...held,
    manageId: NO_KEY,
    items: items.map((item) => ({ ...item, ticketId: item.ticketId && NO_KEY })),
    awaited: awaited && { ...awaited, goTo: null },
  }
  const shown = await showHeldOrder(keyless, '', now)
  return {
    ...shown,
    items: shown.items.map((item) => ({ ...item, choiceToken: item.choiceToken && NO_KEY })),
    isMoving: false,
    contact: { ...shown.contact, phone: contactPhone && maskPhone(contactPhone) },
  }
}
