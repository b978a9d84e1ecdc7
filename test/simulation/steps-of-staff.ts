import { extendHoldByStaff } from '#modules/orders/office/extend-hold.server.ts'
import { giveGoodwill, quoteGoodwill } from '#modules/orders/office/goodwill.server.ts'
import { reissueTicket } from '#modules/orders/office/reissue.server.ts'
import { amend, quoteAmendment } from '#modules/orders/self-service/amend.server.ts'
import {
  cancel,
  quoteCancellation,
  quoteOverruledCancellation,
} from '#modules/orders/self-service/cancel.server.ts'
import { quoteNextBus, takeNextBus } from '#modules/orders/self-service/missed.server.ts'
import { now } from '#platform/clock.server.ts'
import { cents } from '#platform/money.ts'

import type { Journey } from './journey.ts'
import { asks, findOpenOrder, overrule } from './office.ts'
import { ride } from './travellers.ts'

/** Acts of staff on the traveller's booking, against the rules where there are any. */
export const OF_STAFF = {
  'staff refund it all': (journey: Journey) => cancelFor(journey, 1),
  'staff refund half': (journey: Journey) => cancelFor(journey, 0.5),
  'staff give goodwill': (journey: Journey) => giveTo(journey, 0.25),
  'staff give all the goodwill there is': (journey: Journey) => giveTo(journey, 1),
  'staff move the ride': (journey: Journey) => changeFor(journey, { bus: 1, to: 'C' }),
  'staff ask for a surcharge': (journey: Journey) => changeFor(journey, { bus: 0, to: 'D' }),
  'staff waive a surcharge': (journey: Journey) =>
    changeFor(journey, { bus: 0, to: 'D', waivesSurcharge: true }),
  'staff take the next bus': async (journey: Journey) => {
    const bought = await journey.bought()
    const overruled = overrule()
    const next = bought && (await quoteNextBus(bought.ticketId, now(), overruled.code))
    if (!bought || !next?.ok) return undefined
    const staff = await asks(bought.booking.orderId)
    const press = { shownDepartureId: next.departureId, staff, overrule: overruled, now: now() }
    return takeNextBus(bought.ticketId, press)
  },
  'staff reissue the ticket': async (journey: Journey) => {
    const bought = await journey.bought()
    if (!bought) return undefined
    const { orderId, bookingId } = bought.booking
    return reissueTicket({ orderId, bookingId, staff: await asks(orderId), now: now() })
  },
  'staff extend the hold': async ({ visitor }: Journey) => {
    const open = await findOpenOrder(visitor)
    if (!open) return undefined
    const { orderId } = open
    return extendHoldByStaff({ orderId, staff: await asks(orderId), now: now() })
  },
} satisfies Record<string, (journey: Journey) => Promise<unknown>>

/** Cancels the first ride with this share of what the rule would keep. */
async function cancelFor(journey: Journey, share: number): Promise<unknown> {
  const bought = await journey.bought()
  if (!bought) return undefined
  const { manageId, booking } = bought
  const wish = { manageId, leaving: [{ bookingId: booking.bookingId, staying: null }], now: now() }
  const staff = await asks(booking.orderId)
  const quote = await quoteCancellation(wish)
  const bounds = await quoteOverruledCancellation(wish)
  if (!quote.ok || !bounds.ok) return undefined
  const give = cents(bounds.least + Math.round((bounds.most - bounds.least) * share))
  return cancel({ ...wish, shownRefund: quote.refund, staff, overrule: { ...overrule(), give } })
}

/** Gives this share of what the cards have paid. */
async function giveTo(journey: Journey, share: number): Promise<unknown> {
  const bought = await journey.bought()
  if (!bought) return undefined
  const { orderId } = bought.booking
  const staff = await asks(orderId)
  const amount = cents(Math.round((await quoteGoodwill(orderId)) * share))
  return giveGoodwill({ orderId, amount, staff, overrule: overrule(), now: now() })
}

type Target = { bus: 0 | 1; to: 'C' | 'D'; waivesSurcharge?: boolean }

async function changeFor(
  journey: Journey,
  { bus, to, waivesSurcharge = false }: Target,
): Promise<unknown> {
  const bought = await journey.bought()
  if (!bought) return undefined
  const { manageId, booking } = bought
  const there = ride(journey.buses[bus], 'A', to, booking.passengers)
  const overruled = { ...overrule(), waivesSurcharge }
  const wish = {
    manageId,
    bookingId: booking.bookingId,
    to: there,
    overrule: overruled,
    now: now(),
  }
  const staff = await asks(booking.orderId)
  const quote = await quoteAmendment(wish)
  if (!quote.ok) return quote
  const here = { locale: 'en', origin: journey.bank.door.origin } as const
  return amend({ ...wish, ...here, shown: quote, staff })
}
