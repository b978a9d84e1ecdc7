-- Incidents of other kinds than a bus that does not run.

alter table incidents
  add column kind text not null default 'not-running'
    check (kind in ('late', 'not-running', 'smaller-bus')),
  add column waits boolean not null default false,     -- nobody is told before a person has seen who is concerned
  add constraint incidents_kind_key unique (incident_id, kind);

-- A departure is in one open incident of each kind at most.
alter table incident_departures
  add column kind text not null default 'not-running',
  add constraint incident_departures_kind_fkey
    foreign key (incident_id, kind) references incidents (incident_id, kind) on delete cascade;
drop index one_open_incident;
create unique index one_open_incident on incident_departures (departure_id, kind) where open;

-- Without an answer, passengers of a bus that runs may keep their seats.
alter table incident_bookings
  drop constraint incident_bookings_default_choice_check,
  add constraint incident_bookings_default_choice_check
    check (default_choice in ('move', 'refund', 'stay'));
