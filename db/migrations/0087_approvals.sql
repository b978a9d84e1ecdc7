-- Money needs a second member where the first could take it. One asks, another one confirms, and whoever asked then does the
-- act, once. A request says all that the other has to know: what, how much, who, why.
create table approvals (
  approval_id   uuid primary key,
  kind          text not null check (kind in ('given', 'refunded', 'paid-out', 'undone', 'card-in-cash', 'own-till')),
  subject       text not null,                          -- as the audit names it
  amount_cents  int not null check (amount_cents > 0),
  reason        text,
  asked_by      text not null,                          -- the member
  asked_at      timestamptz not null,
  decided_by    text check (decided_by <> asked_by),    -- never the same one
  decided_at    timestamptz,
  is_confirmed  boolean,
  spent_at      timestamptz check (spent_at is null or is_confirmed),
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (is_confirmed is null))
);
create unique index one_open_approval on approvals (asked_by, kind, subject, amount_cents)
  where decided_at is null;
create index on approvals (asked_at) where decided_at is null;

-- What members gave, undid or paid out: for the sum of a member and a day, and for Today. Only ever added to.
create table given_by_staff (
  given_id      uuid primary key,
  staff_id      text not null,
  day           date not null,                          -- in Cyprus
  kind          text not null check (kind in ('given', 'refunded', 'paid-out', 'undone', 'card-in-cash', 'own-till')),
  subject       text not null,
  amount_cents  int not null check (amount_cents > 0),
  given_at      timestamptz not null,
  approval_id   uuid unique references approvals        -- beyond the limit of the day; null within it
);
create index on given_by_staff (day, staff_id, kind);
