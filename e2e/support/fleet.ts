import { sql } from 'kysely'

import type { Database } from '#platform/db.server.ts'

export type Fleet = { vehicle: string; duty: string }

/** A vehicle, a driver's absence, and a duty of a morning with its departures; their ids. */
export async function makeFleet(books: Database): Promise<Fleet> {
  const { rows } = await sql<Fleet>`
    with vehicle as (
      insert into vehicles (vehicle_id, plate, name, seats, wheelchair_places, has_lift, state)
      values (gen_random_uuid(), 'KAA 104', 'Coach 1', 50, 1, true, 'in-service')
      returning vehicle_id), absence as (
      insert into driver_absences (absence_id, staff_id, from_on, until_on)
      values (gen_random_uuid(), 'demonstration-driver', '2026-12-20', '2026-12-22')), duty as (
      insert into duties (duty_id, service_date, starts_at, ends_at)
      values (gen_random_uuid(), '2026-12-08', '2026-12-08T05:00+02:00', '2026-12-08T13:00+02:00')
      returning duty_id), on_duty as (
      insert into duty_departures (departure_id, duty_id)
      select departure_id, duty_id from duty, departures join departure_stops using (departure_id)
      where service_date = '2026-12-08' and position = 0
        and departs_at between '2026-12-08T05:00+02:00' and '2026-12-08T08:00+02:00')
    select vehicle_id as vehicle, duty_id as duty from vehicle, duty`.execute(books)
  return rows[0] as Fleet
}

/** A duty of the demonstration's driver on the day of a departure, without departures; its id. */
export async function addDutyFor(books: Database, departureId: string): Promise<string> {
  const { rows } = await sql<{ dutyId: string }>`
    insert into duties (duty_id, service_date, driver_id, starts_at, ends_at)
    select gen_random_uuid(), service_date, 'demonstration-driver', departs_at,
      departs_at + interval '2 hours'
    from departures join departure_stops using (departure_id)
    where departure_id = ${departureId} and position = 0
    returning duty_id`.execute(books)
  return rows[0]?.dutyId ?? ''
}
