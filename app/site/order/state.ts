import { isMoving } from '#app/components/order/money-view.server.ts'
import { found } from '#app/http/found.ts'
import { askAboutPayments } from '#modules/orders/self-service/awaited-change.server.ts'
import { findHeldOrder } from '#modules/orders/self-service/find-order.server.ts'
import { now } from '#platform/clock.server.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'

import type { Route } from './+types/state'

/** The limit of asking the provider on behalf of a waiting page. */
const ASKING = { name: 'order-state', tries: 40, seconds: 60 }

/**
 * The endpoint that an order page polls while money is on its way: whether there is news, in one
 * word.
 */
export async function loader({ params }: Route.LoaderArgs) {
  if (await mayTry(ASKING)) await askAboutPayments(params.id, now())
  const held = found(await findHeldOrder(params.id, MAIN_LOCALE, now()))
  return Response.json({ outcome: isMoving(held) ? 'processing' : 'known' })
}
