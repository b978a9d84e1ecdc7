import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'
import { openTill } from '#modules/payments/till/till.server.ts'
import { sellAtCounter } from '#modules/sales/sell.server.ts'
import { listLegLoads } from '#modules/seats/list-loads.server.ts'
import { keepTicketKeys } from '#modules/tickets/ticket-keys.server.ts'
import { now as presentMoment } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'

import { openDoorPhone, type DoorPhone } from './door-phone.ts'
import { addDeparture } from './timetable.ts'

/* A bus with two phones at its doors. Its moments are minutes after the beginning of the tests. */

export const DOOR_SEATS = 8
/** The bus leaves its first stop then, and each further one half an hour later. */
export const LEAVES_AFTER = 40

/** What the books say of a sale. */
type Sold = { status: string; soldSeats: number; captured: number; refunds: number; tills: number }

export type Door = {
  bus: string
  /** The member whose phone is the first one. */
  driver: string
  one: DoorPhone
  two: DoorPhone
  after: (minutes: number) => Temporal.Instant
  /** Just after the sale at the first stop has closed. */
  closed: Temporal.Instant
  /** Another bus, and two phones that know nothing yet. */
  prepare: () => Promise<void>
}

/** For all tests of a file; each has a bus of its own, with the stops A, B and C. */
export function openDoors(): Door {
  const begins = presentMoment()
  const after = (minutes: number) => begins.add({ minutes })
  let other = ''
  const door = { after, closed: after(LEAVES_AFTER - 29) } as Door
  door.prepare = async () => {
    const departsAt = after(LEAVES_AFTER)
    door.bus = await addDeparture({ departsAt, seats: DOOR_SEATS, calls: ['A', 'B', 'C'] })
    const at = { departureId: door.bus, stopId: 'A', day: dateInCyprus(departsAt) }
    door.one = openDoorPhone({ ...at, staffId: door.driver })
    door.two = openDoorPhone({ ...at, staffId: other })
  }
  beforeAll(async () => {
    await keepTicketKeys(begins)
    door.driver = (await addStaffMember({ roles: ['driver'] })).staffId
    other = (await addStaffMember({ roles: ['driver'] })).staffId
  })
  beforeEach(() => door.prepare())
  return door
}

export const adults = (adult: number) => partyOf({ adult })
export const walkUp = (from: number, to: number, people: number) => {
  return { from, to, passengers: adults(people) }
}

type Wish = { bus: string; from: number; to: number; people: number; now: Temporal.Instant }

let seller: string | undefined

/** Sells at the counter, by positions of the stops. */
export async function sellAtOffice({ bus, from, to, people, now }: Wish) {
  if (!seller) {
    seller = (await addStaffMember({ roles: ['seller'] })).staffId
    await openTill({ by: { kind: 'staff', staffId: seller }, float: cents(0), now })
  }
  const stops = { fromStopId: 'ABC'.charAt(from), toStopId: 'ABC'.charAt(to) }
  const rides = [{ departureId: bus, ...stops, passengers: adults(people), wheelchairUsers: 0 }]
  return sellAtCounter({
    saleKey: `sale:${randomUUID()}`,
    by: { kind: 'staff', staffId: seller },
    rides,
    customer: { name: 'Anna Example', email: null, phone: '' },
    locale: 'en',
    handedOver: { means: 'cash' },
    now,
  })
}

export async function listLoads(bus: string, now: Temporal.Instant) {
  return (await listLegLoads([bus], now)).get(bus) ?? []
}

/** What the books say of a sale on board; empty before it was reported. */
export async function findSale(reference: string): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    select status, coalesce(captured_cents, 0) as captured,
      (select coalesce(sum(seats), 0)::int from seat_holds join bookings using (booking_id)
        where bookings.order_id = orders.order_id and seat_holds.state = 'sold') as sold_seats,
      (select coalesce(sum(amount_cents), 0)::int from refunds
        where refunds.payment_id = payments.payment_id) as refunds,
      (select count(*)::int from till_entries
        where till_entries.payment_id = payments.payment_id) as tills
    from orders left join payments on payable_id = order_id
    where reference = ${reference} and channel = 'on-board'`.execute(db)
  return rows
}
