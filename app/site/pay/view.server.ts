import { showRetimed, type RetimedView } from '#app/components/ride/retimed.tsx'
import { translation } from '#app/i18n/translation.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { findLinkedSale } from '#modules/sales/pay-link.server.ts'
import { dateAndTime, exactClock } from '#platform/format/moments.ts'
import type { Cents } from '#platform/money.ts'

export type PayLinkView =
  | { is: 'paid' | 'over' }
  | {
      is: 'payable'
      reference: string
      payBy: string
      total: Cents
      rides: { bookingId: string; title: string; when: string; retimed: RetimedView | null }[]
    }

/** The seats that staff hold for a caller; undefined if the link is of no sale. */
export async function showLink(
  manageId: string,
  now: Temporal.Instant,
): Promise<PayLinkView | undefined> {
  const { locale } = translation()
  const sale = await findLinkedSale(manageId, locale, now)
  if (sale?.is !== 'payable') return sale
  const { cart, payBy } = sale
  return {
    is: 'payable',
    reference: cart.reference,
    payBy: exactClock(payBy),
    total: cart.totalCents,
    rides: cart.rides.map((ride) => {
      const { bookingId, from, to, departsAt } = ride
      const title = ticketWords(locale).ride(from, to)
      const when = dateAndTime(departsAt, locale)
      return { bookingId, title, when, retimed: showRetimed(ride) }
    }),
  }
}
