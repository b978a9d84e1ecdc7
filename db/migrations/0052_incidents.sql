-- A departure that does not run as it was sold, and the choice of each of its passengers.

-- Seats may be kept for a passenger who has not chosen yet. As those of a cart, they count until
-- their time is over, whatever has been tidied up.
alter table seat_holds
  drop constraint seat_holds_state_check,
  add constraint seat_holds_state_check check (state in ('cart', 'offered', 'paying', 'sold')),
  drop constraint seat_holds_check2,
  add constraint seat_holds_expires_check
    check ((state in ('cart', 'offered')) = (expires_at is not null));

create table incidents (
  incident_id   uuid primary key,
  cause         text not null check (cause <> ''),
  made_by       text not null,
  announced_at  timestamptz not null,
  closed_at     timestamptz                            -- nothing is left to be done
);
create index on incidents (announced_at);

create table incident_departures (
  incident_id   uuid not null references incidents on delete cascade,
  departure_id  uuid not null references departures,
  open          boolean not null default true,         -- false: it runs after all
  primary key (incident_id, departure_id)
);
create unique index one_open_incident on incident_departures (departure_id) where open;

-- What a booking was offered, and what became of it.
--   told           asked, and has not answered
--   chose-offer    has another bus
--   chose-refund   has the money
--   stays          the bus runs after all, or the booking was changed otherwise
--   defaulted      did not answer in time: the choice that was announced was made
create table incident_bookings (
  incident_id        uuid not null references incidents on delete cascade,
  booking_id         uuid not null references bookings on delete cascade,
  token              text not null unique,             -- opens the page of the choice
  state              text not null check (state in
                       ('told', 'chose-offer', 'chose-refund', 'stays', 'defaulted')),
  default_choice     text not null check (default_choice in ('move', 'refund')),
  decide_by          timestamptz not null,
  told_at            timestamptz not null,
  seen_at            timestamptz,                      -- the page was opened
  decided_at         timestamptz,
  decided_by         text,
  chosen_booking_id  uuid references bookings on delete set null,  -- the one on the other bus
  taken_by           text,                             -- the member of staff who is calling
  taken_until        timestamptz,
  primary key (incident_id, booking_id),
  check ((state = 'told') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((taken_by is null) = (taken_until is null))
);
create index on incident_bookings (booking_id);
create index on incident_bookings (chosen_booking_id);
create index on incident_bookings (decide_by) where state = 'told';

-- Seats on another bus, kept until a moment under the id of the offer. Once chosen, the booking on
-- that bus has the same id.
create table incident_offers (
  offer_id      uuid primary key,
  incident_id   uuid not null,
  booking_id    uuid not null,
  rank          int not null check (rank > 0),
  departure_id  uuid not null references departures,
  departs_at    timestamptz not null,                  -- from the passenger's own stop
  arrives_at    timestamptz not null,
  kept_until    timestamptz not null,
  foreign key (incident_id, booking_id) references incident_bookings on delete cascade,
  unique (incident_id, booking_id, rank)
);

-- The calls to passengers who could not be reached otherwise. Only ever added to.
create table incident_calls (
  call_id      uuid primary key,
  incident_id  uuid not null,
  booking_id   uuid not null,
  outcome      text not null check (outcome in
                 ('told', 'moved', 'refund', 'no-answer', 'wrong-number', 'message')),
  called_by    text not null,
  called_at    timestamptz not null,
  foreign key (incident_id, booking_id) references incident_bookings on delete cascade
);
create index on incident_calls (incident_id, booking_id);

-- Departures that were cancelled before: their passengers were told, or are told by the next job.
insert into incidents (incident_id, cause, made_by, announced_at)
select departure_id, coalesce(nullif(reason, ''), 'cancelled'), actor, entered_at
from departures cross join lateral (
  select reason, actor, entered_at from audit_entries
  where subject = 'departure:' || departure_id and action = 'cancelled'
  order by entered_at desc limit 1) as decision
where status = 'cancelled' and exists (
  select from departure_stops where departure_stops.departure_id = departures.departure_id and departs_at > now());
insert into incident_departures (incident_id, departure_id) select incident_id, incident_id from incidents;
