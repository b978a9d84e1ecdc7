import { explainAct, readEuros, type BookingOfPage } from '#app/office/booking-acts.server.ts'
import { isLimited } from '#app/permissions.ts'
import { quoteGoodwill } from '#modules/orders/office/goodwill.server.ts'
import { cents } from '#platform/money.ts'
import { readReference } from '#platform/text/reference.ts'

import type { RefundView } from './view.ts'

type Wish = BookingOfPage & { search: URLSearchParams; mayWaive: number }

/** The most that can be given and, once a sum is typed, the check of it. */
export async function showRefund({
  order,
  held,
  seen,
  search,
  mayWaive,
}: Wish): Promise<RefundView> {
  const paid = await quoteGoodwill(order.orderId)
  const typed = search.get('give') ?? ''
  const sum = readEuros(typed)
  const least = cents(1)
  const isWithin = sum !== undefined && sum >= least && sum <= paid
  const refusal =
    sum === undefined
      ? ({ ok: false, reason: 'no-sum' } as const)
      : ({ ok: false, reason: 'outside-price', least, most: paid } as const)
  const isWrong = typed !== '' && !isWithin && paid > 0
  return {
    reference: held.reference,
    seen,
    paid,
    limit: isLimited(mayWaive) ? cents(mayWaive) : null,
    enquiry: readReference(search.get('enquiry') ?? '') ?? '',
    typed,
    give: isWithin ? sum : null,
    problem: isWrong ? await explainAct(refusal) : null,
  }
}
