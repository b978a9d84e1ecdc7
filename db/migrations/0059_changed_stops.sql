-- Stops that a departure does not serve, or serves at another place.

-- The positions at which nobody boards or gets off. They are on the row that a sale locks: a buyer who
-- waited for the lock reads them as they are then.
-- Moved stops are sold as before; their place is in departure_calls.
alter table departures
  add column closed_stops int[] not null default '{}',
  add column moved_stops int[] not null default '{}';

-- The place where a bus stops instead, by language, and where it is on a map.
alter table departure_calls
  add column moved_to jsonb,
  add column latitude double precision,
  add column longitude double precision,
  drop constraint departure_calls_check,
  add constraint departure_calls_check
    check (bay is not null or directions is not null or moved_to is not null),
  add constraint departure_calls_place_check
    check ((latitude is null) = (longitude is null) and (latitude is null or moved_to is not null));

alter table incidents
  drop constraint incidents_kind_check,
  add constraint incidents_kind_check
    check (kind in ('late', 'not-running', 'smaller-bus', 'stop-closed', 'stop-moved'));

-- Two stops of one departure may be changed at a time, each in an incident of its own.
drop index one_open_incident;
create unique index one_open_incident on incident_departures (departure_id, kind)
  where open and kind not in ('stop-closed', 'stop-moved');

-- The stop of an incident, and where the buses stop instead; null: nowhere.
create table incident_stops (
  incident_id  uuid primary key references incidents on delete cascade,
  stop_id      text not null references stops,
  place        jsonb,                                  -- by language: all of them
  latitude     double precision,
  longitude    double precision,
  check ((latitude is null) = (longitude is null) and (latitude is null or place is not null))
);

-- An offer may be another stop of the same bus; null: the stops that were booked.
alter table incident_offers
  add column from_stop_id text references stops,
  add column to_stop_id text references stops;
