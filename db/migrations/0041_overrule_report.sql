-- A sale free of charge changes no order, so only the audit has its overrule. The report on a month reads
-- those few entries among hundreds of thousands.
create index on audit_entries (entered_at) where overrule is not null;
