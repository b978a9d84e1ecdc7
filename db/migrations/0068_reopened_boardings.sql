-- When the office last opened boarding at a stop again, after somebody had pressed that the bus left. A press
-- that was made before that, on a phone without a network, does not close the stop when it arrives.
create table reopened_boardings (
  departure_id  uuid not null references departures on delete cascade,
  position      int not null,
  reopened_at   timestamptz not null,
  primary key (departure_id, position)
);
