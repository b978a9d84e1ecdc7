-- Where buses go and when: the words and the meaning of GTFS (gtfs.org/documentation/schedule).
-- An import replaces trips, times, calendars and fares. Stops, areas and routes stay, since tickets
-- name them; those a new feed leaves out are only marked.

create table stops (
  stop_id              text primary key,
  latitude             double precision not null,
  longitude            double precision not null,
  wheelchair_boarding  boolean,                        -- null: the feed does not say
  aliases              text[] not null default '{}',   -- what people also type for it
  in_feed              boolean not null default true
);

-- Greek needs cases: "προς Πρωταρά", not "προς Πρωταράς". A feed without them leaves them null, and
-- sentences that would need one are worded without.
create table stop_names (
  stop_id                 text not null references stops,
  locale                  text not null,
  name                    text not null,
  short_name              text not null,
  short_name_accusative   text,
  short_name_genitive     text,
  pickup_directions       text,                         -- GTFS stop_desc: where exactly one boards
  primary key (stop_id, locale)
);

-- Some stops under one name. An area of several stops can be searched for; fares are between areas.
create table areas (
  area_id  text primary key,
  in_feed  boolean not null default true
);

create table area_names (
  area_id           text not null references areas,
  locale            text not null,
  name              text not null,
  name_accusative   text,
  primary key (area_id, locale)
);

create table stop_areas (
  area_id  text not null references areas,
  stop_id  text not null references stops,
  primary key (area_id, stop_id)
);

create table routes (
  route_id    text primary key,
  short_name  text not null,
  position    int not null,
  in_feed     boolean not null default true
);

create table route_names (
  route_id   text not null references routes,
  locale     text not null,
  long_name  text not null,
  primary key (route_id, locale)
);

-- On which dates trips run. Weekdays count from Monday = 1. A service of exceptions alone has none.
create table service_calendars (
  service_id   text primary key,
  weekdays     int[] not null,
  valid_from   date not null,
  valid_until  date not null,
  check (valid_from <= valid_until)
);

create table period_names (
  service_id   text not null references service_calendars,
  locale       text not null,
  period_name  text not null,
  primary key (service_id, locale)
);

create table service_exceptions (
  service_id  text not null references service_calendars,
  date        date not null,
  runs        boolean not null,
  primary key (service_id, date)
);
create index on service_exceptions (date);

create table trips (
  trip_id            text primary key,
  route_id           text not null references routes,
  service_id         text not null references service_calendars,
  direction_id       int not null default 0,
  seats              int not null check (seats > 0),
  wheelchair_places  int not null check (wheelchair_places >= 0)
);
create index on trips (route_id);
create index on trips (service_id);

-- Seconds count from noon less twelve hours of the service date, and may pass 24 hours.
create table stop_times (
  trip_id          text not null references trips,
  position         int not null check (position >= 0),
  stop_id          text not null references stops,
  arrives_seconds  int not null check (arrives_seconds >= 0),
  departs_seconds  int not null check (departs_seconds >= arrives_seconds),
  pickup           boolean not null,
  dropoff          boolean not null,
  primary key (trip_id, position)
);
create index on stop_times (stop_id);

-- A trip on one service date: what is sold. Frozen once somebody holds a seat on it, so it does not
-- point at a trip, which the next feed may no longer have.
create table departures (
  departure_id       uuid primary key,
  trip_id            text not null,
  route_id           text not null references routes,
  service_date       date not null,
  seats              int not null check (seats > 0),
  wheelchair_places  int not null check (wheelchair_places >= 0),
  status             text not null default 'planned'
                     check (status in ('planned', 'cancelled', 'withdrawn')),
  unique (trip_id, service_date)
);
create index on departures (service_date);
create index on departures (route_id, service_date);

create table departure_stops (
  departure_id  uuid not null references departures on delete cascade,
  position      int not null check (position >= 0),
  stop_id       text not null references stops,
  arrives_at    timestamptz not null,
  departs_at    timestamptz not null check (departs_at >= arrives_at),
  pickup        boolean not null,
  dropoff       boolean not null,
  primary key (departure_id, position)
);
create index on departure_stops (stop_id, departs_at);

create table feed_imports (
  import_id      uuid primary key,
  imported_at    timestamptz not null,
  source         text not null,
  feed_version   text,
  publisher      text,
  timetable_until date not null,      -- nothing is published after this date
  warnings       int not null
);
