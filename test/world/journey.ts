import { amend, quoteAmendment } from '#modules/changes/amend.server.ts'
import { cancel, quoteCancellation } from '#modules/changes/cancel.server.ts'
import { cancelDeparture, refundHolders, tellHolders } from '#modules/changes/company.server.ts'
import { changeContact } from '#modules/changes/contact.server.ts'
import { quoteNextBus, takeNextBus } from '#modules/changes/missed.server.ts'
import {
  removeRide,
  extendHold,
  setWheelchairUsers,
  takeAgain,
} from '#modules/orders/cart-changes.server.ts'
import { findCart } from '#modules/orders/find-cart.server.ts'
import { listTickets } from '#modules/orders/find-tickets.server.ts'
import { listBookings } from '#modules/orders/order-rows.server.ts'
import { tidyCarts } from '#modules/orders/tidy-carts.server.ts'
import { SEND_REFUND } from '#modules/payments/refunds.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'

import type { WorldBank } from './bank.ts'
import { doJobs, poll, sendMails } from './jobs.ts'
import { setFare } from './timetable.ts'
import { addTraveller, choose, comeBack, pressPay, ride } from './travellers.ts'
import { anyBus } from './world.ts'

/*
 * One traveller with several tabs, somebody else who wants the same seats, a bank, and time. Each
 * step may come at any moment, so none expects to succeed; only what is left in the end counts.
 */

/** What a step may fail with: the bank was told to be away, and the job would come again. */
const EXPECTED_FAULT = /does not answer|the provider is/

type Attempt = { paymentId: string; providerRef: string; url: string }

export class Journey {
  readonly bank: WorldBank
  readonly visitor = addTraveller()
  readonly rival = addTraveller()
  readonly buses: readonly [string, string]

  private constructor(bank: WorldBank, buses: [string, string]) {
    this.bank = bank
    this.buses = buses
  }

  static async start(bank: WorldBank): Promise<Journey> {
    const journey = new Journey(bank, [await anyBus({ seats: 2 }), await anyBus({ seats: 2 })])
    await journey.choose(journey.visitor)
    return journey
  }

  /** The same, with the first order paid for. */
  static async startBought(bank: WorldBank): Promise<Journey> {
    const journey = await Journey.start(bank)
    await DO['press pay'](journey)
    await DO['pay the newest'](journey)
    await DO['come back'](journey)
    return journey
  }

  async doAtOnce(steps: readonly Step[]): Promise<void> {
    const outcomes = await Promise.allSettled(steps.map((step) => DO[step](this)))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected' && !EXPECTED_FAULT.test(String(outcome.reason))) {
        throw outcome.reason
      }
    }
  }

  /** Everything that was promised is done, the last callback arrives, and the clocks run out. */
  async end(): Promise<void> {
    await this.bank.outage({ mode: '503', calls: 0 })
    for (const minutes of [0, 16, 61, 1]) {
      shiftClock({ minutes })
      await tellHolders(now())
      await poll()
      for (const { providerRef } of await this.attempts()) await this.bank.tell(providerRef)
      await doJobs()
    }
    await sendMails()
  }

  choose(visitor: string) {
    return choose(visitor, ride(this.buses[0], 'A', 'C', { adult: 2 }))
  }

  /** All that were opened, of whoever it was, the newest first. */
  async attempts(): Promise<Attempt[]> {
    const rows = await db
      .selectFrom('payments')
      .innerJoin('orders', 'orderId', 'payableId')
      .select(['paymentId', 'providerRef', 'redirectUrl'])
      .where('visitor', 'in', [this.visitor, this.rival])
      .orderBy('payments.createdAt', 'desc')
      .execute()
    return rows.flatMap(({ paymentId, providerRef, redirectUrl }) =>
      providerRef && redirectUrl ? [{ paymentId, providerRef, url: redirectUrl }] : [],
    )
  }

  /** What the traveller has bought, with its first ride. */
  async bought() {
    const order = await db
      .selectFrom('orders')
      .select(['orderId', 'manageId'])
      .where('visitor', '=', this.visitor)
      .where('status', '=', 'confirmed')
      .orderBy('createdAt')
      .executeTakeFirst()
    const [booking] = order ? await listBookings(db, order.orderId) : []
    const [ticket] = order ? await listTickets(order.orderId, 'en') : []
    return booking && ticket && order
      ? { manageId: order.manageId, booking, ticketId: ticket.ticketId }
      : undefined
  }

  async firstRide(): Promise<string> {
    const cart = await findCart(this.visitor, 'en', now())
    return cart?.rides[0]?.bookingId ?? ''
  }
}

const DO = {
  'press pay': ({ visitor, bank }: Journey) => pressPay(visitor, bank),
  'press pay in Greek': ({ visitor, bank }: Journey) => pressPay(visitor, bank, { locale: 'el' }),
  'pay the newest': (journey: Journey) => pay(journey, (all) => all.slice(0, 1)),
  'pay the oldest': (journey: Journey) => pay(journey, (all) => all.slice(-1)),
  'card declined': async (journey: Journey) => {
    for (const { url } of await journey.attempts()) await journey.bank.payAtBank(url, 'declined')
  },
  'card in the making': async (journey: Journey) => {
    for (const { url } of await journey.attempts()) await journey.bank.payAtBank(url, 'processing')
  },
  'cancel at the bank': async (journey: Journey) => {
    for (const { url } of await journey.attempts()) await journey.bank.cancelAtBank(url)
  },
  'money comes after all': async (journey: Journey) => {
    for (const { providerRef } of await journey.attempts()) {
      await journey.bank.control(`/orders/${providerRef}/pay`)
    }
  },
  'another sum comes': async (journey: Journey) => {
    const [attempt] = await journey.attempts()
    if (attempt) await journey.bank.control(`/orders/${attempt.providerRef}/pay`, { amount: 1 })
  },
  'come back': async (journey: Journey) => {
    for (const { paymentId } of await journey.attempts()) await comeBack(paymentId)
  },
  'callbacks arrive': async (journey: Journey) => {
    for (const { providerRef } of await journey.attempts()) await journey.bank.tell(providerRef)
  },
  'read callbacks': () => doJobs(),
  'send refunds': () => doJobs([SEND_REFUND.name]),
  'refunds come back': async (journey: Journey) => {
    for (const { providerRef } of await journey.attempts()) {
      await journey.bank.control(`/orders/${providerRef}/refund_fail`)
    }
  },
  poll: () => poll(),
  'a minute later': () => later(1),
  'eleven minutes later': () => later(11),
  'sixteen minutes later': () => later(16),
  'an hour later': () => later(61),
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
  'tidy up': () => tidyCarts(now()),
  'dearer fares': () => setFare('A', 'C', 'adult', 2000),
  'cheaper fares': () => setFare('A', 'C', 'adult', 1800),
  'a rival chooses': (journey: Journey) => journey.choose(journey.rival),
  'a rival presses pay': ({ rival, bank }: Journey) => pressPay(rival, bank),
  'give all up': (journey: Journey) => giveUp(journey, () => null),
  'one stays at home': (journey: Journey) =>
    giveUp(journey, () => ({
      passengers: { adult: 1, child: 0, student: 0, infant: 0 },
      wheelchairUsers: 0,
    })),
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
    return changeContact({ manageId, contact, now: now() })
  },
  'the bus does not run': ({ buses: [departureId] }: Journey) =>
    cancelDeparture({ departureId, actor: 'desk', reason: 'no driver', now: now() }),
  'holders are told': () => tellHolders(now()),
  'holders have their money': () => refundHolders(now()),
  'two days later': () => later(2 * 24 * 60),
  'the bank is closed': ({ bank }: Journey) => bank.outage({ mode: '503', calls: 2 }),
  'an answer is lost': ({ bank }: Journey) => bank.outage({ mode: 'answer-lost', calls: 1 }),
} satisfies Record<string, (journey: Journey) => Promise<unknown>>

export type Step = keyof typeof DO
export const STEPS = Object.keys(DO) as [Step, ...Step[]]

async function pay(journey: Journey, which: (all: Attempt[]) => Attempt[]): Promise<void> {
  for (const { url } of which(await journey.attempts())) await journey.bank.payAtBank(url)
}

function later(minutes: number): Promise<void> {
  shiftClock({ minutes })
  return Promise.resolve()
}

type Staying = Parameters<typeof cancel>[0]['leaving'][number]['staying']

/** Gives up what is shown at this moment. */
async function giveUp(journey: Journey, staying: () => Staying): Promise<unknown> {
  const bought = await journey.bought()
  if (!bought) return undefined
  const { manageId, booking } = bought
  const leaving = [{ bookingId: booking.bookingId, staying: staying() }]
  const quote = await quoteCancellation({ manageId, leaving, now: now() })
  if (!quote.ok) return quote
  return cancel({ manageId, leaving, shownRefund: quote.refund, now: now() })
}

type OtherRide = { bus: 0 | 1; to: 'C' | 'D'; adult: number }

/** Changes the first ride at the price that is shown at this moment; a surcharge has yet to be paid. */
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
