import { sql, type RawBuilder } from 'kysely'

import { invariants, type Invariant } from './narrow.server.ts'

/* The invariant of the tills; see check-invariants.server.ts. */

/** Minutes within which money that was entered at a till has bought its order, or is being returned. */
const MINUTES_TO_SETTLE = 15

type Moment = RawBuilder<unknown>

const query = sql<{ breach: string }>

/** I19: the cash that was counted, and the entries of payments and refunds. */
export function invariantsOfTills(at: Moment): Invariant[] {
  return invariants('orders', [
    query`
      select format('I19: till %s has %s cents in its entries, %s were counted, and the difference says %s',
        session_id, float_cents + coalesce(moved, 0), counted_cents, difference_cents) as breach
      from till_sessions left join (select session_id, sum(amount_cents) as moved from till_entries
        where means = 'cash' and kind <> 'correction' group by 1) as entered using (session_id)
      where closed_at is not null and float_cents + coalesce(moved, 0) + difference_cents <> counted_cents`,
    query`
      select format('I19: payment %s took %s cents at a till, and %s entries say %s',
        payment_id, captured_cents, coalesce(entries, 0), coalesce(entered, 0)) as breach
      from payments left join (select payment_id, count(*) as entries, sum(amount_cents) as entered
        from till_entries group by 1) as sale using (payment_id)
      where provider = 'till' and captured_cents > 0
        and (entries is distinct from 1 or entered <> captured_cents)`,
    query`
      select format('I19: till entry %s of %s cents, and payment %s is %s', entry_id,
        till_entries.amount_cents, payment_id, state) as breach
      from till_entries join payments using (payment_id)
      where captured_cents = 0 and entered_at < ${at} - make_interval(mins => ${MINUTES_TO_SETTLE})`,
    query`
      select format('I19: refund %s is paid out at a till, and %s entries say %s',
        refund_id, coalesce(entries, 0), coalesce(entered, 0)) as breach
      from refunds join payments using (payment_id)
      left join (select refund_id, count(*) as entries, -sum(amount_cents) as entered
        from till_entries group by 1) as paid using (refund_id)
      where provider = 'till' and refunds.state = 'succeeded'
        and (entries is distinct from 1 or entered <> refunds.amount_cents)`,
    query`
      select format('I19: till %s of %s has an entry (%s) by %s at %s, and its cause says otherwise',
        session_id, staff_id, till_entries.kind, entered_by, entered_at) as breach
      from till_entries join till_sessions using (session_id) left join payments using (payment_id)
      left join refunds on refunds.refund_id = till_entries.refund_id
      where (till_entries.kind <> 'correction' and entered_by <> staff_id)
        or entered_at <> payments.created_at
        or entered_at < refunds.requested_at or entered_at > refunds.settled_at
        or (till_entries.kind in ('paid-in', 'paid-out', 'correction') and not exists (select from audit_entries
          where subject = 'till:' || session_id and actor = 'staff:' || entered_by
            and audit_entries.entered_at = till_entries.entered_at
            and action = case till_entries.kind when 'correction' then 'till-corrected' else till_entries.kind end))`,
    query`
      select format('I19: till %s is of %s, and %s opened it', session_id, staff_id, actor) as breach
      from till_sessions join audit_entries on subject = 'till:' || session_id and action = 'till-opened'
      where actor <> 'staff:' || staff_id`,
  ])
}
