/* How long sessions, links and codes of the office last, and how often a proof may be tried. */

/** Hours after which a session ends, even in use: longer than any shift. */
export const SESSION_HOURS = 12
/** Minutes without an act or a page after which a session ends. */
export const IDLE_MINUTES = 60
/** Hours after the end of a duty for which the phone of its driver stays logged in without an act. */
export const IDLE_HOURS_AFTER_DUTY = 2
/** Sessions of one member at once; a further log-in ends the one unused for longest. */
export const MAX_SESSIONS = 5

/** Wrong codes or passkeys in a session, within WRONG_PROOF_MINUTES, at which it ends. */
export const MAX_WRONG_PROOFS = 5
export const WRONG_PROOF_MINUTES = 15
/** Minutes for which a passkey's challenge, and the step between password and code, are good. */
export const STEP_MINUTES = 10
/** Codes for a lost phone, each for one use. */
export const RECOVERY_CODES = 10
/** Characters of a password of staff; with a second factor, ASVS 5.0 asks for no more. */
export const MIN_STAFF_PASSWORD_LENGTH = 12
/** Hours for which an invitation, or a link for lost factors, can be used … */
export const INVITATION_HOURS = 72
/** … and minutes from its password to its last step. */
export const ENROLMENT_MINUTES = 60
/** Hours that a reset waits while another owner is there to stop it. */
export const RESET_WAIT_HOURS = 24
/** Days for which a browser is remembered in which a member has logged in. */
export const BROWSER_DAYS = 180
