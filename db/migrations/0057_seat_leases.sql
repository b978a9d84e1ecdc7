-- Seats that a phone at the door may sell without a network. As those of a cart they count until their
-- time is over: each leg until the bus leaves the stop at which it begins.
alter table seat_holds
  add column lease_id uuid,
  drop constraint seat_holds_state_check,
  add constraint seat_holds_state_check
    check (state in ('cart', 'leased', 'offered', 'paying', 'sold')),
  drop constraint seat_holds_expires_check,
  add constraint seat_holds_expires_check
    check ((state in ('cart', 'leased', 'offered')) = (expires_at is not null)),
  add constraint seat_holds_lease_check check ((state = 'leased') = (lease_id is not null));
create index on seat_holds (lease_id) where lease_id is not null;

-- The seats of a departure that one phone may sell, at the fares of the day on which it got the first.
create table seat_leases (
  lease_id      uuid primary key,
  device_no     int not null references boarding_devices,
  departure_id  uuid not null references departures,
  fares         jsonb not null,                        -- by positions and category, in cents
  leased_by     text not null,
  leased_at     timestamptz not null,
  unique (device_no, departure_id)
);
create index on seat_leases (departure_id);
create index on seat_leases (leased_at);

-- Numbers and codes of tickets that a phone may hand out. A blank becomes a ticket with the order that
-- has its reference.
create table blank_tickets (
  reference  text primary key,
  code       text not null unique,
  lease_id   uuid not null,
  made_at    timestamptz not null
);
create index on blank_tickets (lease_id);

alter table orders
  drop constraint orders_channel_check,
  add constraint orders_channel_check check (channel in ('web', 'phone', 'counter', 'on-board'));
