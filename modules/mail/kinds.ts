import type { AlertKind } from '#platform/watch/alert-kinds.ts'

/**
 * Every kind of mail, by its subject. A new kind is added here; the compiler then requires its
 * letter in the registry of the module that writes it.
 */
export type MailKind = OrderMailKind | AccountMailKind | EnquiryMailKind | StaffMailKind

export type OrderMailKind =
  | 'payment-link'
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
  | 'runs-after-all'
  | 'new-offers'
  | 'smaller-bus'
  | 'seats-kept'
  | 'retimed'
  | 'stop-closed'
  | 'stop-moved'
  | 'stop-reopened'
  | 'running-late'
  | 'departure-message'
  | 'goodwill'
  | 'surcharge'
  | 'reissued'

/** The letters about buses that do not run as they were sold, which modules/incidents writes. */
export type IncidentMailKind = Extract<
  OrderMailKind,
  | 'departure-cancelled'
  | 'running-late'
  | 'new-offers'
  | 'smaller-bus'
  | 'seats-kept'
  | 'retimed'
  | 'stop-closed'
  | 'stop-moved'
  | 'stop-reopened'
>

export type AccountMailKind =
  | 'sign-up'
  | 'new-email'
  | 'forgot-password'
  | 'email-changed'
  | 'password-changed'

/**
 * To the people of the company:
 *
 * - `staff-invitation`: the link to password and second factor
 * - `staff-log-in`: a log-in from a browser that was not used before
 * - `staff-access-changed`: password, factors or recovery codes have changed
 * - `staff-recovery-code`: a recovery code was used; to the member and all owners
 * - `staff-reset`: a member gets new factors; to all owners
 */
export type StaffMailKind =
  | 'staff-invitation'
  | 'staff-log-in'
  | 'staff-access-changed'
  | 'staff-recovery-code'
  | 'staff-reset'

/**
 * The message of a form, sent to the company, and its acknowledgement, sent to the writer; our
 * answer, and the writer's reply to it.
 */
export type EnquiryMailKind =
  | 'forwarded-enquiry'
  | 'acknowledgement'
  | 'enquiry-answer'
  | 'enquiry-reply'

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
  'staff-invitation',
]

/**
 * The alert for a mail whose address accepts none; null for kinds whose address is often mistyped.
 */
export function alertOfRefusal(kind: MailKind): AlertKind | null {
  if (isForTheCompany(kind)) return 'enquiry-not-forwarded'
  return TYPED_ON_A_PAGE.includes(kind) ? null : 'mail-refused'
}

/** The alert for a mail whose attempts have all failed. */
export function alertOfParking(kind: MailKind): AlertKind {
  return isForTheCompany(kind) ? 'enquiry-not-forwarded' : 'mail-parked'
}

function isForTheCompany(kind: MailKind): boolean {
  return kind === 'forwarded-enquiry' || kind === 'enquiry-reply'
}
