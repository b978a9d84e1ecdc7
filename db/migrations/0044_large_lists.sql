-- The VAT of a month, and its numbers, are read from the index alone: a large company issues some
-- eighty thousand documents in one.
create index receipts_of_days on receipts (issued_at)
  include (series, number, vat_percent, vat_cents, total_cents);
drop index receipts_issued_at_idx;

-- The few departures of a day that are not as planned.
create index departures_of_note on departures (service_date)
  where status <> 'planned' or closed_because is not null;
