/** The duties of staff. A person may have several roles; their permissions add up. */
export const ROLES = [
  'owner',
  'dispatcher',
  'seller',
  'accountant',
  'driver',
  'editor',
  'auditor',
] as const
export type Role = (typeof ROLES)[number]

/**
 * The state of a member. Only `active` ones can sign in.
 *
 * - `invited`: has not yet set a password and a second factor
 * - `suspended`: shut out until an owner lets them in again
 * - `left`: shut out for good; kept, since the audit names them
 */
export const STAFF_STATES = ['invited', 'active', 'suspended', 'left'] as const
export type StaffState = (typeof STAFF_STATES)[number]

/** How a session was last confirmed to be the member's own. */
export const PROOFS_OF_IDENTITY = ['passkey', 'code', 'recovery-code'] as const
export type ProofOfIdentity = (typeof PROOFS_OF_IDENTITY)[number]

/** A link for a new member, or for one who has lost password or factors. */
export const STAFF_INVITATION_KINDS = ['invitation', 'reset'] as const
export type StaffInvitationKind = (typeof STAFF_INVITATION_KINDS)[number]
