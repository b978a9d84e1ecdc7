-- The vehicles and drivers of the company, which vehicle a departure has, and who drives it.

create table vehicles (
  vehicle_id         uuid primary key,
  plate              text not null unique check (plate <> ''),
  name               text not null,                      -- as the drivers call it; may be empty
  seats              int not null check (seats between 1 and 200),
  wheelchair_places  int not null check (wheelchair_places between 0 and 20),
  has_lift           boolean not null,                   -- or a ramp; without it no wheelchair comes aboard
  state              text not null check (state in ('in-service', 'workshop', 'sold')),
  workshop_from      timestamptz,
  workshop_until     timestamptz,
  check ((state = 'workshop') = (workshop_from is not null)),
  check ((workshop_from is null) = (workshop_until is null)),
  check (workshop_from < workshop_until)
);

-- The vehicle of a departure, which decides what is sold on it: departure_capacity has its places.
create table departure_vehicles (
  departure_id              uuid primary key references departures,
  vehicle_id                uuid not null references vehicles,
  seats_without             int not null check (seats_without > 0),            -- what is wanted again
  wheelchair_places_without int not null check (wheelchair_places_without >= 0), -- once it has no vehicle
  assigned_by               text not null,               -- the actor, as the audit spells it
  assigned_at               timestamptz not null
);
create index on departure_vehicles (vehicle_id);

-- What is known of a member of staff as a driver. Deleted when the member leaves.
create table drivers (
  staff_id       text primary key references staff,
  languages      text[] not null,
  phone          text,
  licence_until  date                                    -- the last day on which it is valid
);

-- Days on which a driver is not there. Why is nobody's business here: it is often an illness.
create table driver_absences (
  absence_id  uuid primary key,
  staff_id    text not null references staff,
  from_on     date not null,
  until_on    date not null,                             -- the last day
  check (from_on <= until_on)
);
create index on driver_absences (staff_id);

-- A shift of one driver. Without a driver nobody drives it yet.
create table duties (
  duty_id       uuid primary key,
  service_date  date not null,
  driver_id     text references staff,
  starts_at     timestamptz not null,
  ends_at       timestamptz not null,
  check (starts_at < ends_at)
);
create index on duties (service_date);
create index on duties (driver_id, starts_at);

-- A departure that the timetable loses before anybody has bought it leaves its duty.
create table duty_departures (
  departure_id  uuid primary key references departures on delete cascade,
  duty_id       uuid not null references duties
);
create index on duty_departures (duty_id);
