-- What becomes of a booking after it was bought. Its row is never rewritten: what takes its place is
-- a row of its own, so that receipts, tickets and the history of an order stay true.
--   live        counts; a confirmed order has seats and a ticket for it
--   proposed    waits for a surcharge, its seats held, beside the live one that it would replace
--   replaced    another booking has its place in the order
--   cancelled   given up
alter table bookings
  add column state text not null default 'live'
    check (state in ('live', 'proposed', 'replaced', 'cancelled')),
  add column notice_from timestamptz,                  -- the departure from which the 24 hours of notice
                                                       -- count, when it is not the booking's own
  add column corrected boolean not null default false, -- its date was corrected within the hour
  add column missed boolean not null default false,    -- it stands for a bus that was missed
  drop constraint bookings_order_id_position_key;
create unique index one_live_booking on bookings (order_id, position) where state = 'live';
create unique index one_proposed_booking on bookings (order_id, position) where state = 'proposed';
create index on bookings (order_id);

-- One act upon a bought order, by whomever. What awaits its surcharge has changed nothing yet.
create table changes (
  change_id        uuid primary key,
  order_id         uuid not null references orders,
  kind             text not null check (kind in (
                     'cancelled', 'amended', 'corrected', 'missed', 'wheelchair', 'contact',
                     'company-moved', 'company-refunded')),
  actor            text not null check (actor in ('traveller', 'staff', 'system')),
  state            text not null check (state in ('awaiting-payment', 'done', 'lapsed')),
  payment_id       text references payments,           -- the surcharge, when there is one
  surcharge_cents  int not null default 0 check (surcharge_cents >= 0),
  refund_cents     int not null default 0 check (refund_cents >= 0),
  fee_cents        int not null default 0 check (fee_cents >= 0),
  forfeited_cents  int not null default 0 check (forfeited_cents >= 0),
  requested_at     timestamptz not null,
  done_at          timestamptz,
  check ((state = 'done') = (done_at is not null)),
  check ((surcharge_cents > 0) = (payment_id is not null))
);
create index on changes (order_id);
create unique index one_awaiting_change on changes (order_id) where state = 'awaiting-payment';

create table changed_bookings (
  change_id          uuid not null references changes on delete cascade,
  before_booking_id  uuid not null references bookings,
  after_booking_id   uuid references bookings,         -- none: it was given up
  primary key (change_id, before_booking_id)
);

alter table refunds add column cause_id uuid;          -- the caller's: which change gives money back
create index on refunds (cause_id);

alter table ledger_entries
  drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check check (account in (
    'provider', 'fares', 'fees', 'forfeited', 'refunds-due', 'unsettled'));

-- What a receipt lists, as it was when it was issued.
create table receipt_lines (
  series      text not null,
  number      int not null,
  line        int not null check (line > 0),
  booking_id  uuid not null references bookings,
  category    text not null check (category in ('adult', 'child', 'student', 'infant')),
  count       int not null check (count > 0),
  fare_cents  int not null check (fare_cents >= 0),
  primary key (series, number, line),
  foreign key (series, number) references receipts (series, number)
);
alter table receipts
  add column change_id uuid references changes,
  add column corrects_number int,                      -- of a credit note: the receipt it corrects
  add column fee_cents int not null default 0 check (fee_cents >= 0);
insert into receipt_lines
select series, number, row_number() over (partition by series, number
    order by departs_at, position, array_position(array['adult', 'child', 'student', 'infant'], category)),
  booking_id, category, count, fare_cents
from receipts join bookings using (order_id)
cross join lateral (values
  ('adult', adults, adult_fare_cents), ('child', children, child_fare_cents),
  ('student', students, student_fare_cents), ('infant', infants, infant_fare_cents)
) as line (category, count, fare_cents)
where count > 0;

alter table mails
  add column change_id uuid references changes,
  add column booking_id uuid references bookings,
  drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in (
    'confirmation', 'refund', 'duplicate-refund', 'manage-link', 'reminder',
    'cancelled', 'changed', 'missed', 'wheelchair', 'contact', 'departure-cancelled'));
create unique index one_reminder on mails (booking_id) where kind = 'reminder';

alter table orders add column account_id text;         -- whose bookings it is listed under
create index on orders (account_id);
create index on orders (lower(contact_email));
