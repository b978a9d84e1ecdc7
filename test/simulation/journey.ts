import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import { tellHolders } from '#modules/incidents/departures/cancel-departure.server.ts'
import { seeToSmallerBuses } from '#modules/incidents/departures/smaller-bus.server.ts'
import { tellStops } from '#modules/incidents/stops/tell-stops.server.ts'
import { tellNews } from '#modules/incidents/times/tell-news.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { fitCapacities } from '#modules/seats/change-capacity.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { addNamedMember } from '#test/fixtures/sample-staff.server.ts'

import type { SimulatedBank } from './bank.ts'
import { openDoorPhone, type DoorPhone } from './door-phone.ts'
import { doJobs, poll, sendMails } from './jobs.ts'
import type { SimulatedMail } from './mail.ts'
import type { SecondProgram } from './second-program.ts'
import { addTraveller, choose, comeBack, ride, type Travellers } from './travellers.ts'

/*
 * One traveller with several tabs, a rival for the same seats, a bank, a mail server, a second
 * instance of this program, and time. Their acts are in steps.ts.
 */

type Attempt = { paymentId: string; providerRef: string; url: string }

/** The participants; the same for all journeys of a file. */
export type Cast = {
  bank: Pick<SimulatedBank, 'door' | 'payAtBank' | 'cancelAtBank' | 'control' | 'tell'> &
    Pick<SimulatedBank, 'chaos' | 'outage' | 'line'>
  mail: SimulatedMail
  second: SecondProgram
}

export class Journey {
  readonly cast: Cast
  readonly visitor: string
  readonly rival: string
  readonly buses: readonly [string, string]
  /** Payments that the traveller was told are confirmed. */
  readonly told = new Set<string>()
  /** Payments that changed at the bank after they had ended; only a callback reports that. */
  readonly surprises = new Set<string>()
  /** Whether the bank's callbacks arrive at all. */
  hearsCallbacks = true
  /** Phones at the doors: two of the first bus, and one of the other. */
  readonly phones: Record<'one' | 'two' | 'elsewhere', DoorPhone>
  /** The references of the tickets that they have sold. */
  readonly soldAtDoor: string[] = []

  constructor(cast: Cast, { visitor, rival, buses }: Travellers) {
    this.cast = cast
    this.visitor = visitor
    this.rival = rival
    this.buses = buses
    const [departureId, other] = buses
    const at = { stopId: 'A', day: dateInCyprus(now()) }
    this.phones = {
      one: openDoorPhone({ ...at, staffId: 'driver-one', departureId }),
      two: openDoorPhone({ ...at, staffId: 'driver-two', departureId }),
      elsewhere: openDoorPhone({ ...at, staffId: 'driver-elsewhere', departureId: other }),
    }
  }

  get bank() {
    return this.cast.bank
  }

  static async start(cast: Cast, buses: readonly [string, string]): Promise<Journey> {
    const journey = new Journey(cast, { visitor: addTraveller(), rival: addTraveller(), buses })
    for (const name of ['one', 'two', 'elsewhere']) await addNamedMember(`driver-${name}`, 'Costas')
    await journey.choose(journey.visitor)
    return journey
  }

  /** Each phone tells what it counted and sold, and is told what is new. */
  async exchangeAll(): Promise<void> {
    for (const phone of Object.values(this.phones)) await phone.exchange(now())
  }

  /**
   * Lets everything finish: outages end, phones report, waiting jobs run, the last callbacks arrive,
   * and all deadlines pass.
   */
  async end(): Promise<void> {
    const { bank, mail } = this.cast
    await bank.outage({ mode: '503', calls: 0 })
    await bank.line.letThrough()
    mail.does('its work')
    await this.exchangeAll()
    for (const minutes of [0, 16, 61, 1]) {
      shiftClock({ minutes })
      await tellHolders(now())
      await fitCapacities(now())
      await seeToSmallerBuses(now())
      await tellStops(now())
      await tellNews(now())
      await decideChoices(now())
      await poll()
      await this.callbacksArrive()
      await doJobs()
    }
    await sendMails()
  }

  async callbacksArrive(): Promise<void> {
    for (const { providerRef } of await this.attempts()) {
      const isHeard = this.hearsCallbacks || this.surprises.has(providerRef)
      if (isHeard) await this.bank.tell(providerRef)
    }
  }

  async comeBack(): Promise<void> {
    for (const { paymentId } of await this.attempts()) {
      const { outcome } = await comeBack(paymentId)
      if (outcome === 'confirmed') this.told.add(paymentId)
    }
  }

  choose(visitor: string) {
    return choose(visitor, ride(this.buses[0], 'A', 'C', { adult: 2 }))
  }

  /** All payment attempts of both visitors, newest first. */
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

  /** The traveller's confirmed order, with its first ride. */
  async bought() {
    const order = await db
      .selectFrom('orders')
      .select(['orderId', 'manageId'])
      .where('visitor', '=', this.visitor)
      .where('status', '=', 'confirmed')
      .orderBy('createdAt')
      .executeTakeFirst()
    const [booking] = order ? await listBookings(db, order.orderId) : []
    const [ticket] = order ? await listTickets(order.orderId, 'en', now()) : []
    return booking && ticket && order
      ? {
          manageId: order.manageId,
          booking,
          ticketId: ticket.ticketId,
          code: ticket.signedCode ?? ticket.code,
        }
      : undefined
  }

  async firstRide(): Promise<string> {
    const cart = await findCart(this.visitor, 'en', now())
    return cart?.rides[0]?.bookingId ?? ''
  }
}
