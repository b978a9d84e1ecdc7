-- A look at the invariants every quarter of an hour reads what changed since the look before; at night
-- all of it is read.
alter table invariant_checks
  add column is_whole boolean not null default true;

create index on orders (created_at);
create index on payments (checked_at);
-- Whether the mail of a change exists: without an index every mail was read for every change.
create index on mails (change_id) where change_id is not null;
create index on ledger_entries (entered_at);
create index on boarding_ticks (ticked_at);
-- The webhooks that wait, among all that were ever received.
create index payment_notices_unread on payment_notices (received_at) where processed_at is null;
