/*
 * Orders with their journeys, seats, tickets and mails. $ORDERS is their number; `n` is that of an
 * order and gives it all its properties.
 */

/** A number below the second argument that follows from the first, spread evenly. */
const SPREAD = `
  create function made.spread(key text, below bigint) returns bigint language sql immutable as $$
    select (hashtextextended(key, 7) & 9223372036854775807) % below $$`

/** An id in the form of those that open something. */
const TOKEN = `
  create function made.token(key text) returns text language sql immutable as $$
    select substr(md5(key), 1, 26) $$`

/** The departures that have orders: from 180 days before today to 60 after. */
const BUSES = `
  create table made.buses as
  select departure_id, route_id, first.stop_id as from_stop_id, last.stop_id as to_stop_id,
    last.position as to_position, first.departs_at, last.arrives_at, route_id not like '%~%' as is_busy,
    row_number() over (partition by route_id not like '%~%' order by departure_id) - 1 as n
  from departures
  join departure_stops as first using (departure_id)
  cross join lateral (select stop_id, position, arrives_at from departure_stops
    where departure_id = departures.departure_id order by position desc limit 1) as last
  where first.position = 0 and status = 'planned' and service_date between current_date - 180 and current_date + 60`

/** Two in five orders are a return journey; one in five is on a busy route. */
const RIDES = `
  create table made.rides as
  with count as (select count(*) filter (where is_busy) as busy, count(*) filter (where not is_busy) as others from made.buses),
  wish as (
    select n as order_n, position, n % 5 = 0 as is_busy,
      made.spread(n || '-' || position, case when n % 5 = 0 then busy else others end) as bus_n
    from generate_series(1, $ORDERS) as n
    cross join lateral generate_series(1, case when n % 5 in (0, 2) then 2 else 1 end) as position
    cross join count)
  select order_n, position, departure_id, route_id, from_stop_id, to_stop_id, to_position, departs_at, arrives_at,
    md5('booking ' || order_n || ' ' || position)::uuid as booking_id,
    1 + order_n % 3 as adults, (order_n % 7 = 0)::int as children, (order_n % 200 = 0)::int as wheelchairs
  from wish join made.buses as bus on bus.is_busy = wish.is_busy and bus.n = wish.bus_n`

/** A bus of tomorrow that is full, for the longest manifest. */
const FULL_BUS = `
  with full_bus as (
    select * from made.buses where is_busy and departs_at > current_date + interval '1 day 8 hours'
    order by departs_at limit 1),
  chosen as (select order_n, position from made.rides where order_n % 5 = 0 and position = 1 order by order_n limit 25)
  update made.rides set departure_id = bus.departure_id, route_id = bus.route_id,
    from_stop_id = bus.from_stop_id, to_stop_id = bus.to_stop_id, to_position = bus.to_position,
    departs_at = bus.departs_at, arrives_at = bus.arrives_at
  from full_bus as bus, chosen
  where chosen.order_n = made.rides.order_n and chosen.position = made.rides.position`

const PLANS = `
  create table made.orders as
  select order_n as n, md5('order ' || order_n)::uuid as order_id, total,
    translate(lpad(to_hex((order_n::bigint * 2654435761) % 4294967296), 8, '0'), 'abcdef', 'BCDFGH') as reference,
    made.token('payment ' || order_n) as payment_id,
    least(first, now()) - make_interval(mins => 1 + made.spread('lead ' || order_n, 42000)::int) as bought_at,
    case when order_n % 50 = 1 then 'expired' when order_n % 25 = 3 then 'cancelled'
      when order_n % 25000 = 7 then 'payment-review' when order_n % 20000 = 9 then 'awaiting-payment'
      else 'confirmed' end as status,
    case when order_n % 25 = 10 then 'counter' when order_n % 25 = 11 then 'phone' else 'web' end as channel,
    'seller-' || order_n % 20 as seller,
    made.spread('person ' || order_n, (select count(*) from made.people)) as person
  from (
    select order_n, min(departs_at) as first, sum(900 * adults + 500 * children)::int as total
    from made.rides group by order_n) as journeys`

const ORDER_ROWS = `
  insert into orders (order_id, manage_id, reference, visitor, status, locale, created_at, first_held_at, held_until,
    contact_name, contact_email, contact_phone, search, terms_version, terms_accepted_at, vat_percent,
    confirmed_at, channel, sold_by)
  select order_id, made.token('manage ' || plan.n), reference, md5('visitor ' || plan.n), status,
    case when plan.n % 3 = 0 then 'el' else 'en' end, bought_at - interval '10 minutes', bought_at - interval '10 minutes',
    bought_at + interval '5 minutes', name, email,
    case when plan.n % 5 < 3 then '+3579' || lpad(made.spread('phone ' || plan.n, 10000000)::text, 7, '0') end,
    concat_ws(' ', lower(reference), email, words), '2026-01', bought_at, 9,
    case when status in ('confirmed', 'cancelled') then bought_at end, channel,
    case when channel <> 'web' then 'staff:' || seller end
  from made.orders as plan join made.people as person on person.n = plan.person
  cross join lateral (select mailbox || plan.n || '@example.com' as email) as address`

const BOOKINGS = `
  insert into bookings (booking_id, order_id, position, departure_id, from_stop_id, to_stop_id, from_position, to_position,
    departs_at, arrives_at, wheelchair_users, wheelchair_number, total_cents, state)
  select booking_id, order_id, position, departure_id, from_stop_id, to_stop_id, 0, to_position, departs_at, arrives_at,
    wheelchairs, case when wheelchairs > 0 then 'W-' || translate(upper(substr(md5(booking_id::text), 1, 8)), 'O', '0') end,
    900 * adults + 500 * children, case status when 'cancelled' then 'cancelled' else 'live' end
  from made.rides join made.orders on n = order_n`

const PASSENGERS = `
  insert into booking_passengers
  select booking_id, category, count, fare from made.rides
  cross join lateral (values ('adult', adults, 900), ('child', children, 500), ('student', 0, 700), ('infant', 0, 0))
    as passenger (category, count, fare)`

const SEATS = `
  insert into seat_holds (hold_id, booking_id, departure_id, from_position, to_position, seats, wheelchair_places, state)
  select md5('hold ' || booking_id)::uuid, booking_id, departure_id, 0, to_position, adults + children - wheelchairs, wheelchairs,
    case status when 'awaiting-payment' then 'paying' else 'sold' end
  from made.rides join made.orders on n = order_n where status in ('confirmed', 'awaiting-payment') and adults + children > 0`

const TICKETS = `
  insert into tickets
  select made.token('ticket ' || booking_id), reference || '-' || position, made.token('code ' || booking_id),
    booking_id, name, bought_at, case status when 'cancelled' then bought_at + interval '1 hour' end
  from made.rides join made.orders as plan on plan.n = order_n join made.people as person on person.n = plan.person
  where status in ('confirmed', 'cancelled')`

const MAILS = `
  insert into mails (mail_id, order_id, kind, address, state, tries, queued_at, sent_at)
  select md5('mail ' || n)::uuid, order_id, 'confirmation', 'traveller' || n || '@example.com',
    case when n % 10000 = 17 then 'refused' else 'sent' end, 1, bought_at, bought_at + interval '5 seconds'
  from made.orders where status in ('confirmed', 'cancelled')`

const REMINDERS = `
  insert into mails (mail_id, order_id, booking_id, kind, attempt_no, address, state, tries, queued_at, sent_at)
  select md5('reminder ' || booking_id)::uuid, order_id, booking_id, 'reminder', position, 'traveller' || n || '@example.com',
    'sent', 1, departs_at - interval '1 day', departs_at - interval '1 day'
  from made.rides join made.orders on n = order_n where status = 'confirmed' and departs_at < now() + interval '1 day'`

/** Of two counts on each bus that has left, the second is a correction. */
const TICKS = `
  insert into scans (device_no, booking_id, departure_id, position, boarded, scanned_at, received_at, scanned_by)
  select 0, booking_id, departure_id, 0, case count when 1 then 1 else adults + children - 1 end,
    departs_at - interval '5 minutes' + make_interval(secs => count),
    departs_at - interval '5 minutes' + make_interval(secs => count), 'staff:driver-' || order_n % 40
  from made.rides join made.orders on n = order_n cross join generate_series(1, 2) as count
  where status = 'confirmed' and departs_at < now() and (count = 1 or adults + children > 1)
  order by departs_at`

const NOTES = `
  insert into order_notes
  select md5('note ' || n)::uuid, order_id, 'staff:' || seller, 'Called about luggage: two surfboards', bought_at
  from made.orders where n % 20 = 4`

const INDEXES = [
  'alter table made.rides add primary key (order_n, position)',
  'alter table made.orders add primary key (n)',
  'analyze made.rides, made.orders',
]

export const ORDERS: readonly string[] = [
  SPREAD,
  TOKEN,
  BUSES,
  'analyze made.buses',
  RIDES,
  FULL_BUS,
  PLANS,
  ...INDEXES,
  ORDER_ROWS,
  BOOKINGS,
  PASSENGERS,
  SEATS,
  TICKETS,
  MAILS,
  REMINDERS,
  TICKS,
  NOTES,
]
