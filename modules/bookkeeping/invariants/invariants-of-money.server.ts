import { sql } from 'kysely'

import { invariants, type Invariant, type Query } from './narrow.server.ts'

/* Invariants of the ledger and of people's decisions; see check-invariants.server.ts. */

const query = sql<{ breach: string }>

export function invariantsOfMoney(): Invariant[] {
  return invariants('orders', [...book(), ...sums(), ...audited()])
}

/** The money that each provider has of a payable, and what the drawer of a till lacks. */
const TAKEN = sql`
  select payable_id, account, sum(total) from (
    select payable_id, case provider when 'till' then 'till' else 'provider' end as account,
      captured_cents - refunded_cents - taken_back_cents as total from paid
    union all
    select session_id, 'till', missing from counted
  ) as taken group by 1, 2`

/**
 * I3: the book balances, and every account of an order follows from its orders, payments and
 * refunds; money is in the account of the provider that took it, and what a till lacks in its own.
 * When an order has been removed after its retention period, only the book is left, and the audit
 * records that.
 */
function book(): Query[] {
  return [
    query`
      select format('I3: ledger event %s has %s entries that sum to %s', event_id, count(*), sum(amount_cents)) as breach
      from ledger_entries group by event_id having count(*) <> 2 or sum(amount_cents) <> 0`,
    query`
      with
        book as (select payable_id, account, sum(amount_cents) as total from ledger_entries
          where not exists (select from audit_entries
            where subject = 'order:' || payable_id and action = 'removed')
          group by 1, 2),
        settled as (select distinct event_id from ledger_entries where event_id like 'settle:%'),
        paid as (
          select payable_id, provider, amount_cents, captured_cents, refunded_cents, taken_back_cents,
            event_id is not null as is_settled
          from payments left join settled on event_id = 'settle:' || payments.payment_id),
        counted as (select session_id, coalesce(difference_cents, 0) - (
            select coalesce(sum(amount_cents), 0) from till_entries
            where till_entries.session_id = till_sessions.session_id and kind = 'correction') as missing
          from till_sessions),
        given as (select payable_id, refunds.* from refunds join payments using (payment_id)
          where refunds.state <> 'replaced'),
        expected as (
          select order_id as payable_id, 'fares' as account, -sum(total_cents) as total
          from bookings join orders using (order_id) where status = 'confirmed' and state = 'live'
          group by order_id
          union all
          select order_id, 'fees', -sum(fee_cents) from changes where state = 'done' group by 1
          union all
          select order_id, 'forfeited', -sum(forfeited_cents) from changes where state = 'done' group by 1
          union all
          select order_id, 'goodwill', sum(goodwill_cents) from changes where state = 'done' group by 1
          union all
          ${TAKEN}
          union all
          select session_id, 'till-difference', -missing from counted
          union all
          select payable_id, 'refunds-due', -sum(amount_cents) from given
          where state not in ('succeeded', 'paid-otherwise', 'taken-back') group by 1
          union all
          select payable_id, 'other-means', -sum(amount_cents) from given
          where state = 'paid-otherwise' group by 1
          union all
          select payable_id, 'disputes', sum(total) from (
            select payable_id, taken_back_cents as total from paid
            union all
            select payable_id, -amount_cents from given where state = 'taken-back'
          ) as taken group by 1
          union all
          select payable_id, 'made-good', sum(total) from (
            select payable_id, greatest(amount_cents - captured_cents, 0) as total from paid where is_settled
            union all
            select order_id, -refund_cents from changes where state = 'done'
            union all
            select payable_id, amount_cents from given where cause_id is not null
          ) as missing group by 1
          union all
          select payable_id, 'unsettled', sum(total) from (
            select payable_id, case when is_settled then -greatest(captured_cents - amount_cents, 0)
              else -captured_cents end as total from paid
            union all
            select payable_id, amount_cents from given where cause_id is null
            union all select order_id, -portal_cents from changes where state = 'done'
          ) as loose group by 1)
      select format('I3: order %s has %s cents in %s, and not %s',
        payable_id, coalesce(book.total, 0), account, coalesce(expected.total, 0)) as breach
      from book full join expected using (payable_id, account)
      where coalesce(book.total, 0) <> coalesce(expected.total, 0)`,
  ]
}

/** I3 and I8: payments and refunds agree with each other, and with their entries in the book. */
function sums(): Query[] {
  return [
    query`
      select format('I3: payment %s: %s cents are promised back of %s', payment_id, promised, captured_cents) as breach
      from payments join (select payment_id, sum(amount_cents) as promised from refunds
        where state not in ('failed', 'replaced') and source <> 'provider' group by 1) as refund using (payment_id)
      where promised > captured_cents`,
    query`
      select format('I3: payment %s says %s cents are back, its refunds say %s',
        payment_id, refunded_cents, coalesce(back, 0)) as breach
      from payments left join (select payment_id, sum(amount_cents) as back from refunds
        where state = 'succeeded' group by 1) as refund using (payment_id)
      where refunded_cents <> coalesce(back, 0)`,
    query`
      select format('I3: payment %s bought an order and has %s cents too much, of which %s go back',
        payment_id, captured_cents - amount_cents, coalesce(back, 0)) as breach
      from payments left join (select payment_id, sum(amount_cents) as back from refunds
        where cause_id is null and state <> 'replaced' group by 1) as refund using (payment_id)
      where captured_cents - amount_cents > coalesce(back, 0)
        and exists (select from ledger_entries where event_id = 'settle:' || payments.payment_id)`,
    query`
      select format('I3: refund %s of %s cents stands for %s of %s cents, which is %s',
        next.refund_id, next.amount_cents, former.refund_id, former.amount_cents, former.state) as breach
      from refunds as former full join refunds as next on next.replaces = former.refund_id
      where (next.replaces is not null or former.state = 'replaced')
        and (former.state, former.amount_cents, former.payment_id)
          is distinct from ('replaced', next.amount_cents, next.payment_id)`,
    query`
      select format('I8: payment %s (%s) captured %s cents, and %s are in the book',
        payment_id, state, captured_cents, coalesce(entered, 0)) as breach
      from payments left join (select event_id, sum(amount_cents) as entered from ledger_entries
        where event_id like 'capture:%' and account in ('provider', 'till') group by 1) as book
        on event_id = 'capture:' || payments.payment_id
      where coalesce(entered, 0) <> captured_cents
        or (captured_cents > 0 and state not in ('paid', 'review'))
        or (captured_cents <> amount_cents and state = 'paid')`,
    query`
      select format('I8: payment %s (%s) began at %s, was settled at %s and captured at %s',
        payment_id, state, created_at, settled_at, captured_at) as breach
      from payments left join (select event_id, min(entered_at) as captured_at from ledger_entries
        where event_id like 'capture:%' group by 1) as book on event_id = 'capture:' || payments.payment_id
      where (settled_at is null and state in ('paid', 'review'))
        or (settled_at is not null and state in ('created', 'open', 'processing'))
        or settled_at > captured_at or settled_at < created_at - interval '1 minute'`,
    query`
      select format('I8: refund %s (%s) was settled at %s, and the book says %s', refunds.refund_id, state, settled_at, paid_at) as breach
      from refunds left join (select event_id, min(entered_at) as paid_at from ledger_entries
        where event_id like 'refund-paid:%' group by 1) as book on event_id = 'refund-paid:' || refunds.refund_id
      where (state = 'succeeded' and settled_at is distinct from paid_at)
        or (state in ('failed', 'replaced', 'paid-otherwise', 'taken-back') and settled_at is null)`,
  ]
}

/** The order was sold on paper, and an address may have been added after the change. */
const HAD_NO_ADDRESS = sql`(channel <> 'web' and exists (select from changes as later
  where later.order_id = orders.order_id and later.kind = 'contact' and later.done_at > changes.done_at))`

/** I11: every change and every decision records its author, time and reason. */
function audited(): Query[] {
  return [
    query`
      select format('I11: change %s of order %s (%s) has no email, or is not in the audit',
        change_id, changes.order_id, kind) as breach
      from changes join orders using (order_id)
      where changes.state = 'done' and not (
        (contact_email is null or ${HAD_NO_ADDRESS} or exists (select from mails
          where mails.change_id = changes.change_id and state <> 'needless'))
        and exists (select from audit_entries
          where subject = 'order:' || changes.order_id and entered_at = done_at
            and (action = kind or (kind = 'wheelchair' and action = 'amended'))))`,
    query`
      select format('I11: payment %s was decided (%s, dispute %s), and the audit does not say by whom',
        payment_id, decision, dispute_outcome) as breach
      from payments
      where (decision is not null and not exists (select from audit_entries
          where subject = 'payment:' || payment_id and action = decision and reason <> ''))
        or (dispute_outcome is not null and not exists (select from audit_entries
          where subject = 'payment:' || payment_id and action = 'dispute-' || dispute_outcome and reason <> ''))`,
    query`
      select format('I11: refund %s is %s, and the audit does not say by whom', refund_id, state) as breach
      from refunds where state in ('replaced', 'paid-otherwise')
        and not exists (select from audit_entries
          where subject = 'refund:' || refund_id and reason <> '')`,
  ]
}
