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
        session_id, float_cents + moved, counted_cents, difference_cents) as breach
      from till_sessions cross join lateral (select coalesce(sum(amount_cents), 0) as moved
        from till_entries where till_entries.session_id = till_sessions.session_id
          and means = 'cash' and kind <> 'correction') as entered
      where closed_at is not null and float_cents + moved + difference_cents <> counted_cents`,
    query`
      select format('I19: payment %s took %s cents at a till, and %s entries say %s',
        payment_id, captured_cents, entries, coalesce(entered, 0)) as breach
      from payments cross join lateral (select count(*) as entries, sum(amount_cents) as entered
        from till_entries where till_entries.payment_id = payments.payment_id) as sale
      where provider = 'till' and captured_cents > 0
        and (entries <> 1 or entered <> captured_cents)`,
    query`
      select format('I19: till entry %s of %s cents, and payment %s is %s', entry_id,
        till_entries.amount_cents, payment_id, state) as breach
      from till_entries join payments using (payment_id)
      where captured_cents = 0 and entered_at < ${at} - make_interval(mins => ${MINUTES_TO_SETTLE})`,
    query`
      select format('I19: refund %s is paid out at a till, and %s entries say %s',
        refunds.refund_id, entries, coalesce(entered, 0)) as breach
      from refunds join payments using (payment_id)
      cross join lateral (select count(*) as entries, -sum(till_entries.amount_cents) as entered
        from till_entries where till_entries.refund_id = refunds.refund_id) as paid
      where provider = 'till' and refunds.state = 'succeeded'
        and (entries <> 1 or entered <> refunds.amount_cents)`,
  ])
}
