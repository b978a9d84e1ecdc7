/** What a mail about an order tells. */
export const MAIL_KINDS = [
  'confirmation',
  'refund',
  'duplicate-refund',
  'manage-link',
  'reminder',
  'cancelled',
  'changed',
  'missed',
  'wheelchair',
  'contact',
  'departure-cancelled',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]
