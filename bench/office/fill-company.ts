/* The work of staff meanwhile: delays, enquiries, notices, alerts, the audit. */

const STAFF = `
  insert into staff (id, name, email, email_verified, locale, state, created_at, updated_at)
  select role || '-' || n, initcap(role) || ' ' || n, role || n || '@halcyon.example', true, 'en', 'active', now(), now()
  from (values ('seller', 20), ('driver', 40), ('dispatcher', 10), ('auditor', 5)) as role (role, count)
  cross join lateral generate_series(0, count - 1) as n`

const ROLES = `
  insert into staff_roles select id, split_part(id, '-', 1), 'admin:bench', now() from staff where email like '%@halcyon.example'`

const DELAYS = `
  insert into departure_delays (departure_id, from_position, minutes, entered_by, entered_at)
  select departure_id, 0, 5 + made.spread(departure_id::text, 40), 'staff:dispatcher-1', departs_at - interval '10 minutes'
  from made.buses where made.spread(departure_id::text, 25) = 0 and departs_at < now() + interval '3 hours' order by departs_at`

const CANCELLED = `
  update departures set status = 'cancelled', pinned = true where departure_id in (
    select departure_id from made.buses where made.spread('cancelled ' || departure_id, 400) = 0)`

const CLOSED = `
  update departures set closed_at = now(), closed_because = 'by-hand', pinned = true where departure_id in (
    select departure_id from made.buses where made.spread('closed ' || departure_id, 400) = 0 and departs_at > now())`

const MESSAGES = `
  insert into departure_messages
  select md5('message ' || departure_id)::uuid, departure_id, null, '{"en": "The bus is white today.", "el": "Το λεωφορείο είναι λευκό σήμερα."}',
    'staff:dispatcher-2', departs_at - interval '1 day'
  from made.buses where made.spread('message ' || departure_id, 200) = 0 and departs_at < now()`

const ENQUIRIES = `
  insert into enquiries (enquiry_id, reference, kind, topic, locale, email, fields, digest, visitor, state, received_at, answered_at,
    thread_id, assigned_to, due_on, waits_since, first_answered_at)
  select md5('enquiry ' || n)::uuid, reference, 'contact', topic, locale, contact_email,
    jsonb_build_object('name', contact_name, 'message', 'Where is my bag? It was blue and on the bus to the airport.'),
    md5('digest ' || n), md5('visitor ' || n), state, bought_at, case state when 'answered' then bought_at + interval '1 day' end,
    made.token('thread ' || n), case when n % 3 = 0 then 'staff:seller-1' end,
    case when topic = 'complaint' and state in ('new', 'open') then bought_at::date + 30 end,
    case when state in ('new', 'open') then bought_at end, null
  from made.orders join orders using (order_id, reference)
  cross join lateral (select
    (array['question', 'booking', 'lost-property', 'complaint'])[1 + n % 4] as topic,
    case when n % 500 = 25 then 'new' when n % 500 = 75 then 'open' when n % 2 = 0 then 'closed' else 'answered' end as state) as how
  where n % 25 = 0`

const ENQUIRY_MESSAGES = `
  insert into enquiry_messages
  select md5('answer ' || enquiry_id)::uuid, enquiry_id, 'answer', 'staff:seller-1', 'We have found it.', answered_at
  from enquiries where answered_at is not null`

const NOTICES = `
  insert into notices
  select md5('notice ' || n)::uuid, 'every-page', null, 'info', case when n < 3 then 'published' else 'taken-down' end,
    current_date - n, null, 'staff:dispatcher-1', current_date - n
  from generate_series(1, 400) as n`

const NOTICE_WORDS = `
  insert into notice_words select notice_id, locale, words from notices
  cross join (values ('en', 'The airport is busy this week.'), ('el', 'Το αεροδρόμιο έχει κίνηση αυτή την εβδομάδα.')) as said (locale, words)`

const DRAFTS = `
  insert into timetable_drafts (draft_id, name, feed, state, made_by, made_at, preview, base_import_id)
  select md5('draft ' || n)::uuid, 'Winter', feed, 'draft', 'dispatcher-1', current_date - n,
    '{"problems": [], "warnings": [], "effects": null}', import_id
  from feed_imports cross join generate_series(1, 20) as n`

const FARE_DRAFT = `
  insert into fare_drafts (draft_id, begins, wishes, made_by, made_at)
  select md5('fares')::uuid, current_date + 1, jsonb_agg(jsonb_build_object('fromStopId', from_stop_id,
    'toStopId', to_stop_id, 'passengerCategory', passenger_category, 'fareCents', fare_cents + 50)), 'owner-1', now()
  from fares where fare_cents > 0`

const ALERTS = `
  insert into alerts (alert_id, kind, subject, facts, raised_at, over_at)
  select md5('alert ' || n)::uuid, 'mail-refused', 'mail:' || md5('mail ' || n)::uuid,
    jsonb_build_object('mailId', md5('mail ' || n)::uuid, 'orderId', order_id), bought_at,
    case when n % 20000 <> 17 then bought_at + interval '2 hours' end
  from made.orders where n % 100 = 17`

const CHECKS = `
  insert into invariant_checks
  select moment, '{"I1": 0, "I2": 0, "I3": 0}', 4000
  from generate_series(now() - interval '30 days', now(), interval '15 minutes') as moment`

/** An entry for each order, of many kinds, and one for each bus that was late. */
const AUDIT = [
  `insert into audit_entries (audit_id, entered_at, actor, subject, action, reason)
  select md5('audit ' || n)::uuid, bought_at + make_interval(secs => n % 3600),
    case when n % 3 = 0 then 'traveller' else 'staff:' || seller end, 'order:' || order_id,
    (array['note', 'contact', 'confirmation-resent', 'phone-seen'])[1 + n % 4],
    case when n % 1000 = 9 then 'asked by telephone: the doctor wrote' when n % 3 = 0 then 'asked by telephone' end
  from made.orders`,
  `insert into audit_entries (audit_id, entered_at, actor, subject, action, reason)
  select md5('delay ' || delay_no)::uuid, entered_at, entered_by, 'departure:' || departure_id, 'late', 'traffic'
  from departure_delays`,
]

export const COMPANY: readonly string[] = [
  STAFF,
  ROLES,
  DELAYS,
  CANCELLED,
  CLOSED,
  MESSAGES,
  ENQUIRIES,
  ENQUIRY_MESSAGES,
  NOTICES,
  NOTICE_WORDS,
  DRAFTS,
  FARE_DRAFT,
  ALERTS,
  CHECKS,
  ...AUDIT,
]
