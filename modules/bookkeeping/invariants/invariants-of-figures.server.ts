import { sql } from 'kysely'

import { dayOf } from '#modules/bookkeeping/figures/figures-of-days.server.ts'

import { invariants, type Invariant } from './narrow.server.ts'

/* The invariant of the kept figures; see check-invariants.server.ts. */

/**
 * I23: the figures of a day are what the ledger and the documents of the day say. Revenue is
 * credited in the ledger, so its accounts are negative. Goodwill counts with the fares, from which it is
 * given: taken back in full, it leaves no document.
 */
export function invariantsOfFigures(): Invariant[] {
  return invariants('night', [
    sql<{ breach: string }>`
      with
        figures as (
          select day, name, sum(amount) as amount
          from figured_days left join daily_figures using (day)
          cross join lateral (values
            ('fares', sold_cents - cancelled_cents - forfeited_cents - goodwill_cents), ('fees', fees_cents),
            ('forfeited', forfeited_cents), ('receipts', sold_cents),
            ('credit notes', cancelled_cents - fees_cents + goodwill_cents), ('VAT', vat_cents)) as part (name, amount)
          group by 1, 2),
        books as (
          select ${dayOf(sql`entered_at`)} as day,
            case account when 'goodwill' then 'fares' else account end as name, -sum(amount_cents) as amount
          from ledger_entries where account in ('fares', 'fees', 'forfeited', 'goodwill') group by 1, 2
          union all
          select day, name, sum(amount) from (
            select ${dayOf(sql`issued_at`)} as day, part.*
            from receipts cross join lateral (values
              (case series when 'receipt' then 'receipts' else 'credit notes' end, total_cents),
              ('VAT', case series when 'receipt' then vat_cents else -vat_cents end)) as part (name, amount)
          ) as document group by 1, 2)
      select format('I23: the figures of %s have %s cents of %s, and the books have %s',
        day, coalesce(figures.amount, 0), name, coalesce(books.amount, 0)) as breach
      from figures full join books using (day, name) join figured_days using (day)
      where coalesce(figures.amount, 0) <> coalesce(books.amount, 0)`,
  ])
}
