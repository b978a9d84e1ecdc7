-- What the book says of a day, held against the provider's record. One row for each day in Cyprus and
-- each provider; `no-answer`: the provider was silent about some payments, so that nobody knows yet.
create table settlement_reports (
  day              date not null,
  provider         text not null,
  state            text not null check (state in ('agrees', 'differs', 'no-answer')),
  asked_at         timestamptz not null,
  tries            int not null default 1,
  captured_cents   int not null,
  refunded_cents   int not null,                       -- less what came back from closed cards
  taken_back_cents int not null,
  fees_cents       int not null,                       -- kept: fees, and fares given up too late
  compared         int not null check (compared >= 0), -- so many payments were held against the record
  differences      jsonb not null,
  primary key (day, provider)
);
