/*
 * How long what we store about somebody is kept, and how long what was sent to somebody can be used:
 * the numbers of the privacy notice. Two more stand with the code of platform/ that keeps them:
 * VISITOR_DAYS in session.server.ts and MAILBOX_DAYS_KEPT in mailbox.server.ts.
 */

/** Hours for which a cart that nobody paid stays. */
export const CART_HOURS_KEPT = 24
/** Days for which the contact of an unpaid order stays: money may still come, and its sender is told. */
export const ATTEMPT_DAYS_KEPT = 30
/**
 * Months for which the name and address of a guest stay after the last ride. The card companies let
 * a bank dispute a payment for up to 540 days, and the answer must say whose it was.
 */
export const GUEST_MONTHS_KEPT = 18
/** Days for which a wheelchair is remembered after the arrival, or after the ride was given up. */
export const WHEELCHAIR_DAYS_KEPT = 30
/** Years for which tax law asks for the books of a year, counted from its end. */
export const BOOKS_YEARS_KEPT = 6

/** Months for which an enquiry stays. */
export const ENQUIRY_MONTHS_KEPT = 12
/** Months for which a complaint stays: it may be taken to a court or an authority, which takes years. */
export const COMPLAINT_MONTHS_KEPT = 36

/** Days after which a session of an account ends, whatever happens in it … */
export const SESSION_DAYS = 30
/** … and days after which it ends when it is not used. */
export const SESSION_IDLE_DAYS = 7
/** Hours for which the link in the mail of a sign-up can be used, and that to a new address. */
export const PROOF_HOURS = 24
/** Minutes for which the link in a mail about a forgotten password can be used. */
export const RESET_MINUTES = 60
/**
 * Emails a day to one address of the kinds that anybody can ask for: about accounts, and
 * acknowledgements of enquiries, together.
 */
export const MAX_ASKED_A_DAY = 5
/** Days for which it is remembered which of them were sent; a day is needed to pester nobody. */
export const ACCOUNT_MAIL_DAYS_KEPT = 7
/** Characters of a password. Eight is the lower bound of NIST SP 800-63B. */
export const MIN_PASSWORD_LENGTH = 8
/** Long enough for any sentence; hashing more is work that anybody could make us do. */
export const MAX_PASSWORD_LENGTH = 128

/** Days for which a browser is known from which an account was opened (cookie). */
export const KNOWN_BROWSER_DAYS = 180
/** Days for which the chosen language is remembered (cookie). */
export const LANGUAGE_DAYS = 365
/** Hours for which a browser comes back to the booking whose link it opened (cookie). */
export const HOLDER_HOURS = 2
