-- What an accountant asks for every month, summed up once when a day is over: the books of a day do not
-- change any more, and outlive the orders that they are made of. Every sum is that of the ledger and of
-- the receipts of the day, to the cent (I23).
create table figured_days (
  day         date primary key,                        -- in Cyprus
  figured_at  timestamptz not null
);
create table daily_figures (
  day              date not null references figured_days on delete cascade,
  route_id         text not null,
  category         text not null,
  channel          text not null,
  passengers       int not null,                       -- charged, less credited
  sold_cents       int not null check (sold_cents >= 0),
  cancelled_cents  int not null check (cancelled_cents >= 0),
  fees_cents       int not null check (fees_cents >= 0),
  forfeited_cents  int not null check (forfeited_cents >= 0),
  goodwill_cents   int not null,                       -- negative: taken back
  vat_cents        int not null,
  primary key (day, route_id, category, channel)
);
create index on receipts (issued_at);
create index on changes (done_at);
