-- A payment is one attempt to pay at a provider. It knows no order: `payable_id` is the caller's.
create table payments (
  payment_id          text primary key,                -- in the address of the result pages
  payable_id          uuid not null,
  payable_version     int not null,                    -- what exactly was to be paid for
  provider            text not null,
  merchant_ref        text not null unique,            -- ours, chosen before the first call
  provider_ref        text,
  amount_cents        int not null check (amount_cents > 0),
  currency            text not null check (currency = 'EUR'),
  state               text not null check (state in (
                        'created', 'open', 'processing', 'paid', 'declined', 'expired', 'cancelled',
                        'review')),
  decline_reason      text,
  redirect_url        text,
  card_brand          text,
  card_last4          text,
  captured_cents      int not null default 0 check (captured_cents >= 0),
  refunded_cents      int not null default 0 check (refunded_cents >= 0),
  disputed            boolean not null default false,
  created_at          timestamptz not null,
  session_expires_at  timestamptz not null,
  checked_at          timestamptz,
  settled_at          timestamptz,
  unique (provider, provider_ref)
);
create index on payments (payable_id);
-- Edge case 14: one open attempt per order, whatever is clicked and in however many tabs.
create unique index one_open_payment on payments (payable_id)
  where state in ('created', 'open', 'processing');

-- The inbox. A provider's event has at most one effect, however often it comes.
create table payment_notices (
  provider      text not null,
  notice_id     text not null,
  kind          text not null,
  provider_ref  text,
  merchant_ref  text,
  received_at   timestamptz not null,
  processed_at  timestamptz,
  primary key (provider, notice_id)
);

create table refunds (
  refund_id      text primary key,                     -- the provider's idempotency key
  payment_id     text not null references payments,
  amount_cents   int not null check (amount_cents > 0),
  reason         text not null,
  source         text not null check (source in ('traveller', 'staff', 'system', 'provider')),
  state          text not null check (state in (
                   'requested', 'pending', 'succeeded', 'failed', 'needs-attention')),
  provider_ref   text,
  failure        text,
  requested_at   timestamptz not null,
  settled_at     timestamptz
);
create index on refunds (payment_id);

-- Double entry, append-only. A positive amount is a debit, a negative one a credit; the entries of
-- one event sum to nothing. What was written stays: the site's own role may not change it.
create table ledger_entries (
  entry_id      uuid primary key,
  event_id      text not null,
  account       text not null check (account in (
                  'provider', 'fares', 'fees', 'refunds-due', 'unsettled')),
  amount_cents  int not null check (amount_cents <> 0),
  payable_id    uuid not null,
  payment_id    text,
  refund_id     text,
  entered_at    timestamptz not null,
  unique (event_id, account)
);
create index on ledger_entries (payable_id);
revoke update, delete, truncate on ledger_entries from current_user;
