import type { Cents } from '#platform/money.ts'

export type RefundView = {
  reference: string
  /** The number of audit entries that the page shows. */
  seen: number
  /** Paid and not refunded: the most that can be given. */
  paid: Cents
  /** The limit of the member; null if there is none. */
  limit: Cents | null
  /** The enquiry that led here; empty if none did. */
  enquiry: string
  /** The sum as typed. */
  typed: string
  /** The sum to check; null while none is typed. */
  give: Cents | null
  problem: string | null
}
