/**
 * Every kind of mail, by its subject. A new kind is added here; the compiler then requires its
 * letter in the registry of the module that writes it.
 */
export type MailKind = OrderMailKind | AccountMailKind | EnquiryMailKind

export type OrderMailKind =
  | 'confirmation'
  | 'refund'
  | 'duplicate-refund'
  | 'manage-link'
  | 'reminder'
  | 'cancelled'
  | 'changed'
  | 'missed'
  | 'wheelchair'
  | 'contact'
  | 'departure-cancelled'

export type AccountMailKind =
  | 'sign-up'
  | 'new-email'
  | 'forgot-password'
  | 'email-changed'
  | 'password-changed'

/** The message of a form, sent to the company; and its acknowledgement, sent to the writer. */
export type EnquiryMailKind = 'forwarded-enquiry' | 'acknowledgement'

/**
 * The state of a mail. Only `queued` is not final.
 *
 * - `needless`: at the time of sending there was no longer a reason for it
 * - `refused`: the address accepts no mail, so it is not tried again
 * - `parked`: all attempts failed, or the person was forgotten
 */
export const MAIL_STATES = ['queued', 'sent', 'needless', 'refused', 'parked'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Any visitor can request these for any address, without knowing more about it. */
export const ASKED_BY_ANYBODY: readonly MailKind[] = [
  'sign-up',
  'new-email',
  'forgot-password',
  'acknowledgement',
]

/** Requested by a visitor who knows a booking or has its link. */
export const ASKED_OF_A_BOOKING: readonly OrderMailKind[] = ['manage-link', 'contact']

/** Sent to an address just typed on a page, which warns that the mail may not arrive. */
const TYPED_ON_A_PAGE: readonly MailKind[] = [
  ...ASKED_BY_ANYBODY,
  'email-changed',
  'password-changed',
]

/**
 * The alert for a mail whose address accepts none; null for kinds whose address is often mistyped.
 */
export function alertOfRefusal(kind: MailKind): string | null {
  if (kind === 'forwarded-enquiry') return 'enquiry-not-forwarded'
  return TYPED_ON_A_PAGE.includes(kind) ? null : 'mail-refused'
}

/** The alert for a mail whose attempts have all failed. */
export function alertOfParking(kind: MailKind): string {
  return kind === 'forwarded-enquiry' ? 'enquiry-not-forwarded' : 'mail-parked'
}
