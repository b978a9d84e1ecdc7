-- The office of a large company: what its lists and searches look for, among millions of rows.

-- The notices of one payment.
create index on payment_notices (provider_ref) where provider_ref is not null;
create index on payment_notices (merchant_ref) where merchant_ref is not null;

-- Orders in a status that few have; nearly all are confirmed.
create index orders_by_rare_status on orders (status) where status <> 'confirmed';

-- The audit of one kind of subject, newest first, however rare the kind is.
create index audit_by_kind on audit_entries (substring(subject from '^[^:/]*'), entered_at, audit_id);

-- A part of a reason. Without the extension (see 0033) the entries of the days are read one by one.
do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index audit_by_reason on audit_entries using gin (lower(reason) gin_trgm_ops) where reason is not null;
  end if;
end $$;
