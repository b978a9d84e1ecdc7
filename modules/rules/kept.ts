/*
 * Retention: how long personal data is kept, and how long a link that was sent can be used. These
 * are the numbers of the privacy notice. Two more are beside the code in platform/ that applies
 * them: VISITOR_DAYS in session.server.ts and MAILBOX_DAYS_KEPT in mailbox.server.ts.
 */

/** Hours for which an unpaid cart is kept. */
export const CART_HOURS_KEPT = 24
/** Days after its last hold for which a cart is kept, without a contact, if no payment was tried. */
export const CART_DAYS_KEPT = 30
/**
 * Days for which the contact of an unpaid order is kept: a payment may still arrive, and the payer
 * must then be told.
 */
export const ATTEMPT_DAYS_KEPT = 30
/**
 * Months after the last ride for which a guest's name and address are kept. Card schemes let a bank
 * dispute a payment for up to 540 days, and the reply must name the buyer.
 */
export const GUEST_MONTHS_KEPT = 18
/** Days for which a wheelchair is remembered after the arrival, or after the ride was cancelled. */
export const WHEELCHAIR_DAYS_KEPT = 30
/** Days after the last journey of a booking for which its telephone number is kept. */
export const PHONE_DAYS_KEPT = 30
/** Years after the end of a tax year for which tax law requires its books. */
export const BOOKS_YEARS_KEPT = 6

/** Months for which an enquiry is kept. */
export const ENQUIRY_MONTHS_KEPT = 12
/**
 * Months for which a complaint is kept: it may go to a court or an authority, which takes years.
 */
export const COMPLAINT_MONTHS_KEPT = 36

/** Days after which a session of an account ends, even if it is in use … */
export const SESSION_DAYS = 30
/** … and days without use after which it ends. */
export const SESSION_IDLE_DAYS = 7
/** Hours for which the link in a sign-up mail, or in one to a new address, can be used. */
export const PROOF_HOURS = 24
/** Minutes for which the link in a mail about a forgotten password can be used. */
export const RESET_MINUTES = 60
/**
 * Emails a day to one address of the kinds that anyone can cause: account mails and
 * acknowledgements of enquiries, together.
 */
export const MAX_ASKED_A_DAY = 5
/**
 * Days for which the sending of such emails is remembered; one day is enough for the daily limit.
 */
export const ACCOUNT_MAIL_DAYS_KEPT = 7
/** Characters of a password. Eight is the lower bound of NIST SP 800-63B. */
export const MIN_PASSWORD_LENGTH = 8
/** Long enough for any sentence; the maximum limits the hashing that anyone can cause. */
export const MAX_PASSWORD_LENGTH = 128

/** Days for which a browser that opened an account is remembered (cookie). */
export const KNOWN_BROWSER_DAYS = 180
/** Days for which the chosen language is remembered (cookie). */
export const LANGUAGE_DAYS = 365
/** Hours for which a browser may return to the booking whose link it opened (cookie). */
export const HOLDER_HOURS = 2

/** Days for which a request for the link to a booking is kept, if its mail could not be written. */
export const LINK_REQUEST_DAYS_KEPT = 7
/**
 * Months for which the webhooks of providers are kept: they are the proof in a dispute, which a bank
 * may open for 540 days.
 */
export const WEBHOOK_MONTHS_KEPT = 18
/** Months for which an alert is kept after it has ended or was acknowledged. */
export const ALERT_MONTHS_KEPT = 12
/**
 * Months after its day for which a duty is kept: working time is on record for two years (Directive
 * 2002/15/EC, Article 9).
 */
export const DUTY_MONTHS_KEPT = 24
/** Months after its end for which a notice of the public pages is kept. */
export const NOTICE_MONTHS_KEPT = 24

/** Days for which the log of the servers is kept, by the setting of its journal (docs/deploy.md). */
export const LOG_DAYS_KEPT = 30

/** Hours after its last bus has arrived for which the phone of a driver keeps the names of a duty. */
export const PHONE_HOURS_KEPT = 2
