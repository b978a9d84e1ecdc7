-- What people decide about money that does not find its way by itself.
--   decision          of a payment in review: the company takes what was captured, or gives it back
--   dispute_outcome   how a dispute ended; won: the money is ours, lost: the provider took it back
alter table payments
  add column decision text check (decision in ('accepted', 'returned')),
  add column dispute_outcome text check (dispute_outcome in ('won', 'lost')),
  add column taken_back_cents int not null default 0 check (taken_back_cents >= 0),
  add check (decision is null or state = 'review'),
  add check (taken_back_cents = 0 or dispute_outcome = 'lost');

-- A refund has four ends: the provider paid it, the company paid it by other means, the traveller's
-- bank had taken the money already, or it failed for good and another one stands in its place.
alter table refunds
  drop constraint refunds_state_check,
  add constraint refunds_state_check check (state in (
    'requested', 'pending', 'succeeded', 'failed', 'needs-attention', 'paid-otherwise', 'taken-back',
    'replaced')),
  add column failed_at timestamptz,                    -- when the provider said no for good
  add column resent_at timestamptz,                    -- when a person had it sent again
  add column replaces text unique references refunds;  -- the failed one that it stands for
update refunds set failed_at = settled_at where state in ('failed', 'needs-attention');

alter table ledger_entries
  drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check check (account in (
    'provider', 'fares', 'fees', 'forfeited', 'refunds-due', 'unsettled', 'other-means', 'disputes',
    'made-good'));
