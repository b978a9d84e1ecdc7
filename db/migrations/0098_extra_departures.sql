-- Departures that the office adds beside the timetable, and seats that it keeps off sale.

-- `extra` is offered to travellers like any other bus, `charter` to nobody. Imports and the nightly
-- renewal compare only those of the timetable with it.
alter table departures
  add column origin text not null default 'timetable'
    check (origin in ('timetable', 'extra', 'charter'));

-- Who added a departure, and why. The direction is that of the trip whose stops it has.
create table extra_departures (
  departure_id  uuid primary key references departures on delete cascade,
  direction_id  int not null,
  reason        text not null check (reason <> ''),
  ordered_by    text check (ordered_by <> ''),        -- of a charter alone
  made_by       text not null,
  made_at       timestamptz not null
);

-- Seats that the office took off sale, for instance for a school class that pays by invoice. They are
-- held as `blocked` until they are given back: the hold has the id of the block as its booking.
create table seat_blocks (
  block_id      uuid primary key,
  departure_id  uuid not null references departures,
  reason        text not null check (reason <> ''),
  made_by       text not null,
  made_at       timestamptz not null
);
create index on seat_blocks (departure_id);

alter table seat_holds
  drop constraint seat_holds_state_check,
  add constraint seat_holds_state_check
    check (state in ('cart', 'leased', 'offered', 'paying', 'sold', 'blocked'));
