import { sql } from 'kysely'

import { lastBookableDate } from '#modules/rules/deadlines.ts'
import { endIfFrozen } from '#platform/database/end-if-frozen.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { inPatientTransaction } from '#platform/transaction.server.ts'

import { IS_OTHERWISE, writeDifferences } from './differences.server.ts'
import { raiseEdition } from './editions.server.ts'
import { callTimes } from './new-times.server.ts'

/** A departure with holds or sales that differs from the new timetable. */
export type FrozenDeparture = {
  departureId: string
  tripId: string
  routeId: string
  serviceDate: Temporal.PlainDate
  /** At its first stop, as it was sold. */
  departsAt: Temporal.Instant
  /** The passengers of its bookings. */
  people: number
}

export type MadeDepartures = {
  made: number
  removed: number
  /** No longer in the timetable: kept for its passengers, no longer sold. */
  withdrawn: FrozenDeparture[]
  /** Now at other times or stops: withdrawn as it was sold, and the new one is on sale beside it. */
  moved: FrozenDeparture[]
  /** Withdrawn earlier, and back in the timetable at the times sold: on sale again. */
  restored: FrozenDeparture[]
  /** At the same times with another bus: stays on sale as it was sold, and is listed for staff. */
  differing: FrozenDeparture[]
  /** Changed by hand and different in the timetable: left as it is, each time. */
  pinned: FrozenDeparture[]
}

/**
 * Makes departures from the published trips and calendars, from yesterday on (yesterday's bus may
 * still be on the road) as far ahead as seats are sold. Repeating it changes nothing.
 *
 * Departures without holds, leases or sales are recreated if the timetable has changed. Others are frozen:
 * they are never moved silently, and all differences are listed. If a bus no longer leaves at the
 * time sold, no further seats are sold at that time. A change made by hand survives, whatever the
 * timetable says. The list of departures that differ is brought up to date.
 */
export async function makeDepartures(tx: Tx, now: Temporal.Instant): Promise<MadeDepartures> {
  await waitForOthers(tx)
  const today = dateInCyprus(now)
  const span = { from: today.subtract({ days: 1 }), until: lastBookableDate(today) }
  await planDepartures(tx, span)
  await findStale(tx, span)

  const withdrawn = await setStatus(tx, 'planned', 'withdrawn', sql`kind = 'absent' and is_taken`)
  const moved = await setStatus(tx, 'planned', 'withdrawn', sql`kind = 'moved' and is_taken`)
  const removed = await removeUntaken(tx)
  const restored = await setStatus(tx, 'withdrawn', 'planned', sql`kind in ('same', 'altered')`)
  const differing = await listFrozen(tx, sql`kind = 'altered' and status = 'planned'`)
  const pinned = await listFrozen(tx, sql`departures.pinned and ${IS_OTHERWISE}`)
  const made = await makeMissing(tx)
  await writeDifferences(tx, now)
  await sql`drop table planned_departures, planned_stops, stale_departures`.execute(tx)
  return { made, removed, withdrawn, moved, restored, differing, pinned }
}

/** The daily job: adds departures as time passes, even if the last import failed. */
export async function renewDepartures(now: Temporal.Instant): Promise<MadeDepartures> {
  return inPatientTransaction(async (tx) => {
    const made = await makeDepartures(tx, now)
    await raiseEdition(tx) // other days are searched, and what a search remembers is of an edition
    return made
  })
}

/**
 * Allows one import or renewal at a time. It needs a patient transaction, since the limits of the
 * web (docs/promises.md, timeouts) are too short for it. Visitors can still read and buy: this lock
 * only keeps out other writers of the timetable. It cannot last forever: no statement may take
 * longer than ten minutes, and the server ends one whose client is gone.
 */
export async function waitForOthers(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`set local client_connection_check_interval = '5s'`.execute(tx)
  await sql`lock table trips in share row exclusive mode`.execute(tx)
}

type Span = { from: Temporal.PlainDate; until: Temporal.PlainDate }

async function planDepartures(tx: Tx, { from, until }: Span) {
  await sql`
    create temporary table planned_departures on commit drop as
    select trip_id, service_date, route_id, seats, wheelchair_places, false as is_pinned
    from trips join (
      select service_id, day::date as service_date
      from service_calendars,
        generate_series(
          greatest(valid_from, ${from}::date)::timestamp, least(valid_until, ${until}::date), '1 day'
        ) as day
      where extract(isodow from day)::int = any (weekdays)
      union select service_id, date from service_exceptions where runs and date between ${from} and ${until}
      except select service_id, date from service_exceptions where not runs
    ) as running using (service_id)`.execute(tx)
  await leaveOutPinned(tx)
  await sql`
    create temporary table planned_stops on commit drop as
    select trip_id, service_date, position, stop_id,
      ${callTimes('service_date')}, pickup, dropoff
    from planned_departures join stop_times using (trip_id)`.execute(tx)
  await sql`analyze planned_departures, planned_stops`.execute(tx)
}

/**
 * A departure changed by hand is not recreated by a timetable that differs. If another one is on
 * sale beside a cancelled one, only the old time was cancelled.
 */
async function leaveOutPinned(tx: Tx) {
  await sql`
    update planned_departures set is_pinned = true from departures as by_hand
    where by_hand.trip_id = planned_departures.trip_id
      and by_hand.service_date = planned_departures.service_date
      and by_hand.pinned
      and not exists (
        select from departures as on_sale
        where on_sale.trip_id = by_hand.trip_id and on_sale.service_date = by_hand.service_date
          and on_sale.status = 'planned' and not on_sale.pinned)`.execute(tx)
}

/**
 * Compares existing departures with the plan. The rows are locked before the check for holds and
 * sales, so a hold that arrives meanwhile waits or is seen. One that was changed by hand counts as
 * taken, and alone stands for its date: no other departure beside it goes on sale again. What the
 * office added is in no timetable, so none is compared with it.
 */
async function findStale(tx: Tx, { from, until }: Span) {
  await sql`
    create temporary table stale_departures on commit drop as
    select departure_id, false as is_taken,
      case when planned.trip_id is null then 'absent'
        when standing.stops is distinct from planned_calls.stops then 'moved'
        when (departures.route_id, departures.seats, departures.wheelchair_places)
          is distinct from (planned.route_id, planned.seats, planned.wheelchair_places)
          then 'altered'
        else 'same' end as kind
    from departures
    left join planned_departures as planned on planned.trip_id = departures.trip_id
      and planned.service_date = departures.service_date and (departures.pinned or not planned.is_pinned)
    left join (
      select departure_id, ${callsAsText()} as stops from departure_stops
      join departures using (departure_id) where service_date between ${from} and ${until} group by departure_id
    ) as standing using (departure_id)
    left join (
      select trip_id, service_date, ${callsAsText()} as stops from planned_stops
      group by trip_id, service_date
    ) as planned_calls on planned_calls.trip_id = departures.trip_id
      and planned_calls.service_date = departures.service_date
    where departures.service_date between ${from} and ${until} and origin = 'timetable'`.execute(tx)
  await sql`
    delete from stale_departures using departures
    where departures.departure_id = stale_departures.departure_id
      and kind = 'same' and status = 'planned'`.execute(tx)
  await endIfFrozen(tx)
  await sql`
    select departure_id from departures
    where departure_id in (select departure_id from stale_departures)
    order by departure_id for update`.execute(tx)
  await sql`
    update stale_departures set is_taken = true from departures
    where departures.departure_id = stale_departures.departure_id and (
      pinned or retimed_at is not null
      or exists (select from seat_holds where departure_id = departures.departure_id)
      or exists (select from seat_leases where departure_id = departures.departure_id)
      or exists (select from bookings where departure_id = departures.departure_id))`.execute(tx)
}

/** All the calls of a departure as one text, for comparison. */
function callsAsText() {
  return sql`string_agg(
    concat_ws(' ', position, stop_id, extract(epoch from arrives_at),
      extract(epoch from departs_at), pickup, dropoff), ', ' order by position)`
}

async function setStatus(
  tx: Tx,
  before: 'planned' | 'withdrawn',
  after: 'planned' | 'withdrawn',
  which: ReturnType<typeof sql>,
): Promise<FrozenDeparture[]> {
  const changed = await listFrozen(tx, sql`${which} and status = ${before} and not pinned`)
  await tx
    .updateTable('departures')
    .set({ status: after })
    .where(
      'departureId',
      'in',
      sql<string>`(
      select departure_id from stale_departures where ${which})`,
    )
    .where('status', '=', before)
    .where('pinned', '=', false)
    .execute()
  return changed
}

async function listFrozen(tx: Tx, which: ReturnType<typeof sql>): Promise<FrozenDeparture[]> {
  const { rows } = await sql<FrozenDeparture>`
    select departure_id, trip_id, route_id, service_date, departs_at,
      (select coalesce(sum(count), 0)::int from bookings join booking_passengers using (booking_id)
        where bookings.departure_id = departures.departure_id and state = 'live') as people
    from stale_departures
    join departures using (departure_id)
    join departure_stops using (departure_id)
    where position = 0 and ${which}
    order by departs_at, trip_id`.execute(tx)
  return rows
}

/** A changed departure gets a new id, so that an old page cannot sell a time it did not show. */
async function removeUntaken(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from departures using stale_departures
    where departures.departure_id = stale_departures.departure_id
      and kind <> 'same' and not is_taken`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * The ids of one run begin with the same random digits and end with a count (a custom UUID, version
 * 8). A page names each departure twice, and with shared digits compresses by a kilobyte more than
 * with unrelated ids. They open nothing, so they may be guessed.
 */
async function makeMissing(tx: Tx): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    with beginning (digits) as materialized (
      select overlay(left(gen_random_uuid()::text, 24) placing '8' from 15 for 1)
    ), missing as (
      insert into departures
        (departure_id, trip_id, route_id, service_date, seats, wheelchair_places)
      select (digits || lpad(to_hex(row_number() over in_order), 12, '0'))::uuid,
        trip_id, route_id, service_date, seats, wheelchair_places
      from planned_departures, beginning
      where not is_pinned and not exists (
        select from departures as standing
        where standing.trip_id = planned_departures.trip_id
          and standing.service_date = planned_departures.service_date
          and status = 'planned')
      window in_order as (order by service_date, route_id, trip_id)
      returning departure_id, trip_id, service_date
    ), calls as (
      insert into departure_stops
        (departure_id, position, stop_id, arrives_at, departs_at, pickup, dropoff)
      select departure_id, position, stop_id, arrives_at, departs_at, pickup, dropoff
      from missing join planned_stops using (trip_id, service_date)
    )
    select count(*) as made from missing`.execute(tx)
  return rows[0]?.made ?? 0
}
