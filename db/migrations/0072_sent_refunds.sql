-- Refunds that were sent to a provider that may list them without our ids, as JCC does for some merchants, and
-- when first. From then on a refund of the same amount in the provider's list may be ours, even if no answer came.
create table sent_refunds (
  refund_id  text primary key references refunds on delete cascade,
  sent_at    timestamptz not null
);

-- Those that have not ended may have been sent already.
insert into sent_refunds
  select refund_id, requested_at from refunds join payments using (payment_id)
  where provider = 'jcc' and refunds.state in ('requested', 'pending', 'needs-attention')
    and failed_at is null;
