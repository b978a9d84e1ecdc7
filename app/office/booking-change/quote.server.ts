import { translation } from '#app/i18n/translation.ts'
import { explainAct } from '#app/office/booking-acts.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { quoteAmendment, type AmendmentQuote } from '#modules/orders/self-service/amend.server.ts'
import { beThereAt } from '#modules/rules/deadlines.ts'
import type { TicketStop } from '#modules/tickets/ticket.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'

import { addressOf, anyOverrule, inShort, type Changing } from './changing.server.ts'
import type { QuoteView } from './view.ts'

/** The parameter of the address that waives the surcharge. */
const WAIVE = 'waive'

export function isWaived(search: URLSearchParams): boolean {
  return search.get(WAIVE) === 'yes'
}

/** The price by the rules or, if they refuse, against them; or why even an overrule cannot. */
export async function showQuote(changing: Changing, to: RideWish): Promise<QuoteView | string> {
  const { held, item, search, mayWaive, now } = changing
  const wish = { manageId: held.manageId, bookingId: item.bookingId, to, now }
  const byRule = await quoteAmendment(wish)
  const waivesSurcharge = isWaived(search)
  const overrule = { ...anyOverrule(mayWaive), waivesSurcharge }
  const isOverrule = !byRule.ok || waivesSurcharge
  const quoted = isOverrule ? await quoteAmendment({ ...wish, overrule }) : byRule
  if (!quoted.ok) return explainAct(quoted)
  const { surcharge, goodwill } = quoted
  return {
    ride: await showRide(quoted, to),
    paid: quoted.before,
    price: quoted.after,
    surcharge,
    waived: goodwill,
    refund: quoted.refund,
    email: held.contactEmail,
    refusal: byRule.ok ? null : await explainAct(byRule),
    isOverrule,
    waiveAddress: surcharge + goodwill > 0 ? otherWay(changing) : null,
    otherAddress: addressOf(changing),
  }
}

function otherWay(changing: Changing): string {
  const query = new URLSearchParams(changing.search)
  if (isWaived(query)) query.delete(WAIVE)
  else query.set(WAIVE, 'yes')
  return addressOf(changing, query)
}

async function showRide({ ride }: AmendmentQuote, to: RideWish) {
  const { departsAt, arrivesAt } = ride
  const [from, there] = await Promise.all([findStop(to.fromStopId), findStop(to.toStopId)])
  return inShort({ ...to, from, to: there, departsAt, arrivesAt, beThereAt: beThereAt(departsAt) })
}

async function findStop(stopId: string): Promise<TicketStop> {
  const stop = (await getStops(translation().locale)).get(stopId)
  const { name = stopId, shortName = stopId, shortNameAccusative = null } = stop ?? {}
  return { stopId, name, shortName, shortNameAccusative, directions: null, mapUrl: null }
}
