-- What was told to staff once, and waits until its cause is over or a person has seen it. The same
-- matter told again is another row; the office shows the rows of a kind and subject as one.
create table alerts (
  alert_id         uuid primary key,
  kind             text not null,
  subject          text,                               -- as in the audit: "payment:<id>"
  facts            jsonb not null,
  raised_at        timestamptz not null,
  over_at          timestamptz,                        -- its cause has ended
  acknowledged_by  text,                               -- as in the audit: "staff:<id>"
  acknowledged_at  timestamptz,
  check ((acknowledged_by is null) = (acknowledged_at is null))
);
create index open_alerts on alerts (kind, subject) where over_at is null and acknowledged_at is null;

-- Each look at all invariants, with the number of breaches of each. Kept for a while.
create table invariant_checks (
  checked_at    timestamptz primary key,
  breaches      jsonb not null,                        -- by the invariant's id: {"I1": 0}
  milliseconds  int not null check (milliseconds >= 0)
);

-- What waits for a person, among half a million payments that do not.
create index payments_in_review on payments (created_at) where state = 'review' and decision is null;
create index payments_disputed on payments (created_at) where disputed and dispute_outcome is null;
create index refunds_unpaid on refunds (requested_at)
  where state in ('requested', 'pending', 'failed', 'needs-attention');
create index mails_unsent on mails (order_id) where state in ('refused', 'parked');
create index mails_queued on mails (queued_at) where state = 'queued';
