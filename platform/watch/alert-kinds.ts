/**
 * Every kind of alert. What each means and what to do about it is in docs/operations.md, and in a
 * sentence of the office, which no language may lack.
 */
export const ALERT_KINDS = [
  'amount-differs',
  'captures-unknown',
  'checkout-rejected',
  'complaint-due',
  'complaint-overdue',
  'departure-over-full',
  'enquiry-not-forwarded',
  'foreign-payment',
  'mail-parked',
  'mail-refused',
  'many-forms-refused',
  'many-limits-refused',
  'many-links-refused',
  'many-wrong-log-ins',
  'money-without-order',
  'no-synchronous-standby',
  'notice-of-unknown-payment',
  'notice-parked',
  'payment-disputed',
  'payment-without-end',
  'promise-broken',
  'refund-failed',
  'refund-made-at-provider',
  'refund-of-disputed-payment',
  'refund-stuck',
  'seats-hoarded',
  'settlement-differs',
  'settlement-without-answer',
  'timetable-not-published',
  'walk-up-not-undone',
  'walk-up-unknown',
  'watch-failed',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export type AlertFacts = Record<string, string | number | null>

/** Facts that name what an alert is about, the nearest first. */
const SUBJECTS = [
  ['refundId', 'refund'],
  ['paymentId', 'payment'],
  ['departureId', 'departure'],
  ['mailId', 'mail'],
  ['enquiryId', 'enquiry'],
  ['draftId', 'draft'],
  ['orderId', 'order'],
  ['day', 'settlement'],
] as const

/** The subject of an alert, spelt as in the audit: `refund:<id>`. Null if it is about many things. */
export function subjectOf(facts: AlertFacts): string | null {
  const [known] = SUBJECTS.filter(([fact]) => facts[fact])
  if (!known) return null
  const [fact, name] = known
  return `${name}:${facts[fact]}`
}
