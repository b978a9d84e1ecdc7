-- What is true of one departure beyond its timetable. The planned times are never rewritten: tickets,
-- deadlines and receipts keep them, and a delay is a layer above them, as in GTFS Realtime.

-- The sale was ended by the company.
--   by-hand    until a person opens it again
--   over-full  until those on board fit into the capacity that is wanted
alter table departures
  add column closed_at timestamptz,
  add column closed_because text check (closed_because in ('by-hand', 'over-full')),
  add check ((closed_at is null) = (closed_because is null));

create index on departures (departure_id) where closed_because = 'over-full';

-- The departures of a window of time, without reading the whole table.
create index first_calls on departure_stops (departs_at, departure_id) where position = 0;

-- A report counts from its stop on, until a later one for that stop or one before it. Only ever added to.
create table departure_delays (
  delay_no       bigint generated always as identity primary key,
  departure_id   uuid not null references departures,
  from_position  int not null check (from_position >= 0),
  minutes        int not null check (minutes between -10 and 1440),  -- 0: on time again
  entered_by     text not null,
  entered_at     timestamptz not null
);
create index on departure_delays (departure_id, delay_no);
create index on departure_delays (entered_at);

-- Where a bus stops today, if it differs from the timetable.
create table departure_calls (
  departure_id  uuid not null references departures,
  position      int not null check (position >= 0),
  bay           text check (bay <> ''),
  directions    jsonb,                                 -- by language: all of them, or none
  primary key (departure_id, position),
  check (bay is not null or directions is not null)
);

-- The capacity that a person wants. `departures` has the one that is sold, which is never below
-- what is taken: it sinks to the wanted one as places come free.
create table departure_capacity (
  departure_id             uuid primary key references departures,
  wanted_seats             int not null check (wanted_seats > 0),
  wanted_wheelchair_places int not null check (wanted_wheelchair_places >= 0),
  decided_by               text not null,
  decided_at               timestamptz not null
);

-- What the company wrote to those on board: to all, or to those who board at one stop. Only ever
-- added to.
create table departure_messages (
  message_id    uuid primary key,
  departure_id  uuid not null references departures,
  position      int check (position >= 0),
  words         jsonb not null,                        -- by language
  written_by    text not null,
  written_at    timestamptz not null
);
create index on departure_messages (departure_id);
create index on departure_messages (written_at);

-- A departure may be cancelled, run after all, and be cancelled again: its holders are told each time.
drop index one_word_of_a_cancelled_departure;
create index on mails (booking_id) where booking_id is not null;
create index cancellation_mails on mails (booking_id) where kind = 'departure-cancelled';

-- The news that a mail to a passenger brings, once for each booking.
alter table mails
  add column delay_no bigint references departure_delays,
  add column message_id uuid references departure_messages;
create unique index one_mail_of_a_delay on mails (booking_id, delay_no) where delay_no is not null;
create unique index one_mail_of_a_message on mails (booking_id, message_id) where message_id is not null;

-- What became of the bookings of a departure that was cancelled.
create index on changed_bookings (before_booking_id);
