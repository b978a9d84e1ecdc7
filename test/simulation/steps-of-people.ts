import { partyOf } from '#modules/fares/passengers.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import {
  cancelDeparture,
  refundHolders,
  tellHolders,
} from '#modules/incidents/departures/cancel-departure.server.ts'
import { seeToSmallerBuses } from '#modules/incidents/departures/smaller-bus.server.ts'
import { tellStops } from '#modules/incidents/stops/tell-stops.server.ts'
import { tellRetimed } from '#modules/incidents/times/retimed-bus.server.ts'
import { remindTravellers } from '#modules/notifications/remind.server.ts'
import {
  removeRide,
  extendHold,
  setWheelchairUsers,
  takeAgain,
} from '#modules/orders/cart/change-cart.server.ts'
import { deleteOldCarts } from '#modules/orders/cart/delete-old-carts.server.ts'
import { amend, quoteAmendment } from '#modules/orders/self-service/amend.server.ts'
import { cancel, quoteCancellation } from '#modules/orders/self-service/cancel.server.ts'
import { changeContact } from '#modules/orders/self-service/contact.server.ts'
import { quoteNextBus, takeNextBus } from '#modules/orders/self-service/missed.server.ts'
import { SEND_REFUND } from '#modules/payments/refunds.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'

import {
  bringSmallerBus,
  cancelOfferedBus,
  closeStopOfBus,
  reopenStopsOfBus,
  retimeBus,
  stayInPart,
  takeMoneyInstead,
  takeOfferedBus,
} from './choices.ts'
import { doJobs, poll, sendMails } from './jobs.ts'
import type { Journey } from './journey.ts'
import { addTraveller, choose, pressPay, readTimes, ride } from './travellers.ts'

/** Acts of travellers, and the background work for them when all goes well. */
export const OF_PEOPLE = {
  'press pay': async ({ visitor, bank }: Journey) =>
    pressPay(visitor, bank, { timesSeen: await readTimes(visitor) }),
  'press pay at the times of before': ({ visitor, bank }: Journey) => pressPay(visitor, bank),
  'press pay in Greek': ({ visitor, bank }: Journey) => pressPay(visitor, bank, { locale: 'el' }),
  'pay the newest': async (journey: Journey) => {
    for (const { url } of (await journey.attempts()).slice(0, 1)) await journey.bank.payAtBank(url)
  },
  'pay the oldest': async (journey: Journey) => {
    for (const { url } of (await journey.attempts()).slice(-1)) await journey.bank.payAtBank(url)
  },
  'cancel at the bank': async (journey: Journey) => {
    for (const { url } of await journey.attempts()) await journey.bank.cancelAtBank(url)
  },
  'come back': (journey: Journey) => journey.comeBack(),
  'callbacks arrive': (journey: Journey) => journey.callbacksArrive(),
  'read callbacks': () => doJobs(),
  'send refunds': () => doJobs([SEND_REFUND.name]),
  'send mails': () => sendMails(),
  poll: () => poll(),
  'choose again': (journey: Journey) => journey.choose(journey.visitor),
  'add a ride': ({ visitor, buses }: Journey) => choose(visitor, ride(buses[1], 'B', 'C')),
  'remove a ride': async (journey: Journey) =>
    removeRide(journey.visitor, await journey.firstRide(), now()),
  'ask for a wheelchair place': async (journey: Journey) => {
    const wish = { bookingId: await journey.firstRide(), wheelchairUsers: 1 }
    return setWheelchairUsers({ visitor: journey.visitor, ...wish, now: now() })
  },
  extend: ({ visitor }: Journey) => extendHold(visitor, now()),
  'take again': ({ visitor }: Journey) => takeAgain(visitor, now()),
  'tidy up': () => deleteOldCarts(now()),
  'a rival chooses': (journey: Journey) => journey.choose(journey.rival),
  'a rival presses pay': ({ rival, bank }: Journey) => pressPay(rival, bank),
  'four want the same two seats': ({ buses }: Journey) =>
    Promise.all(
      [1, 2, 3, 4].map(() => choose(addTraveller(), ride(buses[1], 'A', 'C', { adult: 2 }))),
    ),
  'give all up': (journey: Journey) => giveUp(journey, null),
  'one stays at home': (journey: Journey) =>
    giveUp(journey, {
      passengers: partyOf({ adult: 1 }),
      wheelchairUsers: 0,
    }),
  'take another bus': (journey: Journey) => change(journey, { bus: 1, to: 'C', adult: 2 }),
  'ride further': (journey: Journey) => change(journey, { bus: 0, to: 'D', adult: 2 }),
  'ride further on another bus': (journey: Journey) =>
    change(journey, { bus: 1, to: 'D', adult: 2 }),
  'miss the bus': async (journey: Journey) => {
    const bought = await journey.bought()
    const next = bought && (await quoteNextBus(bought.ticketId, now()))
    if (!next?.ok) return undefined
    const shown = { shownDepartureId: next.departureId, now: now() }
    return takeNextBus(bought?.ticketId ?? '', shown)
  },
  'another name': async (journey: Journey) => {
    const manageId = (await journey.bought())?.manageId ?? ''
    const contact = { name: `Nikos ${now().epochMilliseconds}`, email: 'nikos@example.com' }
    return changeContact({ manageId, contact, by: TRAVELLER, now: now() })
  },
  'the bus does not run': ({ buses: [departureId] }: Journey) =>
    cancelDeparture({
      departureId,
      by: ADMIN,
      reason: 'no driver',
      now: now(),
    }),
  'holders are told': () => tellHolders(now()),
  'a smaller bus comes': ({ buses: [departureId] }: Journey) => bringSmallerBus(departureId),
  'a new timetable has a bus earlier': ({ buses: [departureId] }: Journey) =>
    retimeBus(departureId, -7),
  'a new timetable has a bus later': ({ buses: [departureId] }: Journey) =>
    retimeBus(departureId, 15),
  'passengers learn new times': () => tellRetimed(now()),
  'smaller buses are seen to': () => seeToSmallerBuses(now()),
  'a stop is closed': ({ buses: [departureId] }: Journey) => closeStopOfBus(departureId),
  'the stop is served after all': ({ buses: [departureId] }: Journey) =>
    reopenStopsOfBus(departureId),
  'passengers of stops are told': () => tellStops(now()),
  'the offered bus does not run either': (journey: Journey) => cancelOfferedBus(journey),
  'take the offered bus': (journey: Journey) => takeOfferedBus(journey),
  'take the money instead': (journey: Journey) => takeMoneyInstead(journey),
  'stay with fewer passengers': (journey: Journey) => stayInPart(journey),
  'choices that are over are decided': () => decideChoices(now()),
  'holders are refunded': () => refundHolders(now()),
  'travellers of tomorrow are reminded': () => remindTravellers(now()),
} satisfies Record<string, (journey: Journey) => Promise<unknown>>

type Staying = Parameters<typeof cancel>[0]['leaving'][number]['staying']

/** Cancels at the refund that is shown now. */
async function giveUp(journey: Journey, staying: Staying): Promise<unknown> {
  const bought = await journey.bought()
  if (!bought) return undefined
  const { manageId, booking } = bought
  const leaving = [{ bookingId: booking.bookingId, staying }]
  const quote = await quoteCancellation({ manageId, leaving, now: now() })
  if (!quote.ok) return quote
  return cancel({ manageId, leaving, shownRefund: quote.refund, now: now() })
}

type OtherRide = { bus: 0 | 1; to: 'C' | 'D'; adult: number }

/** Changes the first ride at the price that is shown now; a surcharge remains to be paid. */
async function change(journey: Journey, { bus, to: stop, adult }: OtherRide): Promise<unknown> {
  const bought = await journey.bought()
  if (!bought) return undefined
  const { manageId, booking } = bought
  const to = ride(journey.buses[bus], 'A', stop, { adult })
  const wish = { manageId, bookingId: booking.bookingId, to, now: now() }
  const quote = await quoteAmendment(wish)
  if (!quote.ok) return quote
  const here = { locale: 'en', origin: journey.bank.door.origin } as const
  return amend({ ...wish, ...here, shown: quote })
}
