-- What a traveller shows: one per ride. A ticket that is replaced keeps its row and loses its code.
create table tickets (
  ticket_id     text primary key,                      -- opens the ticket page
  number        text not null unique,                  -- what is printed: reference, ride, issue
  code          text not null unique,                  -- what the QR holds
  booking_id    uuid not null,
  group_leader  text not null,
  issued_at     timestamptz not null,
  replaced_at   timestamptz
);
create unique index one_valid_ticket on tickets (booking_id) where replaced_at is null;
