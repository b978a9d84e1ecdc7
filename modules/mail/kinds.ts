/**
 * Every kind of mail, by what it tells of. A new one is a line here; the compiler then asks for its
 * letter, in the registry of the module that writes it.
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

/** What was written in a form, to the company; and that it came, to the writer. */
export type EnquiryMailKind = 'forwarded-enquiry' | 'acknowledgement'

/**
 * Where a mail stands. Only `queued` goes on.
 *
 * - `needless`: when it was to be sent, there was nothing left to tell
 * - `refused`: the address takes no mail, so it is not tried again
 * - `parked`: tried often enough, or the person was forgotten
 */
export const MAIL_STATES = ['queued', 'sent', 'needless', 'refused', 'parked'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Anybody can ask for these with anybody's address, and knows nothing but that. */
export const ASKED_BY_ANYBODY: readonly MailKind[] = [
  'sign-up',
  'new-email',
  'forgot-password',
  'acknowledgement',
]

/** These are asked for by whoever knows a booking, or has its link. */
export const ASKED_OF_A_BOOKING: readonly OrderMailKind[] = ['manage-link', 'contact']

/** Sent to an address that its owner has just typed on a page, which says that the mail may not come. */
const TYPED_ON_A_PAGE: readonly MailKind[] = [
  ...ASKED_BY_ANYBODY,
  'email-changed',
  'password-changed',
]

/** The alert for a mail whose address takes none; nothing where people mistype addresses every day. */
export function alertOfRefusal(kind: MailKind): string | null {
  if (kind === 'forwarded-enquiry') return 'enquiry-not-forwarded'
  return TYPED_ON_A_PAGE.includes(kind) ? null : 'mail-refused'
}

/** The alert for a mail that was tried often enough. */
export function alertOfParking(kind: MailKind): string {
  return kind === 'forwarded-enquiry' ? 'enquiry-not-forwarded' : 'mail-parked'
}
