-- What a seat costs between two stops, by passenger category (GTFS Fares v2: rider categories).
create table fares (
  from_stop_id        text not null references stops,
  to_stop_id          text not null references stops,
  passenger_category  text not null check (passenger_category in ('adult', 'child', 'student', 'infant')),
  fare_cents          int not null check (fare_cents >= 0),
  primary key (from_stop_id, to_stop_id, passenger_category)
);
