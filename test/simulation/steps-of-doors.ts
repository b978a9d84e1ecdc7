import { closeBoarding } from '#modules/boarding/counts/close-boarding.server.ts'
import { tick } from '#modules/boarding/counts/ticks.server.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'

import type { Network } from './door-phone.ts'
import type { Journey } from './journey.ts'

/**
 * Acts at the doors of the buses. The first bus has two phones and the second has one; between their
 * messages they are without a network.
 */
export const OF_DOORS = {
  'the bus comes to its stop': (journey: Journey) => comeToStop(journey),
  'all phones are in reach': (journey: Journey) => journey.exchangeAll(),
  'a phone is in reach': (journey: Journey) => exchange(journey, 'works'),
  'the message of a phone is lost': (journey: Journey) => exchange(journey, 'loses-message'),
  'the answer to a phone is lost': (journey: Journey) => exchange(journey, 'loses-answer'),
  'a driver scans the ticket': (journey: Journey) => scan(journey, 'one'),
  'a second driver scans the ticket': (journey: Journey) => scan(journey, 'two'),
  'a driver lets them aboard again': (journey: Journey) => scan(journey, 'one', true),
  'another bus takes them along': (journey: Journey) => scan(journey, 'elsewhere'),
  'one steps off the bus': (journey: Journey) => stepOff(journey, 'one'),
  'one steps off the other bus': (journey: Journey) => stepOff(journey, 'elsewhere'),
  'a driver sells a seat': (journey: Journey) => sell(journey, 'one', 1),
  'a driver sells three seats': (journey: Journey) => sell(journey, 'one', 3),
  'a second driver sells two seats': (journey: Journey) => sell(journey, 'two', 2),
  'a seat is sold on the other bus': (journey: Journey) => sell(journey, 'elsewhere', 1),
  'the office ticks all': (journey: Journey) => tickOff(journey, 2),
  'the office ticks one': (journey: Journey) => tickOff(journey, 1),
  'the office ticks nobody': (journey: Journey) => tickOff(journey, 0),
  'the bus leaves its stop': ({ buses: [departureId] }: Journey) =>
    closeBoarding({ departureId, position: 0, by: ADMIN, now: now() }),
} satisfies Record<string, (journey: Journey) => Promise<unknown>>

/** The moment at which leases begin: the sale at the first stop has just closed. */
const MINUTES_BEFORE = 29

async function comeToStop(journey: Journey): Promise<void> {
  const { departsAt } = await db
    .selectFrom('departureStops')
    .select('departsAt')
    .where('departureId', '=', journey.buses[0])
    .where('position', '=', 0)
    .executeTakeFirstOrThrow()
  const opens = departsAt.subtract({ minutes: MINUTES_BEFORE })
  if (isBefore(now(), opens)) shiftClock(now().until(opens))
  await journey.exchangeAll()
}

type Place = keyof Journey['phones']

async function exchange({ phones }: Journey, network: Network): Promise<void> {
  await phones.one.exchange(now(), network)
}

async function scan(journey: Journey, at: Place, isSecondThought = false): Promise<unknown> {
  const bought = await journey.bought()
  return bought && journey.phones[at].board({ code: bought.code, at: now(), isSecondThought })
}

async function stepOff(journey: Journey, at: Place): Promise<unknown> {
  const bought = await journey.bought()
  return bought && journey.phones[at].stepOff({ code: bought.code, at: now() })
}

async function sell({ phones, soldAtDoor }: Journey, at: Place, people: number): Promise<void> {
  const sale = await phones[at].sell(
    { from: 0, to: 2, passengers: partyOf({ adult: people }) },
    now(),
  )
  if (sale) soldAtDoor.push(sale.reference)
}

async function tickOff(journey: Journey, aboard: number): Promise<unknown> {
  const bought = await journey.bought()
  if (!bought) return undefined
  const { departureId, bookingId, fromPosition: position } = bought.booking
  return tick({ departureId, bookingId, aboard, position, by: ADMIN, now: now() })
}
