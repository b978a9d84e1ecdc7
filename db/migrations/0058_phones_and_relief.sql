-- The phones at the door in the eyes of the office: what each is, and the list that it has. Once its
-- trust is taken back, it gets no list and no names; its scans are still taken in.
alter table boarding_devices
  add column kind          text,                         -- "Android", from what its browser says
  add column list_made_at  timestamptz,                  -- of the list that it had when it last asked
  add column revoked_at    timestamptz;

-- A person has looked into the conflict, and the count stays. More people make it open again.
alter table boarding_conflicts add column settled_at timestamptz;

-- People whom a driver took along from another bus. Their seats are held under guest_id from the stop
-- where they stepped aboard; "short" are the places that were sold by the time the phone told us.
create table taken_along (
  guest_id       uuid primary key,
  booking_id     uuid not null references bookings on delete cascade,
  departure_id   uuid not null references departures,
  from_position  int not null check (from_position >= 0),
  to_position    int not null check (to_position > from_position),
  short          int not null check (short >= 0),
  unique (booking_id, departure_id)
);
create index on taken_along (departure_id);

-- A second vehicle that runs a departure beside its own. Its places are sold as well, and it may be
-- on the duty of another driver.
create table relief_buses (
  departure_id  uuid primary key references departures on delete cascade,
  vehicle_id    uuid not null references vehicles,
  duty_id       uuid references duties,
  assigned_by   text not null,                           -- the actor, as the audit spells it
  assigned_at   timestamptz not null
);
create index on relief_buses (vehicle_id);
create index on relief_buses (duty_id);
