-- A cart is an order nobody has paid for yet.
create table orders (
  order_id           uuid primary key,
  manage_id          text not null unique,             -- opens the order
  reference          text not null unique,             -- what people read to each other
  visitor            text not null,                    -- SHA-256 of the buying browser's cookie
  status             text not null check (status in (
                       'cart', 'awaiting-payment', 'confirmed', 'cancelled', 'expired',
                       'payment-review')),
  locale             text not null,
  created_at         timestamptz not null,
  first_held_at      timestamptz not null,
  held_until         timestamptz not null,
  extended           boolean not null default false,
  contact_name       text,
  contact_email      text,
  terms_version      text,
  terms_accepted_at  timestamptz,
  vat_percent        numeric not null,
  confirmed_at       timestamptz,
  email_corrected_at timestamptz,                      -- the address is correctable once, by the buyer
  late               boolean not null default false,   -- money came after the hold had run out
  version            int not null default 1            -- raised with every change of what is bought
);
create unique index one_cart on orders (visitor) where status in ('cart', 'awaiting-payment');
create index on orders (status) where status in ('awaiting-payment', 'payment-review');

-- One ride of an order (SPEC.md: item), with the fares it was held at. Prices are never recomputed.
create table bookings (
  booking_id         uuid primary key,
  order_id           uuid not null references orders,
  position           int not null check (position > 0),
  departure_id       uuid not null references departures,
  from_stop_id       text not null references stops,
  to_stop_id         text not null references stops,
  from_position      int not null,
  to_position        int not null check (to_position > from_position),
  departs_at         timestamptz not null,
  arrives_at         timestamptz not null,
  adults             int not null check (adults >= 0),
  children           int not null check (children >= 0),
  students           int not null check (students >= 0),
  infants            int not null check (infants >= 0),
  wheelchair_users   int not null check (wheelchair_users >= 0),
  wheelchair_number  text,                             -- the confirmation number of SPEC.md section 5
  adult_fare_cents   int not null check (adult_fare_cents >= 0),
  child_fare_cents   int not null check (child_fare_cents >= 0),
  student_fare_cents int not null check (student_fare_cents >= 0),
  infant_fare_cents  int not null check (infant_fare_cents >= 0),
  total_cents        int not null,
  unique (order_id, position),
  check (adults + children + students + infants between 1 and 15),
  check (total_cents = adults * adult_fare_cents + children * child_fare_cents
                     + students * student_fare_cents + infants * infant_fare_cents)
);
create index on bookings (departure_id);

-- Gapless numbers, as an accountant wants them: the counter is raised in the transaction that
-- issues the receipt, so a transaction that fails takes its number back.
create table receipt_counters (
  series       text primary key,
  last_number  int not null check (last_number >= 0)
);
insert into receipt_counters values ('receipt', 0), ('credit-note', 0);

create table receipts (
  series       text not null references receipt_counters,
  number       int not null check (number > 0),
  order_id     uuid not null references orders,
  issued_at    timestamptz not null,
  total_cents  int not null check (total_cents >= 0),
  vat_percent  numeric not null,
  vat_cents    int not null check (vat_cents >= 0),
  primary key (series, number)
);
create index on receipts (order_id);

-- A mail we owe. The row is the promise, written with the reason for it; a job carries its id only.
create table mails (
  mail_id       uuid primary key,
  order_id      uuid not null references orders,
  kind          text not null check (kind in ('confirmation', 'refund', 'duplicate-refund')),
  attempt_no    int not null default 1,                -- a resend is its own row
  refund_id     text references refunds,               -- the money it tells of
  address       text not null,
  state         text not null check (state in ('queued', 'sent', 'refused', 'parked')),
  tries         int not null default 0,
  queued_at     timestamptz not null,
  sent_at       timestamptz,
  last_problem  text,
  unique (order_id, kind, attempt_no)
);

-- Where mail goes in demonstration mode when no mail server is named.
create table mailbox_messages (
  message_id   uuid primary key,
  visitor      text not null,
  received_at  timestamptz not null,
  raw          bytea not null
);
create index on mailbox_messages (visitor, received_at);

-- Who changed what, when and why.
create table audit_entries (
  audit_id    uuid primary key,
  entered_at  timestamptz not null,
  actor       text not null,
  subject     text not null,
  action      text not null,
  reason      text,
  before      jsonb,
  after       jsonb
);
create index on audit_entries (subject);
revoke update, delete, truncate on audit_entries from current_user;
