-- A change names the person behind it, as the audit does, and what a member of staff gave against the
-- rules: the reason by its OSDM code, and the cents that the rules would not have given.
--
-- Goodwill is money that the company gives without taking a fare back. It is negative where a later
-- refund takes goodwill back, because no card gets more than it paid.
alter table changes
  add column by text,                                  -- actorText(); null: before this migration
  add column overrule text check (overrule in (
    'CONNECTION_BROKEN', 'DEATH', 'EQUIPMENT_FAILURE', 'INABILITY_TO_TRAVEL', 'PAYMENT_FAILURE',
    'PRM_SUPPORT_UNAVAILABLE', 'SALES_STAFF_ERROR', 'STOP_NOT_SERVED', 'STRIKE', 'TECHNICAL_FAILURE',
    'TICKET_NOT_USED')),
  add column waived_cents int not null default 0 check (waived_cents >= 0),
  add column goodwill_cents int not null default 0,
  drop constraint changes_kind_check,
  add constraint changes_kind_check check (kind in (
    'cancelled', 'amended', 'corrected', 'missed', 'wheelchair', 'contact', 'goodwill',
    'company-moved', 'company-refunded')),
  add constraint changes_waived_check check (waived_cents = 0 or overrule is not null),
  add constraint changes_overrule_check1 check (overrule is null or (by is not null and actor = 'staff'));
-- Overrules of a month, for the report on them.
create index on changes (requested_at) where overrule is not null;

-- A credit note can reduce the price without taking a fare back. Negative: what an earlier one had
-- already reduced.
alter table receipts add column reduction_cents int not null default 0;

alter table ledger_entries
  drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check check (account in (
    'provider', 'fares', 'fees', 'forfeited', 'refunds-due', 'unsettled', 'made-good', 'other-means',
    'disputes', 'goodwill'));

-- Staff hold the seats of an unpaid order once for longer than its buyer may.
alter table orders add column extra_hold_minutes int not null default 0 check (extra_hold_minutes >= 0);
