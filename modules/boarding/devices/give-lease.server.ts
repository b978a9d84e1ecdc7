import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { LeaseFare, SentLease } from '#modules/boarding/package/walk-ups.ts'
import { listFarePairs } from '#modules/fares/find-fares.server.ts'
import { mayTakeAny, whyNotTake, type NotTaken } from '#modules/fleet/take-bus.server.ts'
import { saleClosesAt } from '#modules/rules/deadlines.ts'
import { BLANK_TICKETS, MAX_WALK_UP_PARTY } from '#modules/rules/rules.ts'
import { endLeases, leaseSeats, listLeased } from '#modules/seats/leases.server.ts'
import {
  listBlanks,
  makeBlanks,
  signBlank,
  type BlankTicket,
} from '#modules/tickets/blank-tickets.server.ts'
import { company } from '#operator'
import { db, type Tx } from '#platform/db.server.ts'
import { dateInCyprus, isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { isTrustedPhone } from './devices.server.ts'

type Asked = {
  /** The number of the phone. */
  device: number
  departureId: string
  /** References of the blank tickets that it has. */
  blanks: readonly string[]
  staffId: string
  now: Temporal.Instant
}

/** `lease`: null while nothing is leased to the phone. */
type Given = { lease: SentLease | null; notTaken?: NotTaken }

/**
 * Gives a phone the free seats of a bus to sell at the door, once the sale at its first stop has closed,
 * and tickets for them that are signed already. Asked again, it adds what came free, and blanks in
 * place of sold ones. Nothing is leased to a phone that was blocked at this moment, to a member who may not take the
 * bus, of a charter, and in a company whose drivers do not sell.
 */
export async function giveLease(asked: Asked): Promise<Given> {
  const { departureId, now } = asked
  if (!company().sellsOnBoard) return { lease: null }
  const calls = await listCalls(departureId)
  const [first] = calls
  if (!first || calls.every(({ pickup }) => !pickup)) return { lease: null }
  const notTaken = await whyNotTake(asked)
  const ended = [...(await listOfOthers(departureId)), ...(await listElsewhere(asked))]
  if (notTaken) {
    await inTransaction((tx) => endLeases(tx, ended))
    return { lease: null, notTaken }
  }
  if (isBefore(now, saleClosesAt(first.departsAt))) return { lease: null }
  const today = await listFares(calls)
  const lease = await inTransaction(async (tx) => {
    if (!(await isTrustedPhone(tx, asked.device))) return null
    const { leaseId, fares } = await openLease(tx, asked, today)
    await endLeases(
      tx,
      ended.filter((one) => one !== leaseId),
    )
    await leaseSeats(tx, { leaseId, departureId, now })
    const leased = await listLeased(tx, leaseId)
    const seats = calls.slice(0, -1).map(({ position }) => leased.get(position) ?? 0)
    const known = fares.map((fare) => {
      return today.some(isSamePair(fare)) ? fare : { ...fare, isClosed: true }
    })
    if (known.every(({ isClosed }) => isClosed) || leased.size === 0) return null
    const blanks = await listUnsold(tx, leaseId)
    const missing = BLANK_TICKETS - blanks.length
    await makeBlanks(tx, { leaseId, count: missing, now })
    const all = missing > 0 ? await listUnsold(tx, leaseId) : blanks
    const parties = known.flatMap(({ from, to }) =>
      Array.from({ length: MAX_WALK_UP_PARTY }, (_, index) => {
        return { from, to, people: index + 1, departsAt: calls[from]?.departsAt ?? now }
      }),
    )
    const sent = all.map(async (blank) => {
      const { reference } = blank
      if (asked.blanks.includes(reference)) return { reference }
      return { reference, codes: await signBlank(tx, blank, { departureId, parties }) }
    })
    return { departureId, seats, fares: known, blanks: await Promise.all(sent) }
  })
  return { lease }
}

/** The leases of members who may not take the bus any more, as its duty has got another driver. */
async function listOfOthers(departureId: string): Promise<string[]> {
  const leases = await db
    .selectFrom('seatLeases')
    .select(['leaseId', 'leasedBy'])
    .where('departureId', '=', departureId)
    .execute()
  const ended = await Promise.all(
    leases.map(async ({ leaseId, leasedBy }) =>
      (await whyNotTake({ staffId: leasedBy, departureId })) ? [leaseId] : [],
    ),
  )
  return ended.flat()
}

/** The leases that this driver has on other buses of the same time, since nobody drives two. */
async function listElsewhere({ staffId, departureId }: Asked): Promise<string[]> {
  if (await mayTakeAny(staffId)) return []
  const { rows } = await sql<{ leaseId: string }>`
    with bus as (select min(departs_at) as begins, max(arrives_at) as ends from departure_stops
      where departure_id = ${departureId})
    select lease_id from seat_leases, bus
    where leased_by = ${staffId} and departure_id <> ${departureId} and exists (
      select from departure_stops where departure_stops.departure_id = seat_leases.departure_id
      having min(departs_at) < ends and max(arrives_at) > begins)`.execute(db)
  return rows.map(({ leaseId }) => leaseId)
}

function isSamePair({ from, to }: LeaseFare) {
  return (other: LeaseFare) => other.from === from && other.to === to
}

type Call = Awaited<ReturnType<typeof listCalls>>[number]

function listCalls(departureId: string) {
  return db
    .selectFrom('departureStops')
    .innerJoin('departures', 'departures.departureId', 'departureStops.departureId')
    .select(['position', 'stopId', 'departsAt', 'pickup', 'dropoff'])
    .select(sql<boolean>`position = any(closed_stops)`.as('isClosed'))
    .where('departureStops.departureId', '=', departureId)
    .orderBy('position')
    .execute()
}

/**
 * The lease of this phone, a new one at these fares; two messages of one phone find the same. It belongs to whoever
 * asked last.
 */
async function openLease(tx: Tx, asked: Asked, fares: LeaseFare[]) {
  const { device, departureId, staffId, now } = asked
  await tx
    .insertInto('seatLeases')
    .values({
      leaseId: randomUUID(),
      deviceNo: device,
      departureId,
      fares: JSON.stringify(fares),
      leasedBy: staffId,
      leasedAt: now,
    })
    .onConflict((known) =>
      known
        .columns(['deviceNo', 'departureId'])
        .doUpdateSet({ leasedBy: staffId })
        .where('seatLeases.leasedBy', '<>', staffId),
    )
    .execute()
  const { rows } = await sql<{ leaseId: string; fares: LeaseFare[] }>`
    select lease_id, fares from seat_leases
    where device_no = ${device} and departure_id = ${departureId}`.execute(tx)
  return rows[0] as { leaseId: string; fares: LeaseFare[] }
}

/** The fares between the stops at which this bus boards and those at which people leave it. */
async function listFares(calls: readonly Call[]): Promise<LeaseFare[]> {
  const boarded = calls.filter(({ pickup, isClosed }) => pickup && !isClosed)
  return (await Promise.all(boarded.map((from) => listFaresFrom(from, calls)))).flat()
}

/** Each stop has the fares of its own day: a night bus passes midnight. */
async function listFaresFrom(from: Call, calls: readonly Call[]): Promise<LeaseFare[]> {
  const pairs = await listFarePairs(dateInCyprus(from.departsAt))
  return calls
    .filter((to) => to.dropoff && !to.isClosed && to.position > from.position)
    .flatMap((to) => {
      const pair = pairs.find((one) => {
        return one.fromStopId === from.stopId && one.toStopId === to.stopId
      })
      return pair ? [{ from: from.position, to: to.position, fares: pair.fares }] : []
    })
}

/** The blanks that no sale has used, as far as its phone has said. */
async function listUnsold(tx: Tx, leaseId: string): Promise<BlankTicket[]> {
  const blanks = await listBlanks(tx, leaseId)
  if (blanks.length === 0) return []
  const sold = await tx
    .selectFrom('orders')
    .select('reference')
    .where(
      'reference',
      'in',
      blanks.map(({ reference }) => reference),
    )
    .execute()
  const used = new Set(sold.map(({ reference }) => reference))
  return blanks.filter(({ reference }) => !used.has(reference))
}
