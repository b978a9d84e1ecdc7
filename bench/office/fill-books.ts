/* The money of the orders: payments, ledger, receipts, refunds, tills and settled days. */

const PAYMENTS = `
  insert into payments (payment_id, payable_id, payable_version, provider, merchant_ref, provider_ref, amount_cents, currency,
    state, card_brand, card_last4, captured_cents, refunded_cents, disputed, created_at, session_expires_at, checked_at, settled_at)
  select payment_id, order_id, 1, provider, upper(reference) || '-1', substr(md5('provider ' || n), 1, 24), total, 'EUR',
    state, case when provider = 'sandbox' then 'visa' end,
    case when provider = 'sandbox' then lpad(made.spread('card ' || n, 10000)::text, 4, '0') end,
    case when state in ('paid', 'review') then total else 0 end,
    case when status = 'cancelled' and state = 'paid' then greatest(total - 100, 0) else 0 end,
    n % 16000 = 12, bought_at - interval '5 minutes', bought_at + interval '25 minutes',
    bought_at, case when state = 'paid' then bought_at end
  from made.orders cross join lateral (
    select case channel when 'counter' then 'till' else 'sandbox' end as provider,
      case status when 'expired' then 'expired' when 'payment-review' then 'review' when 'awaiting-payment' then 'open'
        else 'paid' end as state) as kind`

const NOTICES = `
  insert into payment_notices
  select 'sandbox', md5('notice ' || n), 'payment.captured', substr(md5('provider ' || n), 1, 24), upper(reference) || '-1',
    bought_at, bought_at
  from made.orders where channel <> 'counter' and status in ('confirmed', 'cancelled')`

const CAPTURES = `
  insert into ledger_entries
  select md5(event || account || payment_id)::uuid, event || ':' || payment_id, account, sign * total, order_id, payment_id, null, bought_at
  from made.orders cross join lateral (values
    ('capture', case channel when 'counter' then 'till' else 'provider' end, 1), ('capture', 'unsettled', -1),
    ('settle', 'unsettled', 1), ('settle', 'fares', -1)) as side (event, account, sign)
  where status in ('confirmed', 'cancelled') or (status = 'payment-review' and event = 'capture')`

/** Every cancellation keeps a fee of one euro and gives the rest back. */
const CHANGES = `
  insert into changes (change_id, order_id, kind, actor, state, refund_cents, fee_cents, requested_at, done_at, by)
  select md5('change ' || n)::uuid, order_id, 'cancelled', 'traveller', 'done', total - 100, 100,
    bought_at + interval '1 hour', bought_at + interval '1 hour', 'traveller'
  from made.orders where status = 'cancelled'`

const CHANGED = `
  insert into changed_bookings
  select md5('change ' || n)::uuid, booking_id from made.rides join made.orders on n = order_n where status = 'cancelled'`

const REFUNDS = `
  insert into refunds (refund_id, payment_id, amount_cents, reason, source, state, provider_ref, requested_at, settled_at,
    failed_at, cause_id)
  select made.token('refund ' || n), payment_id, total - 100, 'cancelled', 'traveller', state,
    substr(md5('provider refund ' || n), 1, 24), bought_at + interval '1 hour',
    case state when 'succeeded' then bought_at + interval '1 hour' end,
    case state when 'failed' then bought_at + interval '2 hours' end, md5('change ' || n)::uuid
  from made.orders cross join lateral (
    select case when n % 10000 = 3 then 'failed' when n % 10000 = 28 then 'pending' else 'succeeded' end as state) as how
  where status = 'cancelled'`

const REFUND_ENTRIES = `
  insert into ledger_entries
  select md5(event || account || n)::uuid, event || ':' || made.token('refund ' || n), account, cents, order_id,
    payment_id, made.token('refund ' || n), bought_at + interval '1 hour'
  from made.orders cross join lateral (values
    ('refund-due', 'fares', total - 100), ('refund-due', 'refunds-due', 100 - total),
    ('refund-paid', 'refunds-due', total - 100), ('refund-paid', case channel when 'counter' then 'till' else 'provider' end, 100 - total),
    ('fee', 'fares', 100), ('fee', 'fees', -100)) as entry (event, account, cents)
  where status = 'cancelled'`

const RECEIPTS = `
  create table made.receipts as
  select 'receipt' as series, row_number() over (order by bought_at, n) as number, n, order_id, bought_at as issued_at, total, 0 as fee
  from made.orders where status in ('confirmed', 'cancelled')
  union all
  select 'credit-note', row_number() over (order by bought_at, n), n, order_id, bought_at + interval '1 hour', total - 100, 100
  from made.orders where status = 'cancelled'`

const RECEIPT_ROWS = `
  insert into receipts (series, number, order_id, issued_at, total_cents, vat_percent, vat_cents, change_id, corrects_number, fee_cents)
  select series, number, order_id, issued_at, total, 9, round(total * 9 / 109.0),
    case series when 'credit-note' then md5('change ' || n)::uuid end,
    case series when 'credit-note' then (select original.number from made.receipts as original
      where original.series = 'receipt' and original.n = made.receipts.n) end, fee
  from made.receipts`

const RECEIPT_LINES = `
  insert into receipt_lines
  select series, number, row_number() over (partition by series, number order by position, category), booking_id, category, count, fare
  from made.receipts join made.rides on order_n = n
  cross join lateral (values ('adult', adults, 900), ('child', children, 500)) as passenger (category, count, fare)
  where count > 0`

const COUNTERS = `
  update receipt_counters set last_number = (
    select max(number) from receipts where receipts.series = receipt_counters.series)`

/** Twenty sellers have a till each day; that of today is open. */
const TILLS = `
  insert into till_sessions
  select md5('till ' || seller || day)::uuid, 'seller-' || seller, opened_at, 10000,
    case when day < current_date then opened_at + interval '8 hours' end, case when day < current_date then 10000 end,
    case when day < current_date then 0 end
  from generate_series(0, 19) as seller, generate_series(current_date - 180, current_date, interval '1 day') as each (moment)
  cross join lateral (select moment::date as day, least(moment + interval '7 hours', now() - interval '1 minute') as opened_at) as shift`

const TILL_ENTRIES = `
  insert into till_entries (entry_id, session_id, kind, means, amount_cents, payment_id, merchant_ref, slip, entered_by, entered_at)
  select md5('entry ' || n)::uuid, md5('till ' || substr(seller, 8) || bought_at::date)::uuid, 'sale', means, total, payment_id,
    upper(reference) || '-1', case means when 'card-terminal' then n::text end, 'staff:' || seller, bought_at
  from made.orders cross join lateral (select case when n % 2 = 0 then 'cash' else 'card-terminal' end as means) as how
  where channel = 'counter' and status in ('confirmed', 'cancelled')`

const SETTLED_DAYS = `
  insert into settlement_reports (day, provider, state, asked_at, captured_cents, refunded_cents, taken_back_cents, fees_cents,
    compared, differences)
  select day::date, provider, case when extract(day from day) = 13 then 'differs' else 'agrees' end, day + interval '1 day 5 hours',
    1234500, 23400, 0, 1200, 2500,
    case when extract(day from day) = 13 then (
      select jsonb_agg(jsonb_build_object('is', 'no-answer', 'paymentId', payment_id)) from (
        select payment_id from made.orders order by n limit 20) as few) else '[]' end
  from generate_series(current_date - 180, current_date - 1, interval '1 day') as day, unnest('{sandbox,till}'::text[]) as provider`

export const BOOKS: readonly string[] = [
  PAYMENTS,
  NOTICES,
  CAPTURES,
  CHANGES,
  CHANGED,
  REFUNDS,
  REFUND_ENTRIES,
  RECEIPTS,
  'create index on made.receipts (n, series)',
  'analyze made.receipts',
  RECEIPT_ROWS,
  RECEIPT_LINES,
  COUNTERS,
  TILLS,
  TILL_ENTRIES,
  SETTLED_DAYS,
]
