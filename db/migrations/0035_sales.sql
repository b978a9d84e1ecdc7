-- Sales by staff: by telephone or at the counter. A sale has a visitor key of its own, under which it is
-- found again when its form is sent twice; so a seller may have several open sales, and a browser one
-- cart.
alter table orders
  add column channel text not null default 'web' check (channel in ('web', 'phone', 'counter')),
  add column sold_by text,                             -- the member of staff
  add constraint sold_by_staff check ((channel = 'web') = (sold_by is null));
drop index one_cart;
create unique index one_cart on orders (visitor)
  where status in ('cart', 'awaiting-payment') and channel = 'web';
create unique index one_sale on orders (visitor) where visitor like 'sale:%';

-- The drawer of one member of staff, from its float to the count at the end of the shift.
create table till_sessions (
  session_id        uuid primary key,
  staff_id          text not null,
  opened_at         timestamptz not null,
  float_cents       int not null check (float_cents >= 0),
  closed_at         timestamptz,
  counted_cents     int check (counted_cents >= 0),    -- given before the expected sum was shown
  difference_cents  int,                               -- counted, less expected
  check ((closed_at is null) = (counted_cents is null)),
  check ((closed_at is null) = (difference_cents is null))
);
create unique index one_open_till on till_sessions (staff_id) where closed_at is null;
create index on till_sessions (opened_at desc, session_id);

-- The record of the till, as of any provider of payments: only ever added to. Positive is money in.
-- A card terminal pays no cash into the drawer, so its entries are not counted with it.
create table till_entries (
  entry_id       uuid primary key,
  session_id     uuid not null references till_sessions,
  kind           text not null check (kind in ('sale', 'refund', 'paid-in', 'paid-out', 'correction')),
  means          text not null check (means in ('cash', 'card-terminal')),
  amount_cents   int not null check (amount_cents <> 0),
  payment_id     text unique,                          -- of a sale
  merchant_ref   text unique,
  refund_id      text unique,                          -- of a refund …
  sale_entry_id  uuid references till_entries,         -- … and the sale that it returns
  slip           text,                                 -- the number on the slip of the card terminal
  reason         text,
  entered_by     text not null,
  entered_at     timestamptz not null,
  check ((kind = 'sale') = (payment_id is not null and merchant_ref is not null)),
  check ((kind = 'refund') = (refund_id is not null and sale_entry_id is not null)),
  check (case when kind in ('sale', 'paid-in') then amount_cents > 0
              when kind in ('refund', 'paid-out') then amount_cents < 0 else true end),
  check ((means = 'card-terminal') = (slip is not null)),
  check (kind in ('sale', 'refund') or (means = 'cash' and reason is not null))
);
create index on till_entries (session_id, entered_at);
create index on till_entries (sale_entry_id) where sale_entry_id is not null;

alter table ledger_entries
  drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check check (account in (
    'provider', 'till', 'fares', 'fees', 'forfeited', 'refunds-due', 'unsettled', 'other-means',
    'disputes', 'made-good', 'goodwill', 'till-difference'));

-- Refunds that wait to be paid out at a till.
create index on refunds (requested_at) where state = 'pending';
