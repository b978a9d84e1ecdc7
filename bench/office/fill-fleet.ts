/* Buses, drivers and duties of the busy routes, scans at their doors, and incidents of cancelled departures. */

const VEHICLES = `
  insert into vehicles (vehicle_id, plate, name, seats, wheelchair_places, has_lift, state)
  select md5('vehicle ' || n)::uuid, 'BEN ' || lpad(n::text, 3, '0'), 'Bus ' || n, 50 + n % 7, 1 + n % 2, true, 'in-service'
  from generate_series(0, 59) as n`

const DRIVERS = `
  insert into drivers (staff_id, languages, phone, licence_until)
  select id, '{el,en}', null, current_date + 30 + made.spread(id, 900)::int from staff where id like 'driver-%'`

/** The buses of a day, so dealt out to duties that each has one every few hours. */
const DEALT = `
  create table made.duties as
  select departure_id, service_date, departs_at, arrives_at,
    (row_number() over (partition by service_date order by departs_at, departure_id)) % 24 as place
  from made.buses join departures using (departure_id) where is_busy`

const DUTIES = `
  insert into duties (duty_id, service_date, driver_id, starts_at, ends_at)
  select md5('duty ' || service_date || ' ' || place)::uuid, service_date, case when place > 0 then 'driver-' || place end,
    min(departs_at) - interval '20 minutes', max(arrives_at) + interval '15 minutes'
  from made.duties group by service_date, place`

const DUTY_DEPARTURES = `
  insert into duty_departures (departure_id, duty_id)
  select departure_id, md5('duty ' || service_date || ' ' || place)::uuid from made.duties`

const DEPARTURE_VEHICLES = `
  insert into departure_vehicles (departure_id, vehicle_id, seats_without, wheelchair_places_without, assigned_by, assigned_at)
  select departure_id, md5('vehicle ' || place)::uuid, 50, 1, 'staff:dispatcher-1', departs_at - interval '7 days'
  from made.duties where place > 1`

const PHONES = `
  insert into boarding_devices (device_no, device_id, staff_id, last_seen_at, kind, list_made_at)
  select n, md5('phone ' || n)::uuid, 'driver-' || n % 40, now() - make_interval(hours => n), 'Android', now() - make_interval(hours => n)
  from generate_series(1, 200) as n`

const SCANS = `
  insert into scans (device_no, seq, booking_id, departure_id, position, boarded, scanned_at, received_at, scanned_by)
  select 1 + place % 200, place, booking_id, departure_id, 0, aboard, departs_at - interval '5 minutes', departs_at, 'staff:driver-' || place % 40
  from (
    select booking_id, departure_id, departs_at, adults + children as aboard, row_number() over (order by departs_at, booking_id) as place
    from made.rides join made.orders on n = order_n
    where status = 'confirmed' and departs_at < now() and adults + children > 0) as ridden`

const CONFLICTS = `
  insert into boarding_conflicts (booking_id, too_many, found_at, settled_at)
  select booking_id, 1, received_at, case when seq % 3 > 0 then received_at + interval '1 day' end
  from scans where seq % 5000 = 0`

const LEFT = `
  insert into closed_boardings (departure_id, position, closed_at, closed_by)
  select departure_id, 0, departs_at, 'staff:driver-' || place % 40 from made.duties where departs_at < now()`

/** One for each cancelled departure. Those of the past are closed. */
const INCIDENTS = [
  `insert into incidents (incident_id, cause, made_by, announced_at, closed_at, kind)
  select departure_id, 'breakdown', 'staff:dispatcher-1', announced_at, case when departs_at < now() then departs_at end, 'not-running'
  from made.buses join departures using (departure_id)
  cross join lateral (select least(departs_at - interval '1 day', now()) as announced_at) as decision
  where status = 'cancelled'`,
  `insert into incident_departures (incident_id, departure_id, kind, open)
  select incident_id, incident_id, kind, closed_at is null from incidents`,
  `insert into incident_bookings (incident_id, booking_id, token, state, default_choice, decide_by, told_at, decided_at, decided_by)
  select incident_id, booking_id, made.token('choice ' || booking_id),
    case when closed_at is null then 'told' else 'chose-refund' end, 'refund', announced_at + interval '12 hours', announced_at,
    case when closed_at is not null then announced_at + interval '1 hour' end,
    case when closed_at is not null then 'traveller' end
  from incidents join bookings on departure_id = incident_id where bookings.state = 'live'`,
]

const DIFFERENCES = `
  insert into departure_differences (departure_id, kind, noticed_at)
  select departure_id, (array['absent', 'moved', 'altered'])[1 + n % 3], now() - interval '1 day'
  from made.buses where departs_at > now() and made.spread('difference ' || departure_id, 5000) = 0`

export const FLEET: readonly string[] = [
  VEHICLES,
  DRIVERS,
  DEALT,
  DUTIES,
  DUTY_DEPARTURES,
  DEPARTURE_VEHICLES,
  PHONES,
  SCANS,
  CONFLICTS,
  LEFT,
  ...INCIDENTS,
  DIFFERENCES,
]
