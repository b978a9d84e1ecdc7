-- The notice and the fee are promised when a ride is sold, so a later rule must not change them. The
-- checkout writes those that the buyer accepts. The defaults are what every ride before this
-- migration was sold under, and what an older program that still runs sells under.
alter table bookings
  add column notice_hours int not null default 24 check (notice_hours >= 0),
  add column refund_fee_cents int not null default 100 check (refund_fee_cents >= 0);
