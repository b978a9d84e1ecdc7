/**
 * What became of a mail that we owe. `needless`: there was nothing left to tell when its turn came.
 * `refused`: its address takes none. `parked`: it was tried too often, and waits for a person.
 */
export const MAIL_STATES = ['queued', 'sent', 'needless', 'refused', 'parked'] as const
export type MailState = (typeof MAIL_STATES)[number]
