-- Places taken off sale on the legs [from_position, to_position) of a departure.
--   cart    lapses by the clock, so an abandoned cart needs no clean-up
--   paying  counts until its payment is closed at the provider, whatever the clock says
--   sold    counts until the booking is given up
create table seat_holds (
  hold_id            uuid primary key,
  booking_id         uuid not null,
  departure_id       uuid not null references departures,
  from_position      int not null check (from_position >= 0),
  to_position        int not null check (to_position > from_position),
  seats              int not null check (seats >= 0),
  wheelchair_places  int not null check (wheelchair_places >= 0),
  state              text not null check (state in ('cart', 'paying', 'sold')),
  expires_at         timestamptz,
  check (seats + wheelchair_places > 0),
  check ((state = 'cart') = (expires_at is not null))
);
create index on seat_holds (departure_id);
create index on seat_holds (booking_id);
